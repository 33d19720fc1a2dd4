package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds one table and its indexes to the laboratory's budgets: each partition to its own, and the whole to what was
 * provisioned. Costs a volatile read while all is off.
 */
final class CapacityGate {
    /** Budgets that are remembered; full ones, which say nothing, are dropped beyond that. */
    private static final int MOST_PARTITIONS = 50_000;

    private record Key(
            String resource, boolean write, @Nullable ByteBuffer partition) {}

    private final Laboratory laboratory;
    private final InstantSource clock;
    private final Map<Key, Bucket> buckets = new ConcurrentHashMap<>();
    private volatile Laboratory.@Nullable Budgets shaped;

    CapacityGate(Laboratory laboratory, InstantSource clock) {
        this.laboratory = laboratory;
        this.clock = clock;
    }

    boolean isOff() {
        return laboratory.budgets() == null && !laboratory.tableCeilings();
    }

    /** Throws if the partition of an item has no read units left, else takes some. */
    void read(Table table, @Nullable SecondaryIndex index, StoreKey place, double units) {
        if (!isOff()) {
            long now = nowNanos();
            require(table, index, place, false, now);
            take(table, index, place, false, units, now);
        }
    }

    /** Throws if there are no read units left at a place. */
    void require(Table table, @Nullable SecondaryIndex index, StoreKey place) {
        if (!isOff()) {
            require(table, index, place, false, nowNanos());
        }
    }

    /** Whether there are read units left at a place. */
    boolean hasAny(Table table, @Nullable SecondaryIndex index, StoreKey place) {
        return isOff() || refusal(table, index, place, false, nowNanos()) == null;
    }

    /** Takes what was read at a place, which is known only once it has been. */
    void drain(Table table, @Nullable SecondaryIndex index, StoreKey place, double units) {
        if (!isOff()) {
            take(table, index, place, false, units, nowNanos());
        }
    }

    /** Throws if a write has no units left at its table or at an index that it changes, else takes what it costs. */
    void write(Table table, StoreKey place, @Nullable StoredItem before, @Nullable StoredItem after, double factor) {
        if (isOff()) {
            return;
        }
        long now = nowNanos();
        require(table, null, place, true, now);
        for (SecondaryIndex index : table.indexes()) {
            for (SecondaryIndex.Touched touched : index.touched(place, before, after)) {
                require(table, index, touched.place(), true, now);
            }
        }
        long bytes = Math.max(before == null ? 0 : before.size(), after == null ? 0 : after.size());
        take(table, null, place, true, factor * Units.written(bytes), now);
        for (SecondaryIndex index : table.indexes()) {
            for (SecondaryIndex.Touched touched : index.touched(place, before, after)) {
                take(table, index, touched.place(), true, touched.units(), now);
            }
        }
    }

    private void require(Table table, @Nullable SecondaryIndex index, StoreKey place, boolean write, long now) {
        Throttle refusal = refusal(table, index, place, write, now);
        if (refusal != null) {
            throw refusal.exception();
        }
    }

    private @Nullable Throttle refusal(
            Table table, @Nullable SecondaryIndex index, StoreKey place, boolean write, long now) {
        boolean ofIndex = index != null;
        String resource = resource(table, index);
        Bucket partition = partitionBucket(resource, place, write, now);
        if (partition != null && !partition.hasAny(now)) {
            return new Throttle(ofIndex, write, Throttle.Limit.KEY_RANGE, resource);
        }
        Bucket whole = wholeBucket(table, index, write, now);
        if (whole != null && !whole.hasAny(now)) {
            Throttle.Limit limit = table.settings().onDemand() ? Throttle.Limit.ON_DEMAND : Throttle.Limit.PROVISIONED;
            return new Throttle(ofIndex, write, limit, resource);
        }
        return null;
    }

    private void take(
            Table table, @Nullable SecondaryIndex index, StoreKey place, boolean write, double units, long now) {
        Bucket partition = partitionBucket(resource(table, index), place, write, now);
        if (partition != null) {
            partition.take(units);
        }
        Bucket whole = wholeBucket(table, index, write, now);
        if (whole != null) {
            whole.take(units);
        }
    }

    private static String resource(Table table, @Nullable SecondaryIndex index) {
        return index == null
                ? table.arn()
                : table.arn() + "/index/" + index.schema().name();
    }

    private @Nullable Bucket partitionBucket(String resource, StoreKey place, boolean write, long now) {
        Laboratory.Budgets budgets = laboratory.budgets();
        if (budgets == null) {
            return null;
        }
        if (!budgets.equals(shaped)) {
            buckets.keySet().removeIf(key -> key.partition() != null);
            shaped = budgets;
        }
        double rate = (write ? budgets.writeUnits() : budgets.readUnits()) * budgets.scale();
        return bucket(new Key(resource, write, partition(place, budgets)), rate, budgets.burst(), now);
    }

    private static ByteBuffer partition(StoreKey place, Laboratory.Budgets budgets) {
        if (budgets.sharedPartitions() == 0) {
            return ByteBuffer.wrap(place.partition());
        }
        long share = (Integer.toUnsignedLong(place.hash()) * budgets.sharedPartitions()) >>> 32;
        return ByteBuffer.allocate(8).putLong(0, share);
    }

    private @Nullable Bucket wholeBucket(Table table, @Nullable SecondaryIndex index, boolean write, long now) {
        if (!laboratory.tableCeilings() || (index != null && !index.schema().global())) {
            return null;
        }
        double rate = ceiling(table, index, write);
        if (rate <= 0) {
            return null;
        }
        Bucket bucket = bucket(new Key(resource(table, index), write, null), rate, Duration.ofMinutes(5), now);
        bucket.resize(rate, rate * 300);
        return bucket;
    }

    private static double ceiling(Table table, @Nullable SecondaryIndex index, boolean write) {
        if (table.settings().onDemand()) {
            JsonNode most = index == null ? table.settings().onDemandThroughput() : null;
            JsonNode units = most == null ? null : most.get(write ? "MaxWriteRequestUnits" : "MaxReadRequestUnits");
            return units == null ? 0 : units.asDouble();
        }
        TableSettings.Throughput throughput = index == null ? table.settings().throughput() : index.throughput();
        return write ? throughput.write() : throughput.read();
    }

    private Bucket bucket(Key key, double rate, Duration burst, long now) {
        if (buckets.size() > MOST_PARTITIONS) {
            buckets.values().removeIf(bucket -> bucket.isFull(now));
        }
        // At least a second's worth, or nothing larger than a trickle would ever pass.
        double most = rate * Math.max(1, burst.toMillis() / 1000.0);
        return buckets.computeIfAbsent(key, absent -> new Bucket(rate, most, now));
    }

    private long nowNanos() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }
}
