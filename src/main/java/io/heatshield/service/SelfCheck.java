package io.heatshield.service;

import io.heatshield.cache.CachedItem;
import io.heatshield.cache.FenceWatch;
import io.heatshield.cache.Loaded;
import io.heatshield.cache.Peek;
import io.heatshield.cache.Scope;
import io.heatshield.cache.TieredCache;
import io.heatshield.origin.Origin;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.TableDescription;
import io.heatshield.service.SelfCheckObserver.Result;
import io.heatshield.service.SelfCheckObserver.Tier;
import io.vertx.core.Future;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a sample of the items that were written, here or on other nodes, 1, 10 and 60 seconds later: what the tiers
 * would answer must be what the origin answers. This is not how coherence is kept, but how an operator sees that it is.
 *
 * <p>A difference is only called a mismatch when it lasts. Between the look at the tiers and the read of the origin
 * another write may have been made, of which this node need not have heard yet. So both are looked at a second time,
 * later than any such write and the news of it can take, and it is a mismatch if the origin still answers what it
 * answered, the tier still the other, and neither this process nor the shared tier has seen a write of the key since.
 *
 * <p>Fences are told on any thread. {@link #tick} is called by one thread at a time, and the rest goes on where the
 * answers come.
 */
public final class SelfCheck implements FenceWatch {
    private static final Logger LOG = LoggerFactory.getLogger(SelfCheck.class);
    private static final int[] AGES = {1, 10, 60};
    private static final long SECOND = 1_000_000_000L;

    private final SelfCheckSettings settings;
    private final TieredCache cache;
    private final OriginGate origin;
    private final TableCatalog catalog;
    private final LongSupplier clock;
    private final DoubleSupplier random;
    private final SelfCheckObserver observer;
    private final ConcurrentHashMap<ItemKey, Sample> samples = new ConcurrentHashMap<>();
    private final ReadBudget budget;

    /**
     * A check that has nothing in view.
     *
     * @param clock monotonic nanoseconds
     * @param random uniform in [0, 1), safe for any thread
     */
    public SelfCheck(
            SelfCheckSettings settings,
            TieredCache cache,
            Origin origin,
            TableCatalog catalog,
            LongSupplier clock,
            DoubleSupplier random,
            SelfCheckObserver observer) {
        this.settings = settings;
        this.cache = cache;
        this.origin = new OriginGate(origin);
        this.catalog = catalog;
        this.clock = clock;
        this.random = random;
        this.observer = observer;
        this.budget = new ReadBudget(settings.readsPerSecond(), clock);
    }

    /** An item in view. Its looks follow one another. */
    private static final class Sample {
        private final ItemKey key;
        private final long fencedAt;
        private int look;
        private @Nullable Doubt doubt;
        private volatile boolean busy;
        private volatile long dueAt;
        private volatile boolean overtaken;

        Sample(ItemKey key, long fencedAt) {
            this.key = key;
            this.fencedAt = fencedAt;
            this.dueAt = fencedAt + AGES[0] * SECOND;
        }

        int age() {
            return AGES[look];
        }
    }

    /** A difference that may not last. */
    private record Doubt(Seen seen, boolean local, boolean shared) {}

    /** What the tiers would answer, and what the origin does. */
    private record Seen(Peek tiers, CachedItem origin) {}

    @Override
    public void began(Scope scope) {
        if (samples.isEmpty()) {
            return;
        }
        if (scope instanceof Scope.Item item) {
            Sample sample = samples.get(item.key());
            if (sample != null) {
                overtaken(sample);
            }
        } else if (!(scope instanceof Scope.Collection)) {
            boolean all = scope instanceof Scope.Everything;
            samples.values().stream()
                    .filter(sample -> all || sample.key.table().name().equals(scope.table()))
                    .forEach(this::overtaken);
        }
    }

    @Override
    public void ended(Scope scope) {
        if (!(scope instanceof Scope.Item item)) {
            return;
        }
        began(scope);
        if (random.getAsDouble() < settings.share() && samples.size() < settings.maxKeys()) {
            add(new Sample(item.key(), clock.getAsLong()));
        }
    }

    /** The bound is looked at under a lock: many writes may end at once. */
    private synchronized void add(Sample sample) {
        if (samples.size() < settings.maxKeys()) {
            samples.put(sample.key, sample);
        }
    }

    /** Items in view now. */
    public int size() {
        return samples.size();
    }

    /** Makes the looks that are due. To be called a few times a second. */
    public void tick() {
        long now = clock.getAsLong();
        for (Sample sample : samples.values()) {
            if (!sample.busy && now - sample.dueAt >= 0) {
                sample.busy = true;
                Loops.deliver(look(sample), looked -> sample.busy = false);
            }
        }
    }

    private void overtaken(Sample sample) {
        if (samples.remove(sample.key, sample)) {
            sample.overtaken = true;
            observer.looked(sample.age(), Tier.NONE, Result.OVERTAKEN);
        }
    }

    private Future<Void> look(Sample sample) {
        return cache.peek(sample.key).transform(peeked -> {
            if (peeked.failed()) {
                return passedOver(sample, Result.FAILED);
            }
            Peek tiers = peeked.result();
            if (tiers.pending()) {
                overtaken(sample);
                return Future.succeededFuture();
            }
            if (tiers.local() == null && tiers.shared() == null && sample.doubt == null) {
                return passedOver(sample, Result.EMPTY);
            }
            if (!budget.take()) {
                return passedOver(sample, Result.SKIPPED);
            }
            return read(sample.key).transform(read -> {
                CachedItem answer = read.succeeded() ? read.result() : null;
                if (answer == null) {
                    return passedOver(sample, Result.FAILED);
                }
                compare(sample, new Seen(tiers, answer));
                return Future.succeededFuture();
            });
        });
    }

    private Future<Void> passedOver(Sample sample, Result why) {
        if (!sample.overtaken) {
            observer.looked(sample.age(), Tier.NONE, why);
            next(sample);
        }
        return Future.succeededFuture();
    }

    /** The item as the origin has it, or null if it does not tell. */
    private Future<@Nullable CachedItem> read(ItemKey key) {
        return catalog.describe(key.table().arn()).compose(table -> {
            KeyParts parts = table == null || !isOf(key, table) ? null : KeyParts.of(key, table);
            if (parts == null) {
                return Future.succeededFuture();
            }
            Call.GetItem call = new Call.GetItem(key.table().arn(), parts, true, null, Call.Capacity.NONE);
            return new ItemLoad(origin, call, null)
                    .load(true)
                    .map(loaded -> loaded instanceof Loaded.Found found ? found.item() : null);
        });
    }

    private static boolean isOf(ItemKey key, TableDescription table) {
        return table.id().equals(key.table());
    }

    private void compare(Sample sample, Seen seen) {
        if (sample.overtaken) {
            return;
        }
        Doubt before = sample.doubt;
        if (before != null) {
            conclude(sample, before, seen);
            return;
        }
        boolean local = differs(sample, Tier.LOCAL, seen.tiers.local(), seen.origin);
        boolean shared = differs(sample, Tier.SHARED, seen.tiers.shared(), seen.origin);
        if (local || shared) {
            sample.doubt = new Doubt(seen, local, shared);
            sample.dueAt = clock.getAsLong() + settings.grace().toNanos();
        } else {
            next(sample);
        }
    }

    private boolean differs(Sample sample, Tier tier, @Nullable CachedItem cached, CachedItem origin) {
        if (cached == null) {
            return false;
        }
        if (!SameItem.test(cached, origin)) {
            return true;
        }
        observer.looked(sample.age(), tier, Result.SAME);
        return false;
    }

    private void conclude(Sample sample, Doubt doubt, Seen now) {
        if (now.tiers.settledUntil() > doubt.seen.tiers.settledUntil()
                || !SameItem.test(doubt.seen.origin, now.origin)) {
            overtaken(sample);
            return;
        }
        if (doubt.local) {
            conclude(sample, Tier.LOCAL, doubt.seen.tiers.local(), now.tiers.local());
        }
        if (doubt.shared) {
            conclude(sample, Tier.SHARED, doubt.seen.tiers.shared(), now.tiers.shared());
        }
        next(sample);
    }

    private void conclude(Sample sample, Tier tier, @Nullable CachedItem before, @Nullable CachedItem now) {
        boolean lasts = before != null && now != null && SameItem.test(before, now);
        observer.looked(sample.age(), tier, lasts ? Result.MISMATCH : Result.PASSING);
        if (lasts) {
            LOG.atWarn()
                    .addKeyValue("table", sample.key.table().name())
                    .addKeyValue("tier", tier)
                    .addKeyValue("seconds", sample.age())
                    .log("the cache answers something else than the origin, so long after a write of the item");
        }
    }

    private void next(Sample sample) {
        sample.doubt = null;
        if (sample.look + 1 == AGES.length) {
            samples.remove(sample.key, sample);
        } else {
            sample.look++;
            sample.dueAt = sample.fencedAt + sample.age() * SECOND;
        }
    }
}
