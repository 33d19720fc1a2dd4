package io.heatshield.cache;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.Reply;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tiers as one read-through cache of whole items. A hit in the local tier is synchronous; everything else goes by
 * a flight that any number of readers share. Safe for use from any thread; futures complete on whatever thread the
 * load ended on.
 */
public final class TieredCache {
    /** A refresh or a load that failed is not tried again for as long: one try a second and key, as nginx's users do. */
    private static final long RETRY_NANOS = 1_000_000_000L;

    private final LocalTier local;
    private final SharedTier shared;
    private final Coalescer flights;
    private final CacheSettings settings;
    private final LongSupplier clock;
    private final DoubleSupplier random;
    private final CacheObserver observer;
    private final AtomicLong tokens = new AtomicLong();

    /**
     * A cache with nothing in it.
     *
     * @param shared where leases and fences live
     * @param clock monotonic nanoseconds
     * @param random uniform in [0, 1), safe for any thread
     */
    public TieredCache(
            SharedTier shared,
            CacheSettings settings,
            LongSupplier clock,
            DoubleSupplier random,
            CacheObserver observer) {
        this.local = new LocalTier(clock, settings.maxBytes());
        this.shared = shared;
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.observer = observer;
        this.flights = new Coalescer(settings.maxFlights(), settings.maxWaiters(), this::fly, observer);
    }

    /** The entry to serve now without asking anybody, or null. The hit path: no lock, no future, no allocation. */
    public @Nullable Entry fresh(ItemKey key) {
        Entry entry = local.get(key);
        return entry != null && entry.servable(clock.getAsLong()) ? entry : null;
    }

    /**
     * Whether the caller, and nobody else, is to start a refresh of this entry: past its soft age always; before, with
     * a chance that grows as the age comes near and with what the load costs, so that one reader pays early and none
     * together (Vattani, Chierichetti and Lowenstein, Optimal Probabilistic Cache Stampede Prevention, 2015).
     */
    public boolean refreshDue(Entry entry) {
        if (entry.item() == null) {
            return false;
        }
        long now = clock.getAsLong();
        long left = entry.softAt() - now;
        if (left > 0) {
            double reach = entry.costNanos() * settings.earlyRefresh();
            // -ln of the smallest random double is under 40: further away no draw can reach.
            if (left > reach * 40 || left > -Math.log(1.0 - random.getAsDouble()) * reach) {
                return false;
            }
        }
        return entry.claim(now, now + RETRY_NANOS);
    }

    /** Loads the key anew in the background while its entry is served. */
    public void refresh(ItemKey key, Lifetimes lifetimes, Loader loader) {
        flights.openAhead(key, lifetimes, loader);
    }

    /** What a reader does who found nothing fresh: joins the key's load or makes it. The future never fails. */
    public Future<Outcome> load(ItemKey key, Lifetimes lifetimes, Loader loader) {
        Entry entry = local.peek(key);
        if (entry != null) {
            long now = clock.getAsLong();
            CachedItem item = entry.item();
            if (item == null && entry.servable(now)) {
                return Future.succeededFuture(new Outcome.Oversize());
            }
            if (item != null && entry.spares(now) && !entry.servable(now) && entry.servableWhileDown(now)) {
                return Future.succeededFuture(new Outcome.Served(item, CacheStatus.STALE));
            }
        }
        return flights.join(key, lifetimes, loader);
    }

    /**
     * Raises the fence for a write that is about to be sent: what is cached goes, loads under way lose their right to
     * fill, and none is given until the fence ends.
     */
    public Fence raise(List<Scope> scopes) {
        long token = tokens.incrementAndGet();
        scopes.forEach(this::invalidateHere);
        List<Future<Void>> begun =
                scopes.stream().map(scope -> shared.begin(scope, token)).toList();
        return new Fence(
                this, shared, observer, scopes, token, Future.all(begun).mapEmpty());
    }

    /** Something changed the scope that did not go through a fence. The future fails if the shared tier was not told. */
    public Future<Void> purge(Scope scope) {
        invalidateHere(scope);
        return shared.purge(scope);
    }

    /** Stripe, remove, detach, in this order. */
    void invalidateHere(Scope scope) {
        if (scope instanceof Scope.Item item) {
            local.invalidate(item.key());
            flights.detach(item.key());
        } else if (scope instanceof Scope.Table table) {
            local.invalidateTable(table.name());
            flights.detachTable(table.name());
        } else {
            local.invalidateAll();
            flights.detachAll();
        }
    }

    /** What the gauges read. */
    public CacheGauges gauges() {
        return new CacheGauges(
                local.count(),
                local.bytes(),
                local.maxBytes(),
                local.evictions(),
                local.evictedBytes(),
                flights.size());
    }

    /** Does the local tier's pending work now, so that the gauges are exact. */
    void settle() {
        local.settle();
    }

    private void fly(Flight flight) {
        ItemKey key = flight.key();
        long started = clock.getAsLong();
        LocalTier.Snapshot snapshot = local.snapshot(key);
        Entry entry = local.peek(key);
        if (!flight.ahead() && entry != null && entry.servable(started)) {
            // The flight before this one landed between our reader's look and its boarding.
            CachedItem item = entry.item();
            flights.land(flight, item == null ? new Outcome.Oversize() : new Outcome.Served(item, CacheStatus.LOCAL));
            return;
        }
        Load load = new Load(flight, snapshot, tokens.incrementAndGet(), started);
        Future<Lease> asked = flight.ahead() ? shared.refresh(key, load.token()) : shared.lease(key, load.token());
        asked.onComplete(lease -> leased(load, lease));
    }

