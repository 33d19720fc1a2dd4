package io.heatshield.metrics;

import java.util.Locale;

/** Why an entry left the local tier: the values of the tag {@code cause}. */
public enum Eviction {
    /** The tier was full. */
    SIZE,
    /** Its hard TTL had passed. */
    EXPIRED,
    /** A write, or the bus, said that it is no longer true. */
    INVALIDATED;

    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
