package io.heatshield.config;

/** Shards are chosen at random: section {@code choose-by.random}, which has no settings. */
public record RandomConfig() {
    static RandomConfig defaults() {
        return new RandomConfig();
    }
}
