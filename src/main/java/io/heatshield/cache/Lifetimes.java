package io.heatshield.cache;

import java.time.Duration;

/**
 * How long entries of one table live, each age counted from the load, in nanoseconds.
 *
 * @param soft the age after which a reader's visit starts a refresh in the background
 * @param hard the age after which an entry is no longer served
 * @param stale the further time in which it is served all the same while the origin cannot answer; 0 for never
 * @param negative the age at which the absence of an item is forgotten
 * @param alone the age to which an entry is served that was loaded while the shared tier could not be asked; 0 for not
 *     at all, and then such loads are strongly consistent
 */
public record Lifetimes(long soft, long hard, long stale, long negative, long alone) {
    /** Whether nobody may answer with an older value once a write is answered. */
    public boolean strict() {
        return alone == 0;
    }

    /** From durations as configured, for a node with no shared tier. */
    public static Lifetimes of(Duration soft, Duration hard, Duration stale, Duration negative) {
        return of(soft, hard, stale, negative, Duration.ZERO);
    }

    /** From durations as configured. */
    public static Lifetimes of(Duration soft, Duration hard, Duration stale, Duration negative, Duration alone) {
        return new Lifetimes(soft.toNanos(), hard.toNanos(), stale.toNanos(), negative.toNanos(), alone.toNanos());
    }
}
