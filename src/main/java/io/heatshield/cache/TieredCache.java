package io.heatshield.cache;

import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Renditions;
import io.heatshield.protocol.Reply;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tiers as one read-through cache of whole items and of answers about items. A hit in the local tier is synchronous; everything else goes by
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
    private volatile FenceWatch watch = FenceWatch.NONE;

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
        this.flights = new Coalescer(
                settings.maxFlights(), settings.maxWaiters(), settings.joinNanos(), clock, this::fly, observer);
        shared.onInvalidation(this::invalidateHere, flights::detachAll);
        shared.onFenceElsewhere(scope -> {
            watch.began(scope);
            watch.ended(scope);
        });
    }

    /** Has every fence told to one who watches, from now on; there is one at most. */
    public void watchFences(FenceWatch watching) {
        watch = watching;
    }

    FenceWatch watch() {
        return watch;
    }

    /**
     * What readers of the key would be answered from memory, here and at the shared tier. Makes no load, fills nothing,
     * and does not count as a use of the entry. Fails if the shared tier does not answer.
     */
    public Future<Peek> peek(CacheKey key) {
        return shared.look(key).map(standing -> {
            Entry entry = local.peek(key);
            CachedItem here = entry != null && entry.servable(clock.getAsLong()) ? entry.item() : null;
            return new Peek(here, standing.value(), standing.pending(), standing.settledUntil());
        });
    }

    /** The entry to serve now without asking anybody, or null. The hit path: no lock, no future, no allocation. */
    public @Nullable Entry fresh(CacheKey key) {
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

    /** How long ago the origin told what this entry holds, in nanoseconds: an estimate, if another node read it. */
    public long age(Entry entry) {
        return Math.max(0, entry.age(clock.getAsLong()));
    }

    /** How long this entry is still fresh, in nanoseconds; 0 if it no longer is. */
    public long freshFor(Entry entry) {
        return Math.max(0, entry.softAt() - clock.getAsLong());
    }

    /** Keeps a form of the entry's item beside it, within the bound on bytes, for as long as the entry stays. */
    public void keep(CacheKey key, Entry entry, Renditions made) {
        local.replace(key, entry, entry.with(made));
    }

    /** Loads the key anew in the background while its entry is served. */
    public void refresh(CacheKey key, Lifetimes lifetimes, Loader loader) {
        flights.openAhead(key, lifetimes, loader);
    }

    /** What a reader does who found nothing fresh: joins the key's load or makes it. The future never fails. */
    public Future<Outcome> load(CacheKey key, Lifetimes lifetimes, Loader loader) {
        Entry entry = local.peek(key);
        if (entry != null) {
            long now = clock.getAsLong();
            CachedItem item = entry.item();
            if (item == null && entry.servable(now)) {
                return Future.succeededFuture(new Outcome.Oversize());
            }
            if (item != null
                    && entry.spares(now)
                    && !entry.servable(now)
                    && entry.servableWhileDown(now, lifetimes.strict())) {
                return Future.succeededFuture(new Outcome.Served(item, CacheStatus.STALE));
            }
        }
        return flights.join(key, lifetimes, loader);
    }

    /**
     * Keeps an item that was found in a kept answer, in this process alone. It ends with whatever ends the answer: a
     * write of any of the items that the answer is about. Does nothing where the item is kept already, or the answer is
     * not.
     *
     * @param item called if it is to be kept
     * @param hardNanos the most that it is served for
     */
    public void keepWith(CacheKey answer, CacheKey key, Supplier<CachedItem> item, long hardNanos) {
        long now = clock.getAsLong();
        Entry source = local.peek(answer);
        Entry held = local.peek(key);
        if (source == null || !source.servable(now) || (held != null && held.servable(now))) {
            return;
        }
        // The stripe of now beside the lineage of when the answer's load began: a write in between has moved that on,
        // or
        // is about to before it is sent, and then the entry is not served.
        LocalTier.Snapshot snapshot = local.snapshotOf(key, source);
        Ages ages = source.left(now).hardWithin(hardNanos);
        local.put(key, snapshot, Entry.of(item.get(), snapshot, now, ages, source.costNanos()));
    }

    /**
     * Raises the fence for a write that is about to be sent: what is cached goes, loads under way lose their right to
     * fill, and none is given until the fence ends.
     */
    public Fence raise(List<Scope> scopes) {
        return raise(scopes, false);
    }

    /**
     * The same, and if the fence is strict, its end waits until every node has heard of it.
     *
     * @param strict whether no node may answer with an older value once the write is answered
     */
    public Fence raise(List<Scope> scopes, boolean strict) {
        long token = tokens.incrementAndGet();
        long raisedAt = clock.getAsLong();
        scopes.forEach(scope -> {
            invalidateHere(scope);
            watch.began(scope);
        });
        List<Future<SharedTier.Begun>> begun =
                scopes.stream().map(scope -> shared.begin(scope, token, strict)).toList();
        return new Fence(this, shared, observer, scopes, token, begun, clock, raisedAt);
    }

    /** Something changed the scope that did not go through a fence. The future fails if the shared tier was not told. */
    public Future<Void> purge(Scope scope) {
        invalidateHere(scope);
        watch.began(scope);
        watch.ended(scope);
        return shared.purge(scope);
    }

    /** Stripe, remove, detach, in this order. */
    void invalidateHere(Scope scope) {
        if (scope instanceof Scope.Item item) {
            local.invalidate(item.key());
            flights.detach(item.key());
        } else if (scope instanceof Scope.Collection collection) {
            // Here and below: whoever comes to a flight that took off before this finds it outdated, and detaches it.
            local.invalidate(collection.items());
        } else if (scope instanceof Scope.Table table) {
            local.invalidateTable(table.name());
        } else {
            local.invalidateAll();
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
        CacheKey key = flight.key();
        long started = clock.getAsLong();
        LocalTier.Snapshot snapshot = local.snapshot(key, shared.warrant(key));
        flight.takesOff(snapshot);
        Entry entry = local.peek(key);
        if (!flight.ahead() && entry != null && entry.servable(started)) {
            // The flight before this one landed between our reader's look and its boarding.
            CachedItem item = entry.item();
            flights.land(flight, item == null ? new Outcome.Oversize() : new Outcome.Served(item, CacheStatus.LOCAL));
            return;
        }
        Load load = new Load(flight, snapshot, tokens.incrementAndGet(), started);
        Future<Lease> asked = flight.ahead()
                ? shared.refresh(key, load.token(), entry == null ? 0 : entry.softAt() - started)
                : shared.lease(key, load.token());
        asked.onComplete(lease -> leased(load, lease));
    }

    /** A load under way. */
    private record Load(Flight flight, LocalTier.Snapshot snapshot, long token, long started) {
        CacheKey key() {
            return flight.key();
        }
    }

    private void leased(Load load, AsyncResult<Lease> answer) {
        if (answer.failed()) {
            observer.sharedTierFailed();
            read(load, true, KEEP_NOT);
            return;
        }
        Lease lease = answer.result();
        if (lease instanceof Lease.Value value) {
            SharedItem found = value.shared();
            // How long it lived is what is missing of a whole life; by how much that life was varied is not told.
            long age =
                    Math.max(0, load.flight().lifetimes().soft() - found.left().soft());
            local.put(load.key(), load.snapshot(), entryOf(load, found, false).aged(age));
            end(load, CacheObserver.LoadEnd.SHARED, new Outcome.Served(found.item(), CacheStatus.SHARED));
        } else if (lease instanceof Lease.Granted granted) {
            // What lags cannot be read strongly, so what it shows within the settle window is not to be kept.
            boolean kept = !granted.strong() || !load.key().lags();
            read(load, granted.strong(), new Keeping(true, kept ? Long.MAX_VALUE : 0, granted.stale()));
        } else if (lease instanceof Lease.Alone alone) {
            boolean kept = !alone.strong() || !load.key().lags();
            long life = kept ? load.flight().lifetimes().alone() : 0;
            read(load, alone.strong() || life == 0, new Keeping(false, life, null));
        } else if (load.flight().ahead() && load.flight().closeIfEmpty()) {
            // Whoever holds the lease, or writes, makes the entry new; it is served until then.
            end(load, CacheObserver.LoadEnd.LEFT, new Outcome.Refused(internalError()));
        } else if (lease instanceof Lease.Wait wait) {
            read(load, wait.strong(), KEEP_NOT);
        } else {
            load.flight().sawPending();
            read(load, true, KEEP_NOT);
        }
    }

    /**
     * What a load may do with what it reads.
     *
     * @param fills whether it fills the shared tier, and the local one if that accepts it
     * @param lifeNanos how long the local tier may serve it
     * @param stale what to serve if the load fails, or null
     */
    private record Keeping(
            boolean fills, long lifeNanos, @Nullable SharedItem stale) {}

    private static final Keeping KEEP_NOT = new Keeping(false, 0, null);

    private void read(Load load, boolean strong, Keeping keeping) {
        long asked = clock.getAsLong();
        load.flight().loader().load(strong).onComplete(loaded -> {
            if (loaded.failed()) {
                refused(load, new Loaded.Refused(internalError(), true), keeping);
            } else if (loaded.result() instanceof Loaded.Refused refused) {
                refused(load, refused, keeping);
            } else {
                CachedItem item = ((Loaded.Found) loaded.result()).item();
                SharedItem read = new SharedItem(item, agesOf(load, item), clock.getAsLong() - asked);
                if (keeping.lifeNanos() == 0) {
                    giveBack(load, keeping);
                    end(load, CacheObserver.LoadEnd.FENCED, new Outcome.Served(item, CacheStatus.MISS));
                } else if (item.length() > settings.maxItemBytes()) {
                    oversize(load, item, strong, keeping);
                } else if (keeping.fills()) {
                    fill(load, read);
                } else {
                    keepAlone(load, read, keeping.lifeNanos());
                }
            }
        });
    }

    private void fill(Load load, SharedItem read) {
        shared.fill(load.key(), load.token(), read).onComplete(accepted -> {
            boolean kept = accepted.succeeded()
                    && accepted.result()
                    && local.put(load.key(), load.snapshot(), entryOf(load, read, false));
            if (accepted.failed()) {
                observer.sharedTierFailed();
            }
            ended(load, kept, read.item());
        });
    }

    private void keepAlone(Load load, SharedItem read, long lifeNanos) {
        // Counted from when the read began: what it brings may be as old as that.
        Ages brief = read.left().hardWithin(lifeNanos - read.costNanos());
        SharedItem kept = new SharedItem(read.item(), brief, read.costNanos());
        ended(load, local.put(load.key(), load.snapshot(), entryOf(load, kept, true)), read.item());
    }

    private void ended(Load load, boolean kept, CachedItem item) {
        end(
                load,
                kept ? CacheObserver.LoadEnd.FILLED : CacheObserver.LoadEnd.FENCED,
                new Outcome.Served(item, CacheStatus.MISS));
    }

    private Ages agesOf(Load load, CachedItem item) {
        Lifetimes lifetimes = load.flight().lifetimes();
        double spread = spread();
        if (item.present()) {
            long hard = (long) (lifetimes.hard() * spread);
            return new Ages((long) (lifetimes.soft() * spread), hard, hard + lifetimes.stale());
        }
        long hard = (long) (lifetimes.negative() * spread);
        return new Ages(hard, hard, hard);
    }

    private double spread() {
        return 1 + settings.jitter() * (2 * random.getAsDouble() - 1);
    }

    private Entry entryOf(Load load, SharedItem shared, boolean alone) {
        long most = settings.localTtlNanos();
        Ages ages = most == Long.MAX_VALUE ? shared.left() : shared.left().hardWithin((long) (most * spread()));
        long now = clock.getAsLong();
        return alone
                ? Entry.alone(shared.item(), load.snapshot(), now, ages, shared.costNanos())
                : Entry.of(shared.item(), load.snapshot(), now, ages, shared.costNanos());
    }

    private void oversize(Load load, CachedItem item, boolean strong, Keeping keeping) {
        // Within the settle window there is no mark: who goes past the flights reads what may be older than the write.
        if (!strong) {
            local.put(
                    load.key(),
                    load.snapshot(),
                    Entry.oversize(load.snapshot(), clock.getAsLong(), settings.oversizeMemoryNanos()));
        }
        giveBack(load, keeping);
        end(load, CacheObserver.LoadEnd.OVERSIZE, new Outcome.Served(item, CacheStatus.MISS));
    }

    private void refused(Load load, Loaded.Refused refused, Keeping keeping) {
        giveBack(load, keeping);
        Outcome outcome = new Outcome.Refused(refused.reply(), refused.personal());
        Entry entry = local.peek(load.key());
        if (entry != null && refused.excused()) {
            long now = clock.getAsLong();
            entry.backOff(now + RETRY_NANOS);
            CachedItem item = entry.item();
            if (item != null
                    && entry.servableWhileDown(now, load.flight().lifetimes().strict())) {
                outcome = new Outcome.Served(item, CacheStatus.STALE);
            }
        }
        SharedItem spare = keeping.stale();
        if (spare != null && refused.excused() && outcome instanceof Outcome.Refused) {
            outcome = new Outcome.Served(spare.item(), CacheStatus.STALE);
        }
        end(load, CacheObserver.LoadEnd.REFUSED, outcome);
    }

    private void giveBack(Load load, Keeping keeping) {
        if (!keeping.fills()) {
            return;
        }
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
