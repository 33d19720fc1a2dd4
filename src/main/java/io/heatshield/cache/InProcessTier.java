package io.heatshield.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.ItemCollection;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The shared tier's rules inside one process: leases and fences, and no values, since the local tier has them.
 *
 * <p>A key has a control record only while a lease, a write or a settle window lives; it then expires by itself. A
 * table-wide fence moves the table's generation on, which every lease carries, so it costs the same for any number of
 * keys. Each method is one atomic step on its record. All futures are complete when returned.
 */
public final class InProcessTier implements SharedTier {
    private static final int GENERATIONS = 1024;

    /** More of these, since there are more collections than tables: two that share one cost a lease, and never a truth. */
    private static final int COLLECTIONS = 1 << 16;

    private final Cache<Object, Control> controls;
    private final LongSupplier clock;
    private final long leaseNanos;
    private final long settleNanos;
    private final long holdNanos;
    /**
     * Moved on by every fence wider than an item, by a hash of the table's name; never reset, so that a lease of an
     * older generation can never pass for one of today.
     */
    private final AtomicLongArray generations = new AtomicLongArray(GENERATIONS);

    /** The same of collections of items. */
    private final AtomicLongArray collections = new AtomicLongArray(COLLECTIONS);

    private final AtomicLong everything = new AtomicLong();
    private final AtomicLong evictions = new AtomicLong();
    private volatile Control everythingControl = Control.NONE;

    /**
     * A tier with nothing in it.
     *
     * @param clock monotonic nanoseconds
     * @param lease how long a holder may take to load and fill
     * @param settle how long after a write loads must be strongly consistent: the longest lag expected of the origin's
     *     eventually consistent reads
     * @param hold how long a write of unknown fate keeps its key uncached
     * @param maxControls control records held at most; the tier stays safe beyond (a lost lease rejects its fill), but
     *     a lost settle window is counted by {@link #evictions}
     */
    public InProcessTier(LongSupplier clock, Duration lease, Duration settle, Duration hold, int maxControls) {
        this.clock = clock;
        this.leaseNanos = lease.toNanos();
        this.settleNanos = settle.toNanos();
        this.holdNanos = hold.toNanos();
        this.controls = Caffeine.newBuilder()
                .maximumSize(maxControls)
                .ticker(clock::getAsLong)
                .executor(Runnable::run)
                .expireAfter(Expiry.writing((Object key, Control control) ->
                        Duration.ofNanos(Math.max(1, control.lifeNanos(clock.getAsLong())))))
                .evictionListener((@Nullable Object key, @Nullable Control control, RemovalCause cause) -> {
                    if (cause == RemovalCause.SIZE && control != null) {
                        evictions.incrementAndGet();
                        widen(control);
                    }
                })
                .build();
    }

    /** Control records alive now. */
    public long size() {
        return controls.estimatedSize();
    }

    /** Control records lost to the bound since the start. */
    public long evictions() {
        return evictions.get();
    }

    /**
     * What is known of a key's writes.
     *
     * @param pending whether one is under way
     * @param strong whether one ended within the settle window
     */
    public record Standing(boolean pending, boolean strong) {
        private Standing and(@Nullable Control control, long now) {
            return control == null
                    ? this
                    : new Standing(pending || control.pending(now), strong || control.strong(now));
        }
    }

    /** What is known of the key's writes now. */
    public Standing standing(CacheKey key) {
        long now = clock.getAsLong();
        return above(key, now).and(controls.getIfPresent(key), now);
    }

    /** What is known of writes that are wider than the key. */
    private Standing above(CacheKey key, long now) {
        Standing standing = new Standing(false, false)
                .and(everythingControl, now)
                .and(controls.getIfPresent(key.table().name()), now);
        ItemCollection within = key.within();
        if (within == null) {
            return standing;
        }
        Standing narrower = standing.and(controls.getIfPresent(within), now);
        return within.isWhole() ? narrower : narrower.and(controls.getIfPresent(within.whole()), now);
    }

    @Override
    public Future<Lease> lease(CacheKey key, long token) {
        long now = clock.getAsLong();
        long generation = generation(key);
        Standing above = above(key, now);
        if (above.pending()) {
            return Future.succeededFuture(new Lease.Pending());
        }
        Lease[] answer = new Lease[1];
        controls.asMap().compute(key, (k, held) -> {
            Control control = held == null ? Control.NONE : held;
            boolean settling = above.strong() || control.strong(now);
            if (control.pending(now)) {
                answer[0] = new Lease.Pending();
                return control;
            }
            if (control.leased(now) && control.leaseGeneration() == generation && control.lease() != token) {
                answer[0] = new Lease.Wait(settling);
                return control;
            }
            answer[0] = new Lease.Granted(settling);
            return control.withLease(token, now + leaseNanos, generation);
        });
        return Future.succeededFuture(answer[0]);
    }

