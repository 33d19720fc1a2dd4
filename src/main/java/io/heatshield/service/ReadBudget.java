package io.heatshield.service;

import java.util.function.LongSupplier;

/** So many a second, and no more than a second's worth at once. Safe for use from any thread. */
final class ReadBudget {
    private static final double SECOND = 1e9;

    private final int perSecond;
    private final LongSupplier clock;
    private double left;
    private long at;

    /**
     * A full one.
     *
     * @param clock monotonic nanoseconds
     */
    ReadBudget(int perSecond, LongSupplier clock) {
        this.perSecond = perSecond;
        this.clock = clock;
        this.left = perSecond;
        this.at = clock.getAsLong();
    }

    /** Takes one, if there is one. */
    synchronized boolean take() {
        long now = clock.getAsLong();
        left = Math.min(perSecond, left + (now - at) / SECOND * perSecond);
        at = now;
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
