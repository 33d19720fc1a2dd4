package io.heatshield.service;

import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Entry;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.Loaded;
import io.heatshield.cache.Outcome;
import io.heatshield.cache.TieredCache;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Renditions;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableDescription;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** GetItem as {@link ReadPath} does it, for a face that renders items itself. */
final class ItemReads implements ItemSource {
    private static final String OPERATION = Operation.GET_ITEM.wireName();

    private final OriginGate origin;
    private final TableCatalog catalog;
    private final TieredCache cache;
    private final TablePolicies policies;
    private final ServiceObserver observer;

    ItemReads(
            OriginGate origin,
            TableCatalog catalog,
            TieredCache cache,
            TablePolicies policies,
            ServiceObserver observer) {
        this.origin = origin;
        this.catalog = catalog;
        this.cache = cache;
        this.policies = policies;
        this.observer = observer;
    }

    @Override
    public @Nullable TableDescription known(String table) {
        return catalog.known(table);
    }

    @Override
    public Future<@Nullable TableDescription> describe(String table) {
        return catalog.describe(table);
    }

    @Override
    public void keep(ItemKey key, Entry entry, Renditions made) {
        cache.keep(key, entry, made);
    }

    @Override
    public void read(Call.GetItem call, TableDescription table, Sink sink) {
        Sink counted = answer -> {
            observer.answered(OPERATION, table.id().name(), !call.consistent(), reply(answer));
            sink.take(answer);
        };
        Lifetimes lifetimes =
                call.consistent() ? null : policies.lifetimes(table.id().name());
        ItemKey key = lifetimes == null ? null : call.key().asKey(table);
        if (lifetimes == null || key == null) {
            bypass(call, counted);
            return;
        }
        Entry entry = cache.fresh(key);
        CachedItem item = entry == null ? null : entry.item();
        if (entry == null || item == null) {
            load(key, lifetimes, call, true, counted);
            return;
        }
        if (cache.refreshDue(entry)) {
            cache.refresh(key, lifetimes, new ItemLoad(origin, call, null));
        }
        counted.take(held(key, entry, item, CacheStatus.LOCAL));
    }

    private ItemAnswer held(ItemKey key, Entry entry, CachedItem item, CacheStatus status) {
        return new ItemAnswer.Held(key, entry, item, status, cache.age(entry), cache.freshFor(entry));
    }

    private void load(ItemKey key, Lifetimes lifetimes, Call.GetItem call, boolean first, Sink sink) {
        Loops.deliver(cache.load(key, lifetimes, new ItemLoad(origin, call, null)), result -> {
            if (result.failed()) {
                sink.take(new ItemAnswer.Refused(failed()));
            } else if (result.result() instanceof Outcome.Refused refused) {
                sink.take(new ItemAnswer.Refused(refused.reply()));
            } else if (result.result() instanceof Outcome.Served served) {
                Entry entry = cache.fresh(key);
                sink.take(
                        entry != null && served.item().equals(entry.item())
                                ? held(key, entry, served.item(), served.status())
                                : new ItemAnswer.Passing(served.item(), served.status()));
            } else if (first && result.result() instanceof Outcome.Unshared) {
                // Together again, so that those who waited do not all ask the origin.
                load(key, lifetimes, call, false, sink);
            } else {
                bypass(call, sink);
            }
        });
    }

    /** From the origin, with no tier asked. */
    private void bypass(Call.GetItem call, Sink sink) {
        Loops.deliver(new ItemLoad(origin, call, null).load(call.consistent()), loaded -> {
            if (loaded.failed()) {
                sink.take(new ItemAnswer.Refused(failed()));
            } else if (loaded.result() instanceof Loaded.Found found) {
                sink.take(new ItemAnswer.Passing(found.item(), CacheStatus.BYPASS));
            } else {
                sink.take(new ItemAnswer.Refused(((Loaded.Refused) loaded.result()).reply()));
            }
        });
    }

    private static Reply failed() {
        return Reply.error(DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "Heatshield failed to load the item."));
    }

    /** The same as a GetItem would have been answered, for whoever counts. */
    private static Reply reply(ItemAnswer answer) {
        if (answer instanceof ItemAnswer.Held held) {
            return Reply.ok(held.item().payload(), held.status());
        }
        return answer instanceof ItemAnswer.Passing passing
                ? Reply.ok(passing.item().payload(), passing.status())
                : ((ItemAnswer.Refused) answer).reply();
    }
}
