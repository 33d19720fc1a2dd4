package io.heatshield.cache;

import java.time.Duration;

/**
 * How long entries of one table live, each age counted from the load, in nanoseconds.
 *
 * @param soft the age after which a reader's visit starts a refresh in the background
 * @param hard the age after which an entry is no longer served
 * @param stale the further time in which it is served all the same while the origin cannot answer; 0 for never
 * @param negative the age at which the absence of an item is forgotten
 */
public record Lifetimes(long soft, long hard, long stale, long negative) {
    /** From durations as configured. */
    public static Lifetimes of(Duration soft, Duration hard, Duration stale, Duration negative) {
        return new Lifetimes(soft.toNanos(), hard.toNanos(), stale.toNanos(), negative.toNanos());
    }
}
