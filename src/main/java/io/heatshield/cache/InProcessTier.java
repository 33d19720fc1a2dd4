package io.heatshield.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.heatshield.protocol.ItemKey;
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
    public record Standing(boolean pending, boolean strong) {}

    /** What is known of the key's writes now. */
    public Standing standing(ItemKey key) {
        long now = clock.getAsLong();
        Control item = controls.getIfPresent(key);
        Control table = controls.getIfPresent(key.table().name());
        Control all = everythingControl;
        return new Standing(
                all.pending(now) || (table != null && table.pending(now)) || (item != null && item.pending(now)),
                all.strong(now) || (table != null && table.strong(now)) || (item != null && item.strong(now)));
    }

    @Override
    public Future<Lease> lease(ItemKey key, long token) {
        long now = clock.getAsLong();
        long generation = generation(key.table().name());
        Control table = controls.getIfPresent(key.table().name());
        if (everythingControl.pending(now) || (table != null && table.pending(now))) {
            return Future.succeededFuture(new Lease.Pending());
        }
        boolean strong = everythingControl.strong(now) || (table != null && table.strong(now));
        Lease[] answer = new Lease[1];
        controls.asMap().compute(key, (k, held) -> {
            Control control = held == null ? Control.NONE : held;
            boolean settling = strong || control.strong(now);
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
    public Future<Lease> refresh(ItemKey key, long token, long softLeft) {
        return lease(key, token);
    }

    @Override
    public Future<Boolean> fill(ItemKey key, long token, SharedItem shared) {
        long now = clock.getAsLong();
        Control table = controls.getIfPresent(key.table().name());
        boolean widePending = everythingControl.pending(now) || (table != null && table.pending(now));
        long generation = generation(key.table().name());
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
    public Future<Void> release(ItemKey key, long token) {
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

    private long generation(String table) {
        return everything.get() + generations.get(slot(table));
    }

    private static int slot(String table) {
        int hash = table.hashCode() * 0x9E3779B1;
        return (hash >>> 16) & (GENERATIONS - 1);
    }
}
