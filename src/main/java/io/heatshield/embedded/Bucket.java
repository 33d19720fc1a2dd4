package io.heatshield.embedded;

/**
 * Capacity that refills steadily and is saved up to a limit. A request may take more than there is, and the debt is
 * paid before the next gets any: so that the mean never exceeds the rate, and a large item can be written at all.
 */
final class Bucket {
    private double rate;
    private double most;
    private double units;
    private long lastNanos;

    /** A full bucket. */
    Bucket(double rate, double most, long nowNanos) {
        this.rate = rate;
        this.most = most;
        this.units = most;
        this.lastNanos = nowNanos;
    }

    /** Changes the rate and the limit, keeping what is in it. */
    synchronized void resize(double newRate, double newMost) {
        rate = newRate;
        most = newMost;
    }

    /** Whether there is anything left. */
    synchronized boolean hasAny(long nowNanos) {
        refill(nowNanos);
        return units >= 1;
    }

    synchronized void take(double wanted) {
        units -= wanted;
    }

    synchronized boolean isFull(long nowNanos) {
        refill(nowNanos);
        return units >= most;
    }

    private void refill(long nowNanos) {
        if (nowNanos > lastNanos) {
            units = Math.min(most, units + (nowNanos - lastNanos) * rate / 1e9);
            lastNanos = nowNanos;
        }
    }
}
