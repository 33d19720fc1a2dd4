package io.heatshield.config;

import java.time.Duration;

/**
 * How the process ends: section {@code shutdown}.
 *
 * @param deadline how long after SIGTERM requests under way may still take to be answered
 */
public record ShutdownConfig(Duration deadline) {
    /** Checks every value. */
    public ShutdownConfig {
        new Checks()
                .span("deadline", deadline, Duration.ofMillis(100), Duration.ofMinutes(10))
                .done();
    }

    static ShutdownConfig defaults() {
        return new ShutdownConfig(Duration.ofSeconds(10));
    }
}
