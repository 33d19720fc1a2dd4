package io.heatshield.cache;

/**
 * The ages at which an entry turns soft, hard and dead, in nanoseconds from now; what is over is not positive.
 *
 * @param soft from here on a reader's visit starts a refresh
 * @param hard from here on it is not served while the origin answers
 * @param dead from here on it is not served at all
 */
public record Ages(long soft, long hard, long dead) {
    /** The same, but hard no later than this. */
    Ages hardWithin(long nanos) {
        return hard <= nanos ? this : new Ages(soft, nanos, dead);
    }
}