    @Override
    public Future<Lease> refresh(CacheKey key, long token, long softLeft) {
        return lease(key, token);
    }

    @Override
    public Future<Boolean> fill(CacheKey key, long token, SharedItem shared) {
        long now = clock.getAsLong();
        boolean widePending = above(key, now).pending();
        long generation = generation(key);
        boolean[] accepted = new boolean[1];
        controls.asMap().computeIfPresent(key, (k, control) -> {
            accepted[0] = !widePending
                    && !control.pending(now)
                    && control.leased(now)
                    && control.lease() == token
                    && control.leaseGeneration() == generation;
            return accepted[0] ? orNothing(control.withoutLease(), now) : control;
        });
        return Future.succeededFuture(accepted[0]);
    }

    @Override
    public Future<Void> release(CacheKey key, long token) {
        long now = clock.getAsLong();
        controls.asMap()
                .computeIfPresent(
                        key,
                        (k, control) -> control.lease() == token ? orNothing(control.withoutLease(), now) : control);
        return Future.succeededFuture();
    }

    @Override
    public Future<Begun> begin(Scope scope, long token, boolean strict) {
        return hold(scope, token).map(Begun.HEARD);
    }

    @Override
    public Future<Void> commit(Scope scope, long token) {
        return change(scope, (control, now) -> control.committed(token, now + settleNanos, now));
    }

    @Override
    public Future<Void> cancel(Scope scope, long token) {
        return change(scope, (control, now) -> control.cancelled(token, now));
    }

    @Override
    public Future<Void> hold(Scope scope, long token) {
        return change(scope, (control, now) -> control.begun(token, now + holdNanos, now));
    }

    /** No settle window is told of: all writes that this tier knows of are this process' own, and it heard of each. */
    @Override
    public Future<SharedTier.Standing> look(CacheKey key) {
        return Future.succeededFuture(standing(key).pending() ? SharedTier.Standing.PENDING : SharedTier.Standing.NONE);
    }

    @Override
    public Future<Void> purge(Scope scope) {
        return commit(scope, 0);
    }

    private interface Change {
        Control apply(Control control, long now);
    }

    private Future<Void> change(Scope scope, Change change) {
        long now = clock.getAsLong();
        if (scope instanceof Scope.Everything) {
            everything.incrementAndGet();
            synchronized (everything) {
                everythingControl = change.apply(everythingControl, now);
            }
            return Future.succeededFuture();
        }
        Object id;
        if (scope instanceof Scope.Table table) {
            // Before the mark: a lease given in between carries the older generation or meets the mark.
            generations.incrementAndGet(slot(table.name()));
            id = table.name();
        } else if (scope instanceof Scope.Collection collection) {
            collections.incrementAndGet(slot(collection.items()));
            id = collection.items();
        } else {
            id = ((Scope.Item) scope).key();
        }
        controls.asMap()
                .compute(id, (k, held) -> orNothing(change.apply(held == null ? Control.NONE : held, now), now));
        return Future.succeededFuture();
    }

    /**
     * A record was lost to the bound. A lost lease only refuses a fill; but what a lost write or settle window asked
     * for, strong loads of its key, is from now on asked of every key for as long as it would have lasted.
     */
    private void widen(Control lost) {
        long now = clock.getAsLong();
        long life = lost.withoutLease().lifeNanos(now);
        if (life > 0) {
            synchronized (everything) {
                everythingControl = everythingControl.committed(0, now + life, now);
            }
        }
    }

    private static @Nullable Control orNothing(Control control, long now) {
        return control.idle(now) ? null : control;
    }

    /** A sum of counters that only go up: it moves on with each of them. */
    private long generation(CacheKey key) {
        long generation = everything.get() + generations.get(slot(key.table().name()));
        ItemCollection within = key.within();
        if (within == null) {
            return generation;
        }
        long narrower = generation + collections.get(slot(within));
        return within.isWhole() ? narrower : narrower + collections.get(slot(within.whole()));
    }

    private static int slot(ItemCollection items) {
        int hash = items.hashCode() * 0x9E3779B1;
        return (hash >>> 16) & (COLLECTIONS - 1);
    }

    private static int slot(String table) {
        int hash = table.hashCode() * 0x9E3779B1;
        return (hash >>> 16) & (GENERATIONS - 1);
    }
}
