package io.heatshield.embedded;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A place in the order of a table or an index: partitions by the hash of their key, as a scan meets them; within a
 * partition by sort key; within an index, where several items may share both, by the place in the table.
 */
final class StoreKey implements Comparable<StoreKey> {
    private static final byte[] NONE = {};
    private static final int END = 2;

    private final int hash;
    private final byte[] partition;
    private final byte[] sort;
    /** Where a bound stands among places that are equal so far: before all (-1), at its own (0), after all (1); or END. */
    private final int edge;

    private final @Nullable StoreKey base;

    private StoreKey(int hash, byte[] partition, byte[] sort, int edge, @Nullable StoreKey base) {
        this.hash = hash;
        this.partition = partition;
        this.sort = sort;
        this.edge = edge;
        this.base = base;
    }

    /** The place of an item in its table. */
    static StoreKey of(byte[] partition, byte @Nullable [] sort) {
        return new StoreKey(spread(partition), partition, sort == null ? NONE : sort, 0, null);
    }

    /** The place of an item in an index. */
    static StoreKey ofEntry(byte[] partition, byte @Nullable [] sort, StoreKey base) {
        return new StoreKey(spread(partition), partition, sort == null ? NONE : sort, 0, base);
    }

    /** Before every item of the partition whose sort key is at least this. */
    static StoreKey before(byte[] partition, byte[] sort) {
        return new StoreKey(spread(partition), partition, sort, -1, null);
    }

    /** After every item of the partition whose sort key is at most this. */
    static StoreKey after(byte[] partition, byte[] sort) {
        return new StoreKey(spread(partition), partition, sort, 1, null);
    }

    /** After every item of the partition. */
    static StoreKey endOf(byte[] partition) {
        return new StoreKey(spread(partition), partition, NONE, END, null);
    }

    /** Before every item of every partition whose hash, read as unsigned, is at least this. */
    static StoreKey atHash(int hash) {
        return new StoreKey(hash, NONE, NONE, -1, null);
    }

    private static int spread(byte[] partition) {
        int mixed = Arrays.hashCode(partition) + partition.length;
        mixed ^= mixed >>> 16;
        mixed *= 0x85ebca6b;
        mixed ^= mixed >>> 13;
        mixed *= 0xc2b2ae35;
        return mixed ^ (mixed >>> 16);
    }

    /** The hash of the partition key, all 32 bits of it used. */
    int hash() {
        return hash;
    }

    byte[] partition() {
        return partition;
    }

    byte[] sort() {
        return sort;
    }

    @Nullable
    StoreKey base() {
        return base;
    }

    boolean samePartition(StoreKey other) {
        return hash == other.hash && Arrays.equals(partition, other.partition);
    }

    @Override
    public int compareTo(StoreKey other) {
        int order = Integer.compareUnsigned(hash, other.hash);
        if (order == 0) {
            order = Arrays.compareUnsigned(partition, other.partition);
        }
        if (order == 0 && (edge == END || other.edge == END)) {
            return Boolean.compare(edge == END, other.edge == END);
        }
        if (order == 0) {
            order = Arrays.compareUnsigned(sort, other.sort);
        }
        if (order == 0) {
            order = Integer.compare(edge, other.edge);
        }
        if (order == 0 && base != null && other.base != null) {
            order = base.compareTo(other.base);
        }
        return order;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoreKey key && compareTo(key) == 0;
    }

    @Override
    public int hashCode() {
        return hash * 31 + Arrays.hashCode(sort);
    }

    @Override
    public String toString() {
        return "place";
    }
}
