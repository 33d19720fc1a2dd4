package io.heatshield.http;

import io.vertx.core.MultiMap;
import java.util.concurrent.TimeUnit;

/**
 * How old an answer is and how long it may still be reused, in whole seconds. The age is rounded up and the life down,
 * so that nobody keeps it longer than we would.
 */
record Freshness(long age, long left) {
    /** Not to be reused without asking. */
    static final Freshness NONE = new Freshness(0, 0);

    static Freshness of(long ageNanos, long freshNanos) {
        long age = TimeUnit.NANOSECONDS.toSeconds(ageNanos + 999_999_999L);
        return new Freshness(age, TimeUnit.NANOSECONDS.toSeconds(freshNanos));
    }

    /** Of both together: as old as the older, and good for as long as the shorter-lived. */
    Freshness and(Freshness other) {
        return new Freshness(Math.max(age, other.age), Math.min(left, other.left));
    }

    /**
     * Says so. A cache takes the {@code Age} off {@code max-age} (RFC 9111, 4.2), so that is the whole life. nginx does
     * not, and is told in a header of its own what is left.
     */
    void write(MultiMap headers) {
        if (left == 0) {
            headers.add(HeaderNames.CACHE_CONTROL, "no-cache");
            return;
        }
        headers.add(HeaderNames.AGE, Long.toString(age));
        headers.add(HeaderNames.CACHE_CONTROL, "max-age=" + (age + left));
        headers.add(HeaderNames.ACCEL_EXPIRES, Long.toString(left));
    }
}
