package io.heatshield.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Monotonic time that moves only when told; it starts just before the counter wraps, since real ones may. */
public final class TestClock implements LongSupplier {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);

    @Override
    public long getAsLong() {
        return now.get();
    }

    public void advance(Duration by) {
        now.addAndGet(by.toNanos());
    }
}
