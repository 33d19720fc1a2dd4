package io.heatshield.service;

import io.heatshield.cache.Fence;
import io.heatshield.cache.Scope;
import io.heatshield.cache.TieredCache;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.ReplySink;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes: the fence goes up before the request leaves for the origin, and ends before the client hears of it, whatever
 * the outcome, since a write that failed may have been applied all the same.
 */
final class WritePath {
    private static final Logger LOG = LoggerFactory.getLogger(WritePath.class);

    private static final String UNHEARD =
            "The shared tier does not answer, and this table's coherence is strict: nothing was written. Try again.";

    private final OriginGate origin;
    private final TableCatalog catalog;
    private final TieredCache cache;
    private final TablePolicies policies;
    private final BulkLoads bulkLoads;
    private final Reach reach;
    private final Novelties novelties = new Novelties();

    WritePath(OriginGate origin, TableCatalog catalog, TieredCache cache, TablePolicies policies, BulkLoads bulkLoads) {
        this.origin = origin;
        this.catalog = catalog;
        this.cache = cache;
        this.policies = policies;
        this.bulkLoads = bulkLoads;
        this.reach = new Reach(cache, policies);
    }

    /** A write of items named by key. */
    void items(Call.ItemWrite call, @Nullable Operation operation, WireRequest request, ReplySink sink) {
        Set<String> tables = new LinkedHashSet<>();
        call.targets().forEach(target -> tables.add(target.table()));
        described(tables, () -> {
            List<Scope> named = WriteScopes.of(call, catalog);
            TableDescription table = named.size() == 1 && named.get(0) instanceof Scope.Item
                    ? catalog.known(call.targets().get(0).table())
                    : null;
            Set<String> exact = table == null
                    ? Set.of()
                    : policies.answersAbout(table.id().name()).exact();
            WriteImages images =
                    table == null || exact.isEmpty() ? null : WriteImages.of(operation, request, table, exact);
            fenced(
                    images == null ? reach.of(named) : reach.withoutIndexes(named),
                    new Write(request, operation, only(tables), images),
                    sink);
        });
    }

    /**
     * A write on its way.
     *
     * @param table the one table that it is of, or null
     * @param images by which it is found out what it changes of indexes, or null where that is fenced before
     */
    private record Write(
            WireRequest request,
            @Nullable Operation operation,
            @Nullable String table,
            @Nullable WriteImages images) {}

    /** PartiQL that writes. */
    void statements(Call.StatementWrite call, @Nullable Operation operation, WireRequest request, ReplySink sink) {
        Set<String> tables = tables(call);
        described(
                tables,
                () -> fenced(
                        reach.of(WriteScopes.of(call, catalog)),
                        new Write(request, operation, only(tables), null),
                        sink));
    }

    /** The one table that the statements write, as the client says it, or null. */
    static @Nullable String onlyTable(Call.StatementWrite call) {
        Set<String> tables = tables(call);
        return tables.size() == 1 ? tables.iterator().next() : null;
    }

    private static Set<String> tables(Call.StatementWrite call) {
        Set<String> tables = new LinkedHashSet<>();
        call.statements().forEach(statement -> tables.add(statement.table()));
        return tables;
    }

    private static @Nullable String only(Set<String> tables) {
        return tables.size() == 1 ? TableId.bareName(tables.iterator().next()) : null;
    }

    /** Goes on once the schemas of these tables are known, or the origin could not tell them. */
    private void described(Set<String> tables, Runnable then) {
        List<Future<?>> unknown = new ArrayList<>(0);
        for (String table : tables) {
            if (catalog.known(table) == null) {
                unknown.add(catalog.describe(table));
            }
        }
        if (unknown.isEmpty()) {
            then.run();
        } else {
            Loops.deliver(Future.join(unknown), described -> then.run());
        }
    }

