package io.heatshield.history;

import java.util.Locale;

/** How old what reads were served was, counted by powers of two of a millisecond. */
final class Histogram {
    private static final int BUCKETS = 16;

    private final long[] counts = new long[BUCKETS];
    private long fresh;
    private long most;

    /** A read of the newest acknowledged value. */
    void fresh() {
        fresh++;
    }

    /** A read of a value that was older, by the time since the first newer one was acknowledged. */
    void stale(long nanos) {
        most = Math.max(most, nanos);
        long millis = nanos / 1_000_000;
        counts[Math.min(BUCKETS - 1, 64 - Long.numberOfLeadingZeros(millis))]++;
    }

    long stale() {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }

    /** The most that was seen, in nanoseconds. */
    long most() {
        return most;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "  %12s %10d%n", "not stale", fresh));
        for (int i = 0; i < BUCKETS; i++) {
            if (counts[i] > 0) {
                String name = i == BUCKETS - 1 ? ">= " + (1 << (i - 1)) + " ms" : "< " + (1 << i) + " ms";
                text.append(String.format(Locale.ROOT, "  %12s %10d%n", name, counts[i]));
            }
        }
        return text.append(String.format(Locale.ROOT, "  %12s %10.1f ms%n", "most", most / 1e6))
                .toString();
    }
}
