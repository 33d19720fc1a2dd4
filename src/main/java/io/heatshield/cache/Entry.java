package io.heatshield.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What the local tier holds for a key: an item with its ages, or the mark that the item is too large to hold. Times
 * are of the cache's monotonic clock and compared by difference. Immutable but for the claim on its refresh.
 */
public final class Entry {
    private static final VarHandle CLAIMED_UNTIL;

    static {
        try {
            CLAIMED_UNTIL = MethodHandles.lookup().findVarHandle(Entry.class, "claimedUntil", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final @Nullable CachedItem item;
    private final Epoch epoch;
    private final long generation;
    private final long softAt;
    private final long hardAt;
    private final long deadAt;
    private final long costNanos;

    private volatile long claimedUntil;

    private volatile long sparedUntil;

    private Entry(
            @Nullable CachedItem item,
            Epoch epoch,
            long generation,
            long loadedAt,
            long softAt,
            long hardAt,
            long deadAt,
            long costNanos) {
        this.item = item;
        this.epoch = epoch;
        this.generation = generation;
        this.softAt = softAt;
        this.hardAt = hardAt;
        this.deadAt = deadAt;
        this.costNanos = costNanos;
        this.claimedUntil = loadedAt;
        this.sparedUntil = loadedAt;
    }

    /** An item that was loaded at {@code now}, in a load that began in this generation of the table's epoch. */
    static Entry of(CachedItem item, Epoch epoch, long generation, long now, Ages ages, long costNanos) {
        return new Entry(
                item, epoch, generation, now, now + ages.soft(), now + ages.hard(), now + ages.dead(), costNanos);
    }

    /** The mark of an item that is too large to hold. */
    static Entry oversize(Epoch epoch, long generation, long now, long lifeNanos) {
        long end = now + lifeNanos;
        return new Entry(null, epoch, generation, now, end, end, end, 0);
    }

    /** The ages at which an entry turns soft, hard and dead, in nanoseconds. */
    record Ages(long soft, long hard, long dead) {}

    /** The item, or null for the mark of an oversize one. */
    public @Nullable CachedItem item() {
        return item;
    }

    /** Whether no fence wider than an item has passed since the load began. */
    boolean current() {
        return epoch.generation() == generation;
    }

    boolean servable(long now) {
        return hardAt - now > 0 && current();
    }

    boolean servableWhileDown(long now) {
        return item != null && deadAt - now > 0 && current();
    }

    long deadAt() {
        return deadAt;
    }

    long softAt() {
        return softAt;
    }

    long costNanos() {
        return costNanos;
    }

    /** Whether a load failed so lately that the origin is to be spared another. */
    boolean spares(long now) {
        return sparedUntil - now > 0;
    }

    /** Claims the refresh until then, for exactly one of those who ask at once. */
    boolean claim(long now, long until) {
        long seen = claimedUntil;
        return seen - now <= 0 && CLAIMED_UNTIL.compareAndSet(this, seen, until);
    }

    /** A load failed: spare the origin until then. */
    void backOff(long until) {
        sparedUntil = until;
        claimedUntil = until;
    }

    int weight(int keyLength) {
        return CachedItem.OVERHEAD_BYTES + keyLength + (item == null ? 0 : item.length());
    }
}
