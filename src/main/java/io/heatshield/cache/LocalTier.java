package io.heatshield.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.ItemCollection;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The cache in this process: entries bounded by bytes, and the stripes and epochs that keep a load from being stored
 * after what it read was invalidated.
 *
 * <p>The ordering argument. An invalidation first moves the key's stripe on and then removes the entry. A load takes a
 * {@link Snapshot} before it reads the origin, and its entry is stored inside the map's atomic compute only if the
 * stripe has not moved. If the check came before the move, the removal comes after the store and takes the entry away;
 * if it came after, nothing is stored. Stripes are shared by keys, which can only cost a store, never allow one.
 */
final class LocalTier {
    private static final int STRIPES = 1 << 16;

    private final Cache<CacheKey, Entry> entries;
    private final AtomicIntegerArray stripes = new AtomicIntegerArray(STRIPES);
    private final ConcurrentHashMap<String, Epoch> epochs = new ConcurrentHashMap<>();
    /** The epochs of items that answers were found among; each lives as long as an entry or a load that holds it. */
    private final Cache<ItemCollection, Epoch> lineages =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

    private final LongAdder evictions = new LongAdder();
    private final LongAdder evictedBytes = new LongAdder();
    private final long maxBytes;

    /**
     * @param clock monotonic nanoseconds
     * @param maxBytes the bound on bytes, overhead of entries included
     */
    LocalTier(LongSupplier clock, long maxBytes) {
        this.maxBytes = maxBytes;
        this.entries = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((CacheKey key, Entry entry) -> entry.weight(key.length()))
                .expireAfter(Expiry.writing((CacheKey key, Entry entry) ->
                        Duration.ofNanos(Math.max(1, entry.deadAt() - clock.getAsLong()))))
                .ticker(clock::getAsLong)
                // Maintenance on the thread that caused it, in small steps: no pool to be starved, and the bound
                // holds at once instead of eventually.
                .executor(Runnable::run)
                .evictionListener((@Nullable CacheKey key, @Nullable Entry entry, RemovalCause cause) -> {
                    if (cause == RemovalCause.SIZE && key != null && entry != null) {
                        evictions.increment();
                        evictedBytes.add(entry.weight(key.length()));
                    }
                })
                .build();
    }

    /**
     * What a load must take before it reads.
     *
     * @param stripe the key's stripe then
     * @param epoch the table's epoch
     * @param generation the epoch's generation then
     * @param lineage that of the items which the key asks about, or null for a key of one item
     * @param warrant what the entry will be served under, or null
     * @param warrantGeneration the warrant's generation then
     */
    record Snapshot(
            int stripe,
            Epoch epoch,
            long generation,
            @Nullable Lineage lineage,
            @Nullable Warrant warrant,
            long warrantGeneration) {
        /** Whether no fence wider than the key has passed since. */
        boolean current() {
            return epoch.generation() == generation && (lineage == null || lineage.current());
        }

        /** Whether every fence since then has been heard of that was answered by now; true if there is nobody to hear. */
        boolean vouchedFor(long now) {
            return warrant == null || warrant.covers(now, warrantGeneration);
        }
    }

    @Nullable
    Entry get(CacheKey key) {
        return entries.getIfPresent(key);
    }

    /** The entry without telling the eviction policy of the visit. */
    @Nullable
    Entry peek(CacheKey key) {
        return entries.policy().getIfPresentQuietly(key);
    }

    Snapshot snapshot(CacheKey key, @Nullable Warrant warrant) {
        Epoch epoch = epoch(key.table().name());
        return new Snapshot(
                stripes.get(stripe(key)),
                epoch,
                epoch.generation(),
                lineage(key.within()),
                warrant,
                warrant == null ? 0 : warrant.generation());
    }

    /** One under which an item is kept that was found in the answer of that entry. */
    Snapshot snapshotOf(CacheKey key, Entry found) {
        Snapshot then = found.snapshot();
        return new Snapshot(
                stripes.get(stripe(key)),
                then.epoch(),
                then.generation(),
                then.lineage(),
                then.warrant(),
                then.warrantGeneration());
    }

    /** Stores the entry unless the key was invalidated since its snapshot. */
    boolean put(CacheKey key, Snapshot snapshot, Entry entry) {
        boolean[] stored = new boolean[1];
        entries.asMap().compute(key, (k, held) -> {
            stored[0] = stripes.get(stripe(key)) == snapshot.stripe() && entry.current();
            return stored[0] ? entry : held;
        });
        return stored[0];
    }

    /** Puts another entry in the place of this one, if this one is still there: weighed anew, and no less invalid. */
    void replace(CacheKey key, Entry entry, Entry by) {
        entries.asMap().replace(key, entry, by);
    }

    void invalidate(CacheKey key) {
        stripes.incrementAndGet(stripe(key));
        entries.invalidate(key);
    }

    void invalidateTable(String name) {
        Epoch epoch = epochs.get(name);
        // None yet: nothing was ever loaded under this name, and a load that begins now reads after this call.
        if (epoch != null) {
            epoch.moveOn();
        }
    }

    void invalidateAll() {
        epochs.values().forEach(Epoch::moveOn);
    }

    void invalidate(ItemCollection items) {
        Epoch epoch = lineages.getIfPresent(items);
        // None: no answer about these items is held or being loaded, and a load that begins now reads after this call.
        if (epoch != null) {
            epoch.moveOn();
        }
    }

    private @Nullable Lineage lineage(@Nullable ItemCollection within) {
        if (within == null) {
            return null;
        }
        boolean partOfIndex = within.index() != null && !within.isWhole();
        return Lineage.of(
                lineages.get(within, items -> new Epoch()),
                partOfIndex ? lineages.get(within.whole(), items -> new Epoch()) : null);
    }

    /** One epoch a table name, kept for good: names come from the origin's own descriptions, so they are few. */
    private Epoch epoch(String tableName) {
        return epochs.computeIfAbsent(tableName, name -> new Epoch());
    }

    private static int stripe(CacheKey key) {
        return key.hashCode() & (STRIPES - 1);
    }

    long count() {
        return entries.estimatedSize();
    }

    long bytes() {
        return entries.policy().eviction().orElseThrow().weightedSize().orElse(0);
    }

    long maxBytes() {
        return maxBytes;
    }

    long evictions() {
        return evictions.sum();
    }

    long evictedBytes() {
        return evictedBytes.sum();
    }

    /** Does the policy's pending work now, so that the counts are exact. For tests and gauges. */
    void settle() {
        entries.cleanUp();
    }
}
