package io.heatshield.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the checker found in the histories it was given. */
final class Verdict {
    private static final int MOST_SHOWN = 20;

    /** How a history can break what was promised. */
    enum Breach {
        /** A read was served a value that was older than the bound allows (G3, G4). */
        TOO_OLD,
        /** A read through the node that took a newer write was served an older value (G2). */
        NOT_OWN,
        /** A read or an answer shows more writes than had been asked for. */
        FROM_NOWHERE,
        /** Two writes were told that they made the same version, or a later one that it made an earlier version. */
        ORIGIN_ORDER
    }

    private final Map<Breach, Long> breaches = new EnumMap<>(Breach.class);
    private final List<String> shown = new ArrayList<>();
    private final Histogram staleness = new Histogram();
    private final Histogram ofOutages = new Histogram();
    private long reads;
    private long acknowledged;
    private long unknown;
    private long excused;
    private long monotonicBreaks;

    void breach(Breach kind, String what) {
        breaches.merge(kind, 1L, Long::sum);
        if (shown.size() < MOST_SHOWN) {
            shown.add(kind + ": " + what);
        }
    }

    void read(boolean cutOff, long staleNanos) {
        reads++;
        Histogram histogram = cutOff ? ofOutages : staleness;
        if (staleNanos < 0) {
            histogram.fresh();
        } else {
            histogram.stale(staleNanos);
        }
    }

    void written(boolean known) {
        if (known) {
            acknowledged++;
        } else {
            unknown++;
        }
    }

    /** A read that only an outage excuses. */
    void excused() {
        excused++;
    }

    /** A client was served an older value than it had been served before. */
    void monotonicBreak() {
        monotonicBreaks++;
    }

    long operations() {
        return reads + acknowledged + unknown;
    }

    long reads() {
        return reads;
    }

    long excusedReads() {
        return excused;
    }

    long monotonicBreaks() {
        return monotonicBreaks;
    }

    Histogram staleness() {
        return staleness;
    }

    /** How often each promise was broken; empty if none was. */
    Map<Breach, Long> breaches() {
        return breaches;
    }

    /** The first of them in words. */
    List<String> shown() {
        return shown;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d operations: %d reads, %d writes acknowledged, %d of unknown outcome; breaches %s;%n"
                        + "excused by an outage %d, monotonic breaks %d; staleness of reads outside outages:%n%s"
                        + "and within:%n%s%s",
                operations(),
                reads,
                acknowledged,
                unknown,
                breaches.isEmpty() ? "none" : breaches,
                excused,
                monotonicBreaks,
                staleness,
                ofOutages,
                String.join(System.lineSeparator(), shown));
    }
}
