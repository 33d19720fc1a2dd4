package io.heatshield.config;

/**
 * The log, on standard error: section {@code log}.
 *
 * @param level the least grave level that is written
 * @param format how a line is written
 */
public record LogConfig(Level level, Format format) {
    /** How grave an event is. */
    public enum Level {
        /** Only what needs a person now. */
        ERROR,
        /** What needs a person sometime. */
        WARN,
        /** Starts, stops and changes of state. */
        INFO,
        /** What is needed to follow one request. */
        DEBUG
    }

    /** How a line is written. */
    public enum Format {
        /** {@code key=value} pairs. */
        LOGFMT,
        /** One JSON object a line. */
        JSON
    }

    static LogConfig defaults() {
        return new LogConfig(Level.INFO, Format.LOGFMT);
    }
}
