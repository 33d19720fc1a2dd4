package io.heatshield.embedded;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The times in the names of streams. */
final class StreamTimes {
    private static final DateTimeFormatter LABEL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private StreamTimes() {}

    /** A stream's label. */
    static String label(Instant created) {
        return LABEL.format(created);
    }
}
