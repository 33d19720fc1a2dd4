package io.heatshield.shard;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A moment until which something may take, by a clock in nanoseconds. */
public final class Deadline {
    /** Runs something later. */
    @FunctionalInterface
    public interface Timer {
        /**
         * Runs a task once, on the caller's event loop where there is one.
         *
         * @return takes the task back, unless it has run
         */
        Runnable after(long millis, Runnable task);
    }

    private final LongSupplier nanos;
    private final Timer timer;
    private final long at;

    private Deadline(LongSupplier nanos, Timer timer, long at) {
        this.nanos = nanos;
        this.timer = timer;
        this.at = at;
    }

    static Deadline in(Duration budget, LongSupplier nanos, Timer timer) {
        return new Deadline(nanos, timer, nanos.getAsLong() + budget.toNanos());
    }

    boolean isOver() {
        return nanos.getAsLong() - at >= 0;
    }

    /** Runs a task at the deadline; the answer takes it back. */
    Runnable onExpiry(Runnable task) {
        long left = Math.max(0, at - nanos.getAsLong());
        return timer.after(Math.max(1, left / 1_000_000), task);
    }
}
