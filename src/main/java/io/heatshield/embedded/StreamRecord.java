package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change as a stream tells it.
 *
 * @param sequence its number, greater than that of every earlier change of the stream
 * @param time when it was made
 * @param keys the primary key
 * @param before the item before, or null
 * @param after the item after, or null
 * @param expired whether it was removed because its time to live had passed
 */
record StreamRecord(
        long sequence,
        Instant time,
        Map<String, AttributeValue> keys,
        @Nullable StoredItem before,
        @Nullable StoredItem after,
        boolean expired) {

    /** {@code INSERT}, {@code MODIFY} or {@code REMOVE}. */
    String eventName() {
        if (before == null) {
            return "INSERT";
        }
        return after == null ? "REMOVE" : "MODIFY";
    }

    /** What it weighs in a view. */
    int size(StreamView view) {
        int size = ItemSize.of(keys);
        if (view.showsNew() && after != null) {
            size += after.size();
        }
        if (view.showsOld() && before != null) {
            size += before.size();
        }
        return size;
    }

    /** A sequence number as the API has it: digits that compare as numbers. */
    static String sequenceText(long sequence) {
        return "1%023d".formatted(sequence);
    }

    /** The number in such a text, or -1 if it is none. */
    static long sequenceOf(String text) {
        if (!text.matches("1\\d{23}")) {
            return -1;
        }
        try {
            return Long.parseLong(text.substring(1));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
