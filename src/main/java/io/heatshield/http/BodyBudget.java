package io.heatshield.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What all request bodies that are being collected or inflated take together. Only bodies that do not come in one
 * piece are counted: those that do are no longer than what a connection reads at once. Safe for use from any thread.
 */
final class BodyBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    BodyBudget(long limit) {
        this.limit = limit;
    }

    /** Takes this many bytes, or none at all and answers false. */
    boolean take(long bytes) {
        if (used.addAndGet(bytes) > limit) {
            used.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    long used() {
        return used.get();
    }
}
