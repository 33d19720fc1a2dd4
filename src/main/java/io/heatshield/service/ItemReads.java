package io.heatshield.service;

import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Entry;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.Loaded;
import io.heatshield.cache.Loader;
import io.heatshield.cache.Outcome;
import io.heatshield.cache.TieredCache;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Renditions;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** GetItem and Query as {@link ReadPath} and {@link ResultPath} do them, for a face that renders items itself. */
final class ItemReads implements ItemSource {
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
    public void keep(CacheKey key, Entry entry, Renditions made) {
        cache.keep(key, entry, made);
    }

    @Override
    public void read(Call.GetItem call, TableDescription table, Sink sink) {
        Sink counted = counted(Operation.GET_ITEM, table, !call.consistent(), sink);
        Lifetimes lifetimes =
                call.consistent() ? null : policies.lifetimes(table.id().name());
        ItemKey key = lifetimes == null ? null : call.key().asKey(table);
        Supplier<Loader> load = () -> new ItemLoad(origin, call, null);
        if (lifetimes == null || key == null) {
            bypass(load.get(), call.consistent(), counted);
        } else {
            read(key, lifetimes, load, counted);
        }
    }

    @Override
    public void query(Call.Search call, WireRequest request, TableDescription table, Sink sink) {
        Sink counted = counted(Operation.QUERY, table, !call.consistent(), sink);
        AnswerPolicy policy = policies.answersAbout(table.id().name());
        Lifetimes lifetimes = call.consistent() ? null : policy.lifetimes();
        Question question = lifetimes == null ? null : Question.of(call, table, policy);
        Supplier<Loader> load = () -> new ResultLoad(origin, call, request, question != null && question.lags());
        if (lifetimes == null || question == null) {
            bypass(load.get(), call.consistent(), counted);
        } else {
            // Spelt by us, so there is no spelling of the client's for the origin to judge.
            read(question.key(true), lifetimes, load, counted);
        }
    }

    private void read(CacheKey key, Lifetimes lifetimes, Supplier<Loader> loader, Sink sink) {
        Entry entry = cache.fresh(key);
        CachedItem item = entry == null ? null : entry.item();
        if (entry == null || item == null) {
            load(key, lifetimes, loader, true, sink);
            return;
        }
        if (cache.refreshDue(entry)) {
            cache.refresh(key, lifetimes, loader.get());
        }
        sink.take(held(key, entry, item, CacheStatus.LOCAL));
    }

    private ItemAnswer held(CacheKey key, Entry entry, CachedItem item, CacheStatus status) {
        return new ItemAnswer.Held(key, entry, item, status, cache.age(entry), cache.freshFor(entry));
    }

    private void load(CacheKey key, Lifetimes lifetimes, Supplier<Loader> loader, boolean first, Sink sink) {
        Loops.deliver(cache.load(key, lifetimes, loader.get()), result -> {
            if (result.failed()) {
                sink.take(new ItemAnswer.Refused(failed()));
            } else if (result.result() instanceof Outcome.Refused refused) {
                sink.take(refused(refused.reply()));
            } else if (result.result() instanceof Outcome.Served served) {
                Entry entry = cache.fresh(key);
                sink.take(
                        entry != null && served.item().equals(entry.item())
                                ? held(key, entry, served.item(), served.status())
                                : new ItemAnswer.Passing(served.item(), served.status()));
            } else if (first && result.result() instanceof Outcome.Unshared) {
                // Together again, so that those who waited do not all ask the origin.
                load(key, lifetimes, loader, false, sink);
            } else {
                bypass(loader.get(), false, sink);
            }
        });
    }

    /** From the origin, with no tier asked. */
    private static void bypass(Loader loader, boolean strong, Sink sink) {
        Loops.deliver(loader.load(strong), loaded -> {
            if (loaded.failed()) {
                sink.take(new ItemAnswer.Refused(failed()));
            } else if (loaded.result() instanceof Loaded.Found found) {
                sink.take(new ItemAnswer.Passing(found.item(), CacheStatus.BYPASS));
            } else {
                sink.take(refused(((Loaded.Refused) loaded.result()).reply()));
            }
        });
    }

    /** An answer that cannot be kept is an answer all the same. */
    private static ItemAnswer refused(Reply reply) {
        return reply.status() == 200
                ? new ItemAnswer.Passing(new CachedItem(reply.payload(), true), CacheStatus.BYPASS)
                : new ItemAnswer.Refused(reply);
    }

    private Sink counted(Operation operation, TableDescription table, boolean cacheable, Sink sink) {
        return answer -> {
            observer.answered(operation.wireName(), table.id().name(), cacheable, reply(answer));
            sink.take(answer);
        };
    }

    private static Reply failed() {
        return Reply.error(DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "Heatshield failed to load this."));
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
