package io.heatshield.cache;

/**
 * The local tier's leave to answer for a group of keys without asking the shared tier: it runs out by itself unless it
 * is renewed, and it is renewed only by one who has heard of every fence up to then. So a node that is cut off from
 * the others stops answering from memory within the bound on staleness, whatever happens to its messages. Time is of
 * the cache's monotonic clock, and of this process alone: no two machines' clocks are compared.
 *
 * <p>Safe for use from any thread. Reading it is two volatile reads.
 */
public final class Warrant {
    private volatile long until;
    private volatile long generation;

    /**
     * A warrant that has run out.
     *
     * @param now the clock's reading
     */
    public Warrant(long now) {
        this.until = now;
    }

    /** Whether it covers what was stored in this generation. */
    boolean covers(long now, long storedIn) {
        return until - now > 0 && generation == storedIn;
    }

    long generation() {
        return generation;
    }

    /** The time at which it runs out. */
    public long until() {
        return until;
    }

    /** Renews it to run out then. Called by one thread at a time. */
    public void renew(long newUntil) {
        until = newUntil;
    }

    /** Something may have been missed: what is stored until now is no longer covered. Called by one thread at a time. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // One writer: the owner of the group's subscription.
    public void suspect() {
        generation++;
    }
}
