package io.heatshield.config;

/**
 * A value that is never shown: not in messages, not in logs, not by {@code check-config}.
 *
 * @param value the value itself
 */
public record Secret(String value) {
    @Override
    public String toString() {
        return "***";
    }
}
