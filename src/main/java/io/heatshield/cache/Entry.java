package io.heatshield.cache;

import io.heatshield.protocol.Renditions;
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
    private final LocalTier.Snapshot snapshot;
    private final @Nullable Warrant warrant;
    private final long softAt;
    private final long hardAt;
    private final long deadAt;
    private final long costNanos;
    private final long bornAt;
    private final Renditions renditions;

    private volatile long claimedUntil;

    private volatile long sparedUntil;

    private Entry(
            @Nullable CachedItem item,
            LocalTier.Snapshot snapshot,
            @Nullable Warrant warrant,
            long bornAt,
            long softAt,
            long hardAt,
            long deadAt,
            long costNanos) {
        this.item = item;
        this.snapshot = snapshot;
        this.warrant = warrant;
        this.softAt = softAt;
        this.hardAt = hardAt;
        this.deadAt = deadAt;
        this.costNanos = costNanos;
        this.bornAt = bornAt;
        this.renditions = Renditions.NONE;
        this.claimedUntil = bornAt;
        this.sparedUntil = bornAt;
    }

    /** The same entry but for its birth and its renditions. */
    private Entry(Entry like, long bornAt, Renditions renditions) {
        this.item = like.item;
        this.snapshot = like.snapshot;
        this.warrant = like.warrant;
        this.softAt = like.softAt;
        this.hardAt = like.hardAt;
        this.deadAt = like.deadAt;
        this.costNanos = like.costNanos;
        this.bornAt = bornAt;
        this.renditions = renditions;
        this.claimedUntil = like.claimedUntil;
        this.sparedUntil = like.sparedUntil;
    }

    /** An item that is stored at {@code now}, by a load that began at the snapshot. */
    static Entry of(CachedItem item, LocalTier.Snapshot snapshot, long now, Ages ages, long costNanos) {
        return new Entry(
                item,
                snapshot,
                snapshot.warrant(),
                now,
                now + ages.soft(),
                now + ages.hard(),
                now + ages.dead(),
                costNanos);
    }

    /** An item that was loaded while the shared tier could not be asked: short-lived, and under no warrant. */
    static Entry alone(CachedItem item, LocalTier.Snapshot snapshot, long now, Ages ages, long costNanos) {
        return new Entry(item, snapshot, null, now, now + ages.soft(), now + ages.hard(), now + ages.dead(), costNanos);
    }

    /** The mark of an item that is too large to hold. It holds no data, so it needs no warrant. */
    static Entry oversize(LocalTier.Snapshot snapshot, long now, long lifeNanos) {
        long end = now + lifeNanos;
        return new Entry(null, snapshot, null, now, end, end, end, 0);
    }

    /** The item, or null for the mark of an oversize one. */
    public @Nullable CachedItem item() {
        return item;
    }

    /** The forms of the item that have been made for sending, beside the origin's own. */
    public Renditions renditions() {
        return renditions;
    }

    /** The same entry with these renditions. */
    Entry with(Renditions made) {
        return new Entry(this, bornAt, made);
    }

    /** The same entry, of an item that another node read this long before. */
    Entry aged(long nanos) {
        return new Entry(this, bornAt - nanos, renditions);
    }

    /** How long ago the origin told the item. */
    long age(long now) {
        return now - bornAt;
    }

    LocalTier.Snapshot snapshot() {
        return snapshot;
    }

    /** Whether no fence wider than an item has passed since the load began. */
    boolean current() {
        return snapshot.current();
    }

    boolean servable(long now) {
        return hardAt - now > 0 && current() && (warrant == null || warrant.covers(now, snapshot.warrantGeneration()));
    }

    /**
     * Whether it may stand in for an answer that the origin cannot give. A warrant that has run out is no hindrance
     * unless the table is strict: nobody knows the value to be old, and the answer says that it may be.
     */
    boolean servableWhileDown(long now, boolean strict) {
        return item != null && deadAt - now > 0 && current() && (!strict || snapshot.vouchedFor(now));
    }

    /** What is left of its ages. */
    Ages left(long now) {
        return new Ages(softAt - now, hardAt - now, deadAt - now);
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
        return CachedItem.OVERHEAD_BYTES + keyLength + (item == null ? 0 : item.length()) + renditions.weight();
    }
}
