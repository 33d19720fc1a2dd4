package io.heatshield.tail;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far a shard has been read.
 *
 * @param kind what kind of place it is
 * @param sequence the sequence number of the last record that was dealt with, for {@link Kind#AFTER} alone
 */
record Position(Kind kind, @Nullable String sequence) {
    /** At the end of a shard that began before it was read; no record has come since. It names no place to return to. */
    static final Position LATEST = new Position(Kind.LATEST, null);
    /** Before the oldest record that the shard still has. */
    static final Position HORIZON = new Position(Kind.HORIZON, null);
    /** Behind the last record of a shard that gets no more. */
    static final Position END = new Position(Kind.END, null);

    private static final String AFTER = "after:";

    enum Kind {
        LATEST,
        HORIZON,
        AFTER,
        END
    }

    static Position after(String sequence) {
        return new Position(Kind.AFTER, sequence);
    }

    /** As it is noted for others. */
    String text() {
        return switch (kind) {
            case LATEST -> "latest";
            case HORIZON -> "horizon";
            case AFTER -> AFTER + Objects.requireNonNull(sequence);
            case END -> "end";
        };
    }

    /** What was noted; null if nothing was, or nothing that is understood here. */
    static @Nullable Position of(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return switch (text) {
            case "latest" -> LATEST;
            case "horizon" -> HORIZON;
            case "end" -> END;
            default -> text.startsWith(AFTER) ? after(text.substring(AFTER.length())) : null;
        };
    }
}
