package io.heatshield.service;

import io.heatshield.cache.TieredCache;
import io.heatshield.origin.Origin;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.CallDecoder;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.ReplySink;
import io.heatshield.protocol.TableId;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * From a request to the path that answers it. What is not understood goes to the origin byte for byte.
 *
 * <p>Safe for use from any number of event loops.
 */
public final class Dispatcher implements RequestHandler {
    private final OriginGate origin;
    private final ReadPath reads;
    private final BatchPath batches;
    private final ResultPath results;
    private final WritePath writes;
    private final ServiceObserver observer;
    private final ItemReads items;

    /**
     * @param maxProjections accepted projections remembered at most
     */
    public Dispatcher(
            Origin origin,
            TableCatalog catalog,
            TieredCache cache,
            TablePolicies policies,
            int maxProjections,
            ServiceObserver observer) {
        this(origin, catalog, cache, policies, maxProjections, observer, Dispatcher::onThisLoop);
    }

    Dispatcher(
            Origin origin,
            TableCatalog catalog,
            TieredCache cache,
            TablePolicies policies,
            int maxProjections,
            ServiceObserver observer,
            BulkLoads.Delay delay) {
        this.origin = new OriginGate(origin);
        Projections projections = new Projections(maxProjections);
        this.reads = new ReadPath(this.origin, catalog, cache, policies, projections);
        this.batches = new BatchPath(this.origin, catalog, cache, policies, projections);
        this.results = new ResultPath(this.origin, catalog, cache, policies, maxProjections);
        this.writes = new WritePath(
                this.origin, catalog, cache, policies, new BulkLoads(this.origin, cache, delay, observer::bulkLoads));
        this.observer = observer;
        this.items = new ItemReads(this.origin, catalog, cache, policies, observer);
    }

    /** The same reads, for a face that wants items instead of DynamoDB's answers. */
    public ItemSource items() {
        return items;
    }

    @Override
    public void handle(WireRequest request, ReplySink sink) {
        Operation operation = Operation.ofTarget(request.target());
        Call call = CallDecoder.decode(operation, request.target(), request.body());
        if (call instanceof Call.GetItem getItem) {
            reads.getItem(getItem, request, counted(request, getItem.table(), !getItem.consistent(), sink));
        } else if (call instanceof Call.BatchGet batch) {
            batches.batchGet(batch, request, counted(request, batch.onlyTable(), batch.cacheable(), sink));
        } else if (call instanceof Call.Search search) {
            results.query(search, request, counted(request, search.table(), !search.consistent(), sink));
        } else if (call instanceof Call.ItemWrite write) {
            writes.items(write, operation, request, counted(request, table(write), false, sink));
        } else if (call instanceof Call.StatementWrite write) {
            writes.statements(write, operation, request, counted(request, WritePath.onlyTable(write), false, sink));
        } else if (call instanceof Call.TableWrite write) {
            String table = write.tables().size() == 1 ? write.tables().get(0) : null;
            writes.tables(write, operation, request, counted(request, table, false, sink));
        } else if (call instanceof Call.UnknownWrite) {
            writes.unknown(request, counted(request, null, false, sink));
        } else {
            String table = ((Call.Opaque) call).table();
            ReplySink counted = counted(request, table, false, sink);
            Loops.deliver(
                    origin.forward(request, table == null ? null : TableId.bareName(table)),
                    answer -> counted.send(OriginGate.reply(answer.result(), CacheStatus.BYPASS)));
        }
    }

    /** Later, on the event loop that asks. */
    private static void onThisLoop(long millis, Runnable task) {
        Context here = Vertx.currentContext();
        if (here != null) {
            here.owner().setTimer(millis, due -> task.run());
        }
    }

    /** The one table that all targets are of, as the client says it, or null. */
    static @Nullable String table(Call.ItemWrite write) {
        String first = write.targets().get(0).table();
        return write.targets().stream().allMatch(target -> target.table().equals(first)) ? first : null;
    }

    private ReplySink counted(WireRequest request, @Nullable String table, boolean cacheable, ReplySink sink) {
        return reply -> {
            String target = request.target();
            observer.answered(
                    target.substring(target.indexOf('.') + 1),
                    table == null ? null : TableId.bareName(table),
                    cacheable,
                    reply);
            sink.send(reply);
        };
    }
}
