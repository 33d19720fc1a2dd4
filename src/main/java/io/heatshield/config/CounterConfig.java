package io.heatshield.config;

import java.time.Duration;

/**
 * The items are counters: section {@code choose-by.counter}.
 *
 * @param groupCommit how long increments of one item are gathered before they are sent as one; 0 sends each by itself
 */
public record CounterConfig(Duration groupCommit) {
    static CounterConfig defaults() {
        return new CounterConfig(Duration.ZERO);
    }
}
