package io.heatshield.http;

import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The value of the {@code Date} header, formatted at most once a second. SDKs correct their clocks by it, so it must
 * be right and there must be exactly one. Used by one event loop.
 */
final class DateText {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final InstantSource clock;
    private long second = Long.MIN_VALUE;
    private AsciiString text = AsciiString.EMPTY_STRING;

    DateText(InstantSource clock) {
        this.clock = clock;
    }

    AsciiString now() {
        long current = Math.floorDiv(clock.millis(), 1000L);
        if (current != second) {
            second = current;
            text = new AsciiString(FORMAT.format(Instant.ofEpochSecond(current)));
        }
        return text;
    }
}
