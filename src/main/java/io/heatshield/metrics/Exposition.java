package io.heatshield.metrics;

/**
 * All figures at one moment.
 *
 * @param contentType says which of Prometheus' two text formats it is
 * @param text the figures
 */
public record Exposition(String contentType, String text) {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    static String typeFor(String accept) {
        return accept.contains("application/openmetrics-text") ? OPEN_METRICS : PROMETHEUS;
    }
}