    /** A change of whole tables, or of items of them that cannot be told. */
    void tables(Call.TableWrite call, @Nullable Operation operation, WireRequest request, ReplySink sink) {
        List<Scope> scopes = WriteScopes.of(call.tables());
        ReplySink forgetting = reply -> {
            if (operation == null && reply.status() < 300 && novelties.isNew(request.target())) {
                LOG.warn("event=flushed-tables target={} reason=unknown-operation", loggable(request.target()));
            }
            call.tables().forEach(catalog::forget);
            sink.send(reply);
        };
        if (operation == Operation.CREATE_TABLE) {
            // Of a table that is not there nothing is cached; and one that is there is refused, at each start of
            // many a program, which is no reason to empty its cache.
            afterwards(scopes, operation, request, forgetting);
        } else {
            fenced(scopes, new Write(request, operation, null, null), forgetting);
        }
    }

    /**
     * A write that names nothing known. If the origin accepts it, or may have, everything goes; while it refuses, which
     * it will do with a request that is no JSON, nobody can empty the cache by sending rubbish.
     */
    void unknown(WireRequest request, ReplySink sink) {
        afterwards(List.of(new Scope.Everything()), null, request, sink);
    }

    /** Fences a write once the origin has accepted it, or may have. */
    private void afterwards(List<Scope> scopes, @Nullable Operation operation, WireRequest request, ReplySink sink) {
        Loops.deliver(origin.forward(request, null), answered -> {
            OriginReply answer = answered.result();
            Fence.Fate fate = operation == Operation.CREATE_TABLE && !answer.ok() && !answer.down()
                    ? Fence.Fate.NOT_APPLIED
                    : WriteFate.of(answer, operation);
            Reply reply = OriginGate.reply(answer, CacheStatus.BYPASS);
            if (fate == Fence.Fate.NOT_APPLIED) {
                sink.send(reply);
                return;
            }
            if (operation == null && novelties.isNew(request.target())) {
                LOG.warn("event=flushed-all target={} reason=write-names-no-table", loggable(request.target()));
            }
            Fence fence = cache.raise(scopes);
            Loops.deliver(fence.end(fate), ended -> sink.send(reply));
        });
    }

    private void fenced(List<Scope> scopes, Write write, ReplySink sink) {
        boolean strict = scopes.stream().anyMatch(this::strict);
        Fence fence = cache.raise(scopes, strict);
        if (!strict) {
            forward(fence, scopes, write, sink);
            return;
        }
        Loops.deliver(fence.begun(), begun -> {
            if (begun.succeeded()) {
                forward(fence, scopes, write, sink);
            } else {
                // Before the write, not after it: an error for a write that was applied would have the client write
                // again.
                Loops.deliver(
                        fence.end(Fence.Fate.NOT_APPLIED),
                        ended -> sink.send(Reply.error(DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, UNHEARD))));
            }
        });
    }

    private boolean strict(Scope scope) {
        if (scope instanceof Scope.Item item) {
            return policies.strict(item.key().table().name());
        }
        return scope instanceof Scope.Table table && policies.strict(table.name());
    }

    private void forward(Fence fence, List<Scope> scopes, Write write, ReplySink sink) {
        WriteImages images = write.images();
        WireRequest sent = images == null ? write.request() : images.request();
        Loops.deliver(origin.forward(sent, write.table()), answered -> {
            OriginReply answer = answered.result();
            Fence.Fate fate = write.operation() == Operation.START_BULK_PUT_ITEMS
                    ? bulkLoads.begun(answer, scopes)
                    : WriteFate.of(answer, write.operation());
            Future<?> ended = fence.end(fate);
            if (images != null && fate != Fence.Fate.NOT_APPLIED) {
                boolean strict = scopes.stream().anyMatch(this::strict);
                ended = Future.join(
                        ended, cache.raise(images.reached(answer), strict).end(fate));
            }
            OriginReply shown = images == null ? answer : images.asAsked(answer);
            Loops.deliver(ended, done -> sink.send(OriginGate.reply(shown, CacheStatus.BYPASS)));
        });
    }

    private static String loggable(String target) {
        return target.length() <= 80 && target.chars().allMatch(c -> c > ' ' && c < 127) ? target : "(odd)";
    }
}
