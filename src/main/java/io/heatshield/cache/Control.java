package io.heatshield.cache;

import java.util.Map;
import java.util.TreeMap;

/**
 * The control record of one scope: who may fill it, which writes are under way, and until when loads must be strong.
 * Immutable; times are of the tier's monotonic clock and compared by difference, which survives its wrapping.
 *
 * @param lease the lease's token, or 0 for none
 * @param leaseUntil when it ends
 * @param leaseGeneration the table's generation when it was given
 * @param strongUntil when the settle window ends; meaningless unless {@code settles}
 * @param settles whether there is a settle window
 * @param writes the pending writes' tokens, each with the time at which it is given up
 */
record Control(
        long lease, long leaseUntil, long leaseGeneration, long strongUntil, boolean settles, Map<Long, Long> writes) {

    static final Control NONE = new Control(0, 0, 0, 0, false, Map.of());

    boolean pending(long now) {
        for (long until : writes.values()) {
            if (until - now > 0) {
                return true;
            }
        }
        return false;
    }

    boolean strong(long now) {
        return settles && strongUntil - now > 0;
    }

    boolean leased(long now) {
        return lease != 0 && leaseUntil - now > 0;
    }

    /** Whether nothing of this record matters any more. */
    boolean idle(long now) {
        return !leased(now) && !strong(now) && !pending(now);
    }

    /** How much longer something of this record matters, in nanoseconds; 0 if nothing does. */
    long lifeNanos(long now) {
        long life = 0;
        if (lease != 0) {
            life = Math.max(life, leaseUntil - now);
        }
        if (settles) {
            life = Math.max(life, strongUntil - now);
        }
        for (long until : writes.values()) {
            life = Math.max(life, until - now);
        }
        return life;
    }

    Control withLease(long token, long until, long generation) {
        return new Control(token, until, generation, strongUntil, settles, writes);
    }

    Control withoutLease() {
        return new Control(0, 0, 0, strongUntil, settles, writes);
    }

    /** A write is under way, or its fate is unknown: no lease, and pending under this token until then. */
    Control begun(long token, long until, long now) {
        Map<Long, Long> more = live(now);
        more.put(token, until);
        return new Control(0, 0, 0, strongUntil, settles, more);
    }

    /** A write is over: no lease, its mark gone, and loads strong until then. */
    Control committed(long token, long until, long now) {
        long strong = strong(now) && strongUntil - until > 0 ? strongUntil : until;
        Map<Long, Long> rest = live(now);
        rest.remove(token);
        return new Control(0, 0, 0, strong, true, rest);
    }

    /** A write changed nothing: its mark gone, and nothing else. */
    Control cancelled(long token, long now) {
        Map<Long, Long> rest = live(now);
        rest.remove(token);
        return new Control(lease, leaseUntil, leaseGeneration, strongUntil, settles, rest);
    }

    private Map<Long, Long> live(long now) {
        Map<Long, Long> live = new TreeMap<>(writes);
        live.values().removeIf(until -> until - now <= 0);
        return live;
    }
}
