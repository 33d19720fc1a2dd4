package io.heatshield.protocol;

/** How an answer was made: the value of the response header {@code x-heatshield-cache}. */
public enum CacheStatus {
    /** From the local tier. */
    LOCAL("local"),
    /** From the shared tier. */
    SHARED("shared"),
    /** From a load that another request had begun. */
    JOINED("joined"),
    /** From a load of its own. */
    MISS("miss"),
    /** An old value, because the origin could not answer. */
    STALE("stale"),
    /** From the origin, with no tier asked. */
    BYPASS("bypass");

    private final String headerValue;

    CacheStatus(String headerValue) {
        this.headerValue = headerValue;
    }

    /** The word on the wire. */
    public String headerValue() {
        return headerValue;
    }
}
