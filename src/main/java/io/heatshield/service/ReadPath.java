package io.heatshield.service;

import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Entry;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.Outcome;
import io.heatshield.cache.TieredCache;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.ReplySink;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.heatshield.protocol.WireRequest;
import org.jspecify.annotations.Nullable;

/**
 * GetItem: from the tiers where that is allowed, else from the origin. A hit is answered before {@link #getItem}
 * returns, from the stored bytes.
 */
final class ReadPath {
    private final OriginGate origin;
    private final TableCatalog catalog;
    private final TieredCache cache;
    private final TablePolicies policies;
    private final Projections projections;

    ReadPath(
            OriginGate origin,
            TableCatalog catalog,
            TieredCache cache,
            TablePolicies policies,
            Projections projections) {
        this.origin = origin;
        this.catalog = catalog;
        this.cache = cache;
        this.policies = policies;
        this.projections = projections;
    }

    void getItem(Call.GetItem call, WireRequest request, ReplySink sink) {
        if (call.consistent()) {
            bypass(call, request, sink);
            return;
        }
        TableDescription table = catalog.known(call.table());
        if (table != null) {
            read(call, request, table, sink);
            return;
        }
        Loops.deliver(catalog.describe(call.table()), described -> {
            TableDescription found = described.result();
            if (found == null) {
                bypass(call, request, sink);
            } else {
                read(call, request, found, sink);
            }
        });
    }

    private void read(Call.GetItem call, WireRequest request, TableDescription table, ReplySink sink) {
        Lifetimes lifetimes = policies.lifetimes(table.id().name());
        ItemKey key = lifetimes == null ? null : call.key().asKey(table);
        if (lifetimes == null || key == null) {
            bypass(call, request, sink);
            return;
        }
        Projector projector = null;
        Call.Projected projected = call.projection();
        if (projected != null) {
            projector = projections.known(table.id(), projected);
            if (projector == null) {
                askFirst(call, projected, request, table, sink);
                return;
            }
        }
        Entry entry = cache.fresh(key);
        CachedItem item = entry == null ? null : entry.item();
        if (entry == null || item == null) {
            load(key, lifetimes, call, request, projector, true, sink);
            return;
        }
        if (cache.refreshDue(entry)) {
            cache.refresh(key, lifetimes, new ItemLoad(origin, call, request.hops()));
        }
        sink.send(ItemReply.of(item, call, projector, null, CacheStatus.LOCAL));
    }

    private void load(
            ItemKey key,
            Lifetimes lifetimes,
            Call.GetItem call,
            WireRequest request,
            @Nullable Projector projector,
            boolean first,
            ReplySink sink) {
        ItemLoad load = new ItemLoad(origin, call, request.hops());
        Loops.deliver(cache.load(key, lifetimes, load), result -> {
            if (result.failed()) {
                sink.send(Reply.error(
                        DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "Heatshield failed to load the item.")));
            } else if (result.result() instanceof Outcome.Refused refused) {
                sink.send(refused.reply());
            } else if (result.result() instanceof Outcome.Served served) {
                sink.send(served(served, load, call, projector));
            } else if (first && result.result() instanceof Outcome.Unshared) {
                // Together again, so that those who waited do not all ask the origin.
                load(key, lifetimes, call, request, projector, false, sink);
            } else {
                bypass(call, request, sink);
            }
        });
    }

    private static Reply served(
            Outcome.Served served, ItemLoad load, Call.GetItem call, @Nullable Projector projector) {
        ItemLoad.Answer own = served.status() == CacheStatus.MISS ? load.answer() : null;
        if (own == null) {
            return ItemReply.of(served.item(), call, projector, null, served.status());
        }
        if (projector == null) {
            return OriginGate.reply(own.reply(), CacheStatus.MISS);
        }
        Reply projected =
                ItemReply.of(served.item(), call, projector, own.body().capacityText(), CacheStatus.MISS);
        return new Reply(
                projected.status(),
                projected.contentType(),
                projected.payload(),
                own.reply().requestId(),
                CacheStatus.MISS);
    }

    /**
     * The first use of a projection on a table goes to the origin as it is. If the origin accepts it, the answer is
     * still the tiers': the origin's own may be older than a write that was answered a moment ago.
     */
    private void askFirst(
            Call.GetItem call, Call.Projected projected, WireRequest request, TableDescription table, ReplySink sink) {
        Loops.deliver(origin.forward(request, table.id().name()), answer -> {
            if (answer.result().ok() && projections.accept(table.id(), projected)) {
                read(call, request, table, sink);
            } else {
                sink.send(OriginGate.reply(answer.result(), CacheStatus.BYPASS));
            }
        });
    }

    private void bypass(Call.GetItem call, WireRequest request, ReplySink sink) {
        Loops.deliver(
                origin.forward(request, TableId.bareName(call.table())),
                answer -> sink.send(OriginGate.reply(answer.result(), CacheStatus.BYPASS)));
    }
}
