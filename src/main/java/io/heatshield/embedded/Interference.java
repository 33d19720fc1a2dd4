package io.heatshield.embedded;

import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The latency, the faults and the pauses of the laboratory, drawn for one request after the other. */
final class Interference {
    /** Requests that may be held back at once; those beyond are refused. */
    private static final int MOST_HELD = 10_000;

    private static final Duration PAUSE_STEP = Duration.ofMillis(20);
    /** The 99th percentile of the normal distribution. */
    private static final double Z99 = 2.326;

    /** What goes wrong with a request. */
    enum Fault {
        NONE,
        /** 500, nothing done. */
        ERROR,
        /** Done, and not answered. */
        LOST_ANSWER,
        /** Broken off, nothing done. */
        RESET
    }

    private final Laboratory laboratory;
    private final RandomGenerator random;
    private final AtomicInteger held = new AtomicInteger();

    Interference(Laboratory laboratory, RandomGenerator random) {
        this.laboratory = laboratory;
        this.random = random;
    }

    /** Whether there is anything to draw. */
    boolean isOff(@Nullable String table) {
        return laboratory.faults() == null
                && laboratory.latency().isEmpty()
                && (table == null || !laboratory.isPaused(table));
    }

    /** What goes wrong with the next request. */
    Fault fault() {
        Laboratory.Faults faults = laboratory.faults();
        if (faults == null) {
            return Fault.NONE;
        }
        double drawn = draw();
        if (drawn < faults.errors()) {
            return Fault.ERROR;
        }
        if (drawn < faults.errors() + faults.lostAnswers()) {
            return Fault.LOST_ANSWER;
        }
        return drawn < faults.errors() + faults.lostAnswers() + faults.resets() ? Fault.RESET : Fault.NONE;
    }

    /** How long the next answer of an operation takes beyond the work itself. */
    Duration delay(String operation) {
        Map<String, Laboratory.Latency> all = laboratory.latency();
        Laboratory.Latency latency = all.getOrDefault(operation, all.get("*"));
        if (latency == null) {
            return Duration.ZERO;
        }
        double median = latency.median().toNanos();
        double sigma = Math.log(latency.p99().toNanos() / median) / Z99;
        double gaussian;
        synchronized (this) {
            gaussian = random.nextGaussian();
        }
        return Duration.ofNanos((long) Math.min(60e9, median * Math.exp(sigma * gaussian)));
    }

    private synchronized double draw() {
        return random.nextDouble();
    }

    /** What a fault answers in place of, or after, the work. */
    static OriginReply reply(Fault fault, @Nullable String requestId) {
        if (fault == Fault.ERROR) {
            return OriginReply.error(
                    DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "Internal server error"), requestId);
        }
        return OriginReply.failure(
                DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, "The connection was broken off"),
                OriginReply.Certainty.UNKNOWN);
    }

    /**
     * Does something after a delay, once its table is not paused.
     *
     * @return false if too many wait already
     */
    boolean after(Duration delay, @Nullable String table, Runnable work) {
        if (held.incrementAndGet() > MOST_HELD) {
            held.decrementAndGet();
            return false;
        }
        schedule(delay, table, () -> {
            held.decrementAndGet();
            work.run();
        });
        return true;
    }

    private void schedule(Duration delay, @Nullable String table, Runnable work) {
        CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS).execute(() -> {
            if (table != null && laboratory.isPaused(table)) {
                schedule(PAUSE_STEP, table, work);
            } else {
                work.run();
            }
        });
    }
}
