package io.heatshield.config;

/**
 * The embedded origin: section {@code embedded}. Without effect on any other.
 *
 * @param sampleTables whether to create sample tables at start and fill them
 */
public record EmbeddedConfig(boolean sampleTables) {
    static EmbeddedConfig defaults() {
        return new EmbeddedConfig(true);
    }
}
