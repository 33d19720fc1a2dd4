package io.heatshield.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is kept, and for how long: section {@code cache}.
 *
 * @param itemTtl the soft TTL: an older item is refreshed in the background while it is still served
 * @param itemHardTtl nothing older is served while the origin answers; null for 1.25 times {@code itemTtl}
 * @param jitter each entry's TTL is varied by up to this share, so that what was loaded together does not end together
 * @param staleWhileDown how long past the hard TTL an entry is served while the origin cannot answer; 0 for never
 * @param negativeTtl how long it is remembered that an item does not exist; 0 for not at all
 * @param resultTtl the soft TTL of answers to Query and Scan
 * @param maxItemBytes an item whose answer is longer is not cached
 * @param oversizeMemory how long a key is remembered for its item's being too long, so that its readers do not queue
 * @param maxWaiters how many requests may wait for one load; one more is answered 503
 * @param maxFlights how many loads may be under way; one more is answered 503
 * @param earlyRefresh XFetch's beta: the greater, the earlier a hot item is refreshed; 0 for at the soft TTL
 * @param settleWindow how long after a write loads of its key are strongly consistent
 * @param pendingHold how long a write whose answer never came keeps its key from being cached
 * @param local the cache inside this node
 */
public record CacheConfig(
        Duration itemTtl,
        @Nullable Duration itemHardTtl,
        Percentage jitter,
        Duration staleWhileDown,
        Duration negativeTtl,
        Duration resultTtl,
        ByteSize maxItemBytes,
        Duration oversizeMemory,
        int maxWaiters,
        int maxFlights,
        double earlyRefresh,
        Duration settleWindow,
        Duration pendingHold,
        LocalTierConfig local) {
    private static final Duration TICK = Duration.ofMillis(1);
    private static final Duration WEEK = Duration.ofDays(7);

    /** Checks every value. */
    public CacheConfig {
        new Checks()
                .span("item-ttl", itemTtl, TICK, WEEK)
                .together(
                        itemHardTtl == null || itemHardTtl.compareTo(itemTtl) >= 0,
                        Lifetimes.hardBelowSoft(itemHardTtl, "item-ttl", itemTtl),
                        "item-hard-ttl",
                        "item-ttl")
                .that(
                        jitter.fraction() >= 0 && jitter.fraction() <= 0.5,
                        "jitter",
                        jitter,
                        "a percentage from 0% to 50%")
                .span("stale-while-down", staleWhileDown, Duration.ZERO, WEEK)
                .span("negative-ttl", negativeTtl, Duration.ZERO, WEEK)
                .span("result-ttl", resultTtl, Duration.ZERO, WEEK)
                .size("max-item-bytes", maxItemBytes, new ByteSize(0), ByteSize.ofMebibytes(16))
                .span("oversize-memory", oversizeMemory, Duration.ZERO, WEEK)
                .count("max-waiters", maxWaiters, 1, 1_000_000)
                .count("max-flights", maxFlights, 1, 10_000_000)
                .that(earlyRefresh >= 0 && earlyRefresh <= 100, "early-refresh", earlyRefresh, "a number from 0 to 100")
                .span("settle-window", settleWindow, Duration.ZERO, Duration.ofMinutes(5))
                .span("pending-hold", pendingHold, Duration.ZERO, Duration.ofMinutes(5))
                .together(
                        maxItemBytes.bytes() <= local.maxBytes().bytes(),
                        maxItemBytes + " is more than cache.local.max-bytes, " + local.maxBytes()
                                + "; such an item could never be kept",
                        "max-item-bytes",
                        "local.max-bytes")
                .done();
    }

    static CacheConfig defaults() {
        return new CacheConfig(
                Duration.ofSeconds(60),
                null,
                Percentage.of(10),
                Duration.ofMinutes(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(60),
                ByteSize.ofKibibytes(256),
                Duration.ofSeconds(30),
                10_000,
                100_000,
                1.0,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                LocalTierConfig.defaults());
    }

    /** What holds for a table that nothing was said of. */
    public Lifetimes lifetimes() {
        return new Lifetimes(true, itemTtl, Lifetimes.hardTtl(itemTtl, itemHardTtl), negativeTtl, staleWhileDown);
    }

    /**
     * What holds for a table with these overrides. A hard TTL goes with the soft TTL beside it: a table that sets only
     * {@code item-ttl} gets 1.25 times that as its hard TTL, whatever the section {@code cache} says.
     */
    public Lifetimes lifetimes(TableConfig table) {
        Duration soft = table.itemTtl() == null ? itemTtl : table.itemTtl();
        Duration hard = table.itemHardTtl() == null && table.itemTtl() == null ? itemHardTtl : table.itemHardTtl();
        return new Lifetimes(
                table.cache(),
                soft,
                Lifetimes.hardTtl(soft, hard),
                table.negativeTtl() == null ? negativeTtl : table.negativeTtl(),
                table.staleWhileDown() == null ? staleWhileDown : table.staleWhileDown());
    }
}
