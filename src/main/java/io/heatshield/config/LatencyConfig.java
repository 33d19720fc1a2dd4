package io.heatshield.config;

import java.time.Duration;

/**
 * How long an operation of the embedded origin takes, log-normally: section {@code embedded.latency.<operation>}.
 *
 * @param median half of the answers are faster
 * @param p99 one answer in a hundred is slower
 */
public record LatencyConfig(Duration median, Duration p99) {
    /** Checks every value. */
    public LatencyConfig {
        Duration tick = Duration.ofMillis(1);
        Duration minute = Duration.ofMinutes(1);
        new Checks()
                .span("median", median, tick, minute)
                .span("p99", p99, tick, minute)
                .together(
                        p99.compareTo(median) >= 0,
                        Values.show(p99) + " is less than the median, " + Values.show(median),
                        "p99",
                        "median")
                .done();
    }

    static LatencyConfig defaults() {
        return new LatencyConfig(Duration.ofMillis(5), Duration.ofMillis(50));
    }
}
