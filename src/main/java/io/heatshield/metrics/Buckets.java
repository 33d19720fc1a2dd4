package io.heatshield.metrics;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/** The bounds of latency histograms: few, since every one is a series, and close together where it matters. */
final class Buckets {
    /** Answers to clients: hits take well under a millisecond. */
    private static final List<Duration> CLIENT =
            micros(50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 500_000, 2_500_000, 10_000_000);
    /** Calls to the origin: single-digit milliseconds when all is well, seconds when not. */
    private static final List<Duration> ORIGIN = micros(
            500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000, 30_000_000);

    private Buckets() {}

    private static List<Duration> micros(long... bounds) {
        return LongStream.of(bounds)
                .mapToObj(micro -> Duration.ofNanos(micro * 1_000))
                .toList();
    }

    static Timer.Builder client(Timer.Builder timer) {
        return timer.serviceLevelObjectives(CLIENT.toArray(Duration[]::new));
    }

    static Timer.Builder origin(Timer.Builder timer) {
        return timer.serviceLevelObjectives(ORIGIN.toArray(Duration[]::new));
    }
}
