package io.heatshield.metrics;

import java.util.Locale;

/** What came of a load: the values of the tag {@code result}. */
public enum LoadResult {
    /** Kept. */
    FILLED,
    /** Answered to those who waited but not kept, since a write had passed. */
    FENCED,
    /** Found in the shared tier. */
    SHARED,
    /** A refresh that was left to another node, which is at it. */
    LEFT,
    /** Too large to keep. */
    OVERSIZE,
    /** An error, or no answer. */
    REFUSED;

    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