    /** A load under way. */
    private record Load(Flight flight, LocalTier.Snapshot snapshot, long token, long started) {
        ItemKey key() {
            return flight.key();
        }
    }

    private void leased(Load load, AsyncResult<Lease> answer) {
        if (answer.failed()) {
            observer.sharedTierFailed();
            read(load, true, false);
            return;
        }
        Lease lease = answer.result();
        if (lease instanceof Lease.Value value) {
            keep(
                    load,
                    value.item(),
                    Math.min(value.lifeNanos(), load.flight().lifetimes().soft()));
            end(load, CacheObserver.LoadEnd.SHARED, new Outcome.Served(value.item(), CacheStatus.SHARED));
        } else if (lease instanceof Lease.Granted granted) {
            read(load, granted.strong(), true);
        } else if (lease instanceof Lease.Wait wait) {
            read(load, wait.strong(), false);
        } else {
            load.flight().sawPending();
            read(load, true, false);
        }
    }

    private void read(Load load, boolean strong, boolean fills) {
        long asked = clock.getAsLong();
        load.flight().loader().load(strong).onComplete(loaded -> {
            if (loaded.failed()) {
                refused(load, new Loaded.Refused(internalError(), true), fills);
            } else if (loaded.result() instanceof Loaded.Refused refused) {
                refused(load, refused, fills);
            } else {
                CachedItem item = ((Loaded.Found) loaded.result()).item();
                if (!fills) {
                    end(load, CacheObserver.LoadEnd.FENCED, new Outcome.Served(item, CacheStatus.MISS));
                } else if (item.length() > settings.maxItemBytes()) {
                    oversize(load, item);
                } else {
                    fill(load, item, clock.getAsLong() - asked);
                }
            }
        });
    }

    private void fill(Load load, CachedItem item, long cost) {
        Entry entry = entryOf(load, item, cost);
        shared.fill(load.key(), load.token(), item, entry.deadAt() - clock.getAsLong())
                .onComplete(accepted -> {
                    boolean kept =
                            accepted.succeeded() && accepted.result() && local.put(load.key(), load.snapshot(), entry);
                    if (accepted.failed()) {
                        observer.sharedTierFailed();
                    }
                    end(
                            load,
                            kept ? CacheObserver.LoadEnd.FILLED : CacheObserver.LoadEnd.FENCED,
                            new Outcome.Served(item, CacheStatus.MISS));
                });
    }

    private Entry entryOf(Load load, CachedItem item, long cost) {
        Lifetimes lifetimes = load.flight().lifetimes();
        double spread = 1 + settings.jitter() * (2 * random.getAsDouble() - 1);
        Entry.Ages ages;
        if (item.present()) {
            long hard = (long) (lifetimes.hard() * spread);
            ages = new Entry.Ages((long) (lifetimes.soft() * spread), hard, hard + lifetimes.stale());
        } else {
            long hard = (long) (lifetimes.negative() * spread);
            ages = new Entry.Ages(hard, hard, hard);
        }
        return Entry.of(item, load.snapshot().epoch(), load.snapshot().generation(), clock.getAsLong(), ages, cost);
    }

    private void keep(Load load, CachedItem item, long life) {
        Entry.Ages ages = new Entry.Ages(life, life, life);
        LocalTier.Snapshot snapshot = load.snapshot();
        local.put(
                load.key(),
                snapshot,
                Entry.of(item, snapshot.epoch(), snapshot.generation(), clock.getAsLong(), ages, 0));
    }

    private void oversize(Load load, CachedItem item) {
        LocalTier.Snapshot snapshot = load.snapshot();
        local.put(
                load.key(),
                snapshot,
                Entry.oversize(
                        snapshot.epoch(), snapshot.generation(), clock.getAsLong(), settings.oversizeMemoryNanos()));
        giveBack(load);
        end(load, CacheObserver.LoadEnd.OVERSIZE, new Outcome.Served(item, CacheStatus.MISS));
    }

    private void refused(Load load, Loaded.Refused refused, boolean leased) {
        if (leased) {
            giveBack(load);
        }
        Outcome outcome = new Outcome.Refused(refused.reply());
        Entry entry = local.peek(load.key());
        if (entry != null && refused.excused()) {
            long now = clock.getAsLong();
            entry.backOff(now + RETRY_NANOS);
            CachedItem item = entry.item();
            if (item != null && entry.servableWhileDown(now)) {
                outcome = new Outcome.Served(item, CacheStatus.STALE);
            }
        }
        end(load, CacheObserver.LoadEnd.REFUSED, outcome);
    }

    private void giveBack(Load load) {
        shared.release(load.key(), load.token()).onFailure(e -> observer.sharedTierFailed());
    }

    private void end(Load load, CacheObserver.LoadEnd end, Outcome outcome) {
        observer.loadEnded(load.key().table().name(), end, clock.getAsLong() - load.started());
        flights.land(load.flight(), outcome);
    }

    private static Reply internalError() {
        return Reply.error(DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "Heatshield failed to load the item."));
    }
}
