package io.heatshield.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Overrides for one table: section {@code tables.<name>}. What is null holds as the section {@code cache} says; ask
 * {@link HeatshieldConfig#lifetimesOf} for what holds in the end.
 *
 * @param cache whether the table's items are cached: {@code on} or {@code off}
 * @param itemTtl the soft TTL
 * @param itemHardTtl the hard TTL
 * @param negativeTtl how long the absence of an item is remembered
 * @param staleWhileDown how long past the hard TTL an item is served while the origin is down
 * @param coherence what a write promises to readers of other nodes
 * @param resultTtl the soft TTL of answers to Query and Scan
 * @param scans whether answers to Scan are kept
 * @param warmItems whether the items of an answer to Query or Scan are kept as items too
 * @param exactIndexes the global secondary indexes whose answers end with the writes that change them
 * @param timedIndexes those whose answers end by age alone
 * @param tailStream whether the table's stream is read, to drop what is changed past Heatshield
 * @param shardedKeys logical partition keys of the table whose items are spread over several
 * @param shardedIndexes partition key values of its global secondary indexes whose items are
 */
public record TableConfig(
        boolean cache,
        @Nullable Duration itemTtl,
        @Nullable Duration itemHardTtl,
        @Nullable Duration negativeTtl,
        @Nullable Duration staleWhileDown,
        @Nullable Coherence coherence,
        @Nullable Duration resultTtl,
        boolean scans,
        boolean warmItems,
        @Nullable Names exactIndexes,
        @Nullable Names timedIndexes,
        boolean tailStream,
        List<ShardedKeyConfig> shardedKeys,
        List<ShardedIndexConfig> shardedIndexes) {
    private static final Duration WEEK = Duration.ofDays(7);

    /** Checks every value. */
    public TableConfig {
        shardedKeys = List.copyOf(shardedKeys);
        shardedIndexes = List.copyOf(shardedIndexes);
        Checks checks = new Checks();
        ShardingChecks.run(checks, shardedKeys, shardedIndexes);
        span(checks, "item-ttl", itemTtl, Duration.ofMillis(1));
        span(checks, "item-hard-ttl", itemHardTtl, Duration.ofMillis(1));
        span(checks, "negative-ttl", negativeTtl, Duration.ZERO);
        span(checks, "stale-while-down", staleWhileDown, Duration.ZERO);
        span(checks, "result-ttl", resultTtl, Duration.ZERO);
        String both = exactIndexes == null || timedIndexes == null ? null : exactIndexes.in(timedIndexes);
        checks.together(
                both == null,
                "names '" + both + "' in both; an index is one or the other",
                "exact-indexes",
                "timed-indexes");
        checks.together(
                cache || !tailStream,
                "has no meaning where nothing is cached; leave it out, or turn cache on",
                "tail-stream",
                "cache");
        checks.done();
    }

    /** Whether anything of the table is spread. */
    public boolean sharded() {
        return !shardedKeys.isEmpty() || !shardedIndexes.isEmpty();
    }

    static TableConfig defaults() {
        return new TableConfig(
                true, null, null, null, null, null, null, false, false, null, null, false, List.of(), List.of());
    }

    private static void span(Checks checks, String key, @Nullable Duration value, Duration least) {
        if (value != null) {
            checks.span(key, value, least, WEEK);
        }
    }
}
