package io.heatshield.tail;

import java.util.random.RandomGenerator;

/**
 * How long to wait after one failure more: twice as long each time up to a bound, and of that a random half, so that
 * those who failed together do not come back together.
 */
final class Backoff {
    private static final long FIRST_MILLIS = 400;
    private static final long LONGEST_MILLIS = 10_000;
    private static final int DOUBLINGS = 8;

    private final RandomGenerator random;
    private int failures;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** All is well again. */
    void reset() {
        failures = 0;
    }

    /** How many failures there have been in a row. */
    int failures() {
        return failures;
    }

    /** The wait after one more, in milliseconds. */
    long next() {
        long most = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(failures, DOUBLINGS));
        failures++;
        return most / 2 + random.nextLong(most / 2 + 1);
    }
}
