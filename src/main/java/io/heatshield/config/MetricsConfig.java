package io.heatshield.config;

/**
 * What is measured: section {@code metrics}.
 *
 * @param maxTables how many tables get figures of their own; those seen later go to {@code other}
 */
public record MetricsConfig(int maxTables) {
    /** Checks every value. */
    public MetricsConfig {
        new Checks().count("max-tables", maxTables, 0, 10_000).done();
    }

    static MetricsConfig defaults() {
        return new MetricsConfig(100);
    }
}
