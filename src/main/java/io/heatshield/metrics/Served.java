package io.heatshield.metrics;

import java.util.Locale;

/** How an answer was made: the values of the tag {@code served}. */
public enum Served {
    /** From the local tier. */
    LOCAL,
    /** From the shared tier. */
    SHARED,
    /** From a load that another request had begun. */
    JOINED,
    /** From a load of its own. */
    MISS,
    /** An old value, because the origin could not answer. */
    STALE,
    /** From the origin, with no tier asked. */
    BYPASS;

    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
