package io.heatshield.cache;

import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.CacheStatus;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.jspecify.annotations.Nullable;

/**
 * One load in progress and those who wait for it. A flight is boarded until it lands or is detached; while a write is
 * pending, those who come later board the next flight, which starts when this one lands, so that nobody gets a value
 * older than a write that was answered before they asked.
 *
 * <p>All state is guarded by the flight's own lock, which is never held while anything else is called.
 */
final class Flight {
    private final CacheKey key;
    private final Lifetimes lifetimes;
    private final Loader loader;
    private final boolean ahead;
    private final long openedAt;
    private final Promise<Outcome> promise = Promise.promise();
    private int waiters = 1;
    private boolean closed;
    private boolean pending;
    private LocalTier.@Nullable Snapshot started;
    private @Nullable Flight next;

    /**
     * @param ahead whether this is a refresh of an entry that is still served
     * @param openedAt the clock's reading; for a flight behind another, that of its first reader
     */
    Flight(CacheKey key, Lifetimes lifetimes, Loader loader, boolean ahead, long openedAt) {
        this.key = key;
        this.lifetimes = lifetimes;
        this.loader = loader;
        this.ahead = ahead;
        this.openedAt = openedAt;
    }

    CacheKey key() {
        return key;
    }

    Lifetimes lifetimes() {
        return lifetimes;
    }

    Loader loader() {
        return loader;
    }

    boolean ahead() {
        return ahead;
    }

    Future<Outcome> future() {
        return promise.future();
    }

    /** What comes of boarding. */
    enum Boarded {
        JOINED,
        /** The reader is the first of the next flight. */
        LEADS_NEXT,
        FULL,
        /** Landed or detached: look again. */
        CLOSED
    }

    /**
     * A seat on this flight or on the next.
     *
     * @param flight the one to wait for; null unless JOINED or LEADS_NEXT
     */
    record Seat(Boarded boarded, @Nullable Flight flight) {}

    /**
     * Takes a seat.
     *
     * @param now the clock's reading
     * @param joinNanos how old a flight may be to be joined
     */
    Seat board(Lifetimes ownLifetimes, Loader ownLoader, int maxWaiters, long now, long joinNanos) {
        Flight following;
        synchronized (this) {
            if (closed) {
                return new Seat(Boarded.CLOSED, null);
            }
            if (!pending && now - openedAt <= joinNanos && (!ownLifetimes.strict() || vouchedFor(now))) {
                return takeSeat(maxWaiters);
            }
            if (next == null) {
                next = new Flight(key, ownLifetimes, ownLoader, false, now);
                return new Seat(Boarded.LEADS_NEXT, next);
            }
            following = next;
        }
        synchronized (following) {
            return following.closed ? new Seat(Boarded.CLOSED, null) : following.takeSeat(maxWaiters);
        }
    }

    /**
     * Whether a fence that another node raised since this flight took off would have been heard of, and have detached
     * it. What nobody vouches for may be older than a write that was answered; who may not be served that, waits.
     */
    private boolean vouchedFor(long now) {
        return started == null || started.vouchedFor(now);
    }

    /** Whether a fence wider than its key has passed since it took off: newcomers are to have another. */
    synchronized boolean outdated() {
        return started != null && !started.current();
    }

    private Seat takeSeat(int maxWaiters) {
        if (waiters >= maxWaiters) {
            return new Seat(Boarded.FULL, null);
        }
        waiters++;
        return new Seat(Boarded.JOINED, this);
    }

    /** The load begins, under this snapshot: whoever boarded before gets what is read after. */
    synchronized void takesOff(LocalTier.Snapshot snapshot) {
        started = snapshot;
    }

    /** A write of this key is under way: from now on, board the next flight. */
    synchronized void sawPending() {
        pending = true;
    }

    /** Closes the doors if nobody is aboard but the one who opened it, who waits for nothing. */
    synchronized boolean closeIfEmpty() {
        if (waiters > 1 || next != null) {
            return false;
        }
        closed = true;
        return true;
    }

    /**
     * Closes the doors.
     *
     * @return the flight that is to start now, or null
     */
    synchronized @Nullable Flight close() {
        closed = true;
        Flight following = next;
        next = null;
        return following;
    }

    void complete(Outcome outcome) {
        promise.complete(outcome);
    }

    /** The same outcome, as one sees it who joined. */
    static Outcome joined(Outcome outcome) {
        if (outcome instanceof Outcome.Refused refused && refused.personal()) {
            return new Outcome.Unshared();
        }
        return outcome instanceof Outcome.Served served && served.status() == CacheStatus.MISS
                ? new Outcome.Served(served.item(), CacheStatus.JOINED)
                : outcome;
    }
}
