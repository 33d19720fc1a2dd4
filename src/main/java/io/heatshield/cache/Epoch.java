package io.heatshield.cache;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The generation of all that is cached of the tables of one name. Moving it on makes every older entry unservable at
 * once, whatever their number. Entries hold their epoch, so checking it is one volatile read.
 */
final class Epoch {
    private final AtomicLong generation = new AtomicLong();

    long generation() {
        return generation.get();
    }

    void moveOn() {
        generation.incrementAndGet();
    }
}
