package io.heatshield.app;

import io.heatshield.shard.Reshard;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** So many write units a second, and a second's worth at once at most. Used by one thread. */
final class UnitRate implements Reshard.Pace {
    private static final double NANOS = 1e9;

    private final double perSecond;
    private final LongSupplier nanos;
    private final LongConsumer sleep;
    private double saved;
    private long last;

    /**
     * @param nanos a clock in nanoseconds from any starting point
     * @param sleep blocks for so many nanoseconds
     */
    UnitRate(double perSecond, LongSupplier nanos, LongConsumer sleep) {
        this.perSecond = perSecond;
        this.nanos = nanos;
        this.sleep = sleep;
        this.saved = perSecond;
        this.last = nanos.getAsLong();
    }

    @Override
    public void take(double units) {
        refill();
        saved -= units;
        while (saved < 0) {
            sleep.accept((long) (-saved / perSecond * NANOS) + 1);
            refill();
        }
    }

    @Override
    public void rest(long millis) {
        sleep.accept(millis * 1_000_000);
    }

    private void refill() {
        long now = nanos.getAsLong();
        saved = Math.min(perSecond, saved + (now - last) / NANOS * perSecond);
        last = now;
    }

    static void sleep(long nanos) {
        LockSupport.parkNanos(nanos);
    }
}
