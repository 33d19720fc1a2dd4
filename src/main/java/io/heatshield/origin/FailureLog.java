package io.heatshield.origin;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log that the origin fails, at most once in ten seconds however many requests fail, and how many lines it
 * kept to itself meanwhile: a dead origin under load must not fill a disk. Safe for use from any thread.
 */
final class FailureLog {
    private static final Logger log = LoggerFactory.getLogger(HttpOrigin.class);
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier nanos;
    private final AtomicLong nextAt;
    private final AtomicLong untold = new AtomicLong();

    FailureLog(LongSupplier nanos) {
        this.nanos = nanos;
        this.nextAt = new AtomicLong(nanos.getAsLong());
    }

    /** Notes a failure. True if it was told. */
    boolean failed(Failure failure, String operation) {
        long now = nanos.getAsLong();
        long due = nextAt.get();
        if (now - due < 0 || !nextAt.compareAndSet(due, now + PAUSE)) {
            untold.incrementAndGet();
            return false;
        }
        log.warn("origin failed: reason={} operation={} untold={}", failure.reason(), operation, untold.getAndSet(0));
        return true;
    }
}
