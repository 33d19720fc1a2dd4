package io.heatshield.cache;

/**
 * What bounds the cache and how it behaves; ages are per table, in {@link Lifetimes}.
 *
 * @param maxBytes bytes of the local tier, overhead of entries included
 * @param maxItemBytes a larger item is not held, only remembered as large
 * @param oversizeMemoryNanos for how long
 * @param maxWaiters readers that may wait for one load
 * @param maxFlights loads under way at once
 * @param jitter the fraction by which an entry's ages are spread to either side, so that entries loaded together do
 *     not expire together
 * @param earlyRefresh the weight of a load's cost in the chance of an early refresh; 0 for none, 1 as published
 * @param localTtlNanos how long the local tier serves an entry before it asks the shared tier again
 * @param joinNanos a load that began longer ago is not joined: what it read may be older than the bound on staleness
 */
public record CacheSettings(
        long maxBytes,
        int maxItemBytes,
        long oversizeMemoryNanos,
        int maxWaiters,
        int maxFlights,
        double jitter,
        double earlyRefresh,
        long localTtlNanos,
        long joinNanos) {
    /** For a node that has no shared tier behind it, and so nothing to ask and nobody to hear of too late. */
    public CacheSettings(
            long maxBytes,
            int maxItemBytes,
            long oversizeMemoryNanos,
            int maxWaiters,
            int maxFlights,
            double jitter,
            double earlyRefresh) {
        this(
                maxBytes,
                maxItemBytes,
                oversizeMemoryNanos,
                maxWaiters,
                maxFlights,
                jitter,
                earlyRefresh,
                Long.MAX_VALUE,
                Long.MAX_VALUE);
    }
}
