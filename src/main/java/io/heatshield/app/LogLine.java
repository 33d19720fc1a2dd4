package io.heatshield.app;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.StringJoiner;
import org.slf4j.event.KeyValuePair;

/**
 * Writes an event as one line, whatever is in it. An exception takes part of the line: its kind and message, those of
 * its causes, and the innermost frames of the first.
 */
abstract class LogLine extends EncoderBase<ILoggingEvent> {
    private static final int FRAMES = 8;
    private static final int CAUSES = 4;
    private static final byte[] NONE = {};

    /** Begins the line. */
    abstract void open(StringBuilder line);

    /** Adds one field; the key is fit to be written as it is. */
    abstract void field(StringBuilder line, String key, String value);

    /** Ends the line, without the line break. */
    abstract void close(StringBuilder line);

    @Override
    public byte[] headerBytes() {
        return NONE;
    }

    @Override
    public byte[] footerBytes() {
        return NONE;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(160);
        open(line);
        field(line, "ts", Instant.ofEpochMilli(event.getTimeStamp()).toString());
        field(line, "level", event.getLevel().toString().toLowerCase(Locale.ROOT));
        field(line, "logger", logger(event.getLoggerName()));
        field(line, "msg", String.valueOf(event.getFormattedMessage()));
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                field(line, pair.key, String.valueOf(pair.value));
            }
        }
        if (event.getThrowableProxy() != null) {
            field(line, "error", causes(event.getThrowableProxy()));
            field(line, "at", frames(event.getThrowableProxy()));
        }
        close(line);
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Our own loggers by what follows the base package; others in full. */
    private static String logger(String name) {
        return name.startsWith("io.heatshield.") ? name.substring("io.heatshield.".length()) : name;
    }

    private static String causes(IThrowableProxy thrown) {
        StringJoiner causes = new StringJoiner("; caused by ");
        IThrowableProxy each = thrown;
        for (int depth = 0; each != null && depth < CAUSES; depth++) {
            String message = each.getMessage();
            causes.add(each.getClassName() + (message == null ? "" : ": " + message));
            each = each.getCause();
        }
        return causes.toString();
    }

    private static String frames(IThrowableProxy thrown) {
        StringJoiner frames = new StringJoiner(" < ");
        StackTraceElementProxy[] all = thrown.getStackTraceElementProxyArray();
        for (int at = 0; at < Math.min(all.length, FRAMES); at++) {
            StackTraceElement frame = all[at].getStackTraceElement();
            frames.add(frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber());
        }
        return frames.toString();
    }

    /** {@code key=value} pairs, values in quotation marks where they need them. */
    static final class Logfmt extends LogLine {
        @Override
        void open(StringBuilder line) {
            // Nothing stands before the first pair.
        }

        @Override
        void field(StringBuilder line, String key, String value) {
            if (line.length() > 0) {
                line.append(' ');
            }
            line.append(key).append('=');
            boolean bare = !value.isEmpty()
                    && value.chars().allMatch(c -> c > ' ' && c < 127 && c != '"' && c != '=' && c != '\\');
            if (bare) {
                line.append(value);
            } else {
                quote(line, value);
            }
        }

        @Override
        void close(StringBuilder line) {
            // Nothing stands after the last pair.
        }
    }

    /** One JSON object. */
    static final class Json extends LogLine {
        @Override
        void open(StringBuilder line) {
            line.append('{');
        }

        @Override
        void field(StringBuilder line, String key, String value) {
            if (line.length() > 1) {
                line.append(',');
            }
            quote(line, key);
            line.append(':');
            quote(line, value);
        }

        @Override
        void close(StringBuilder line) {
            line.append('}');
        }
    }

    /** A JSON string, which serves logfmt as well: no line break and no control character gets through. */
    private static void quote(StringBuilder line, String value) {
        line.append('"');
        for (int at = 0; at < value.length(); at++) {
            char c = value.charAt(at);
            switch (c) {
                case '"' -> line.append("\\\"");
                case '\\' -> line.append("\\\\");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    // DEL, the C1 controls and the line separators would break a line or a terminal.
                    if (c < ' ' || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029) {
                        line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
        line.append('"');
    }
}
