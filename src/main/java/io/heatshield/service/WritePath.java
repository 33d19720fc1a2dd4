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
import io.heatshield.protocol.ItemKey;
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

    WritePath(OriginGate origin, TableCatalog catalog, TieredCache cache, TablePolicies policies) {
        this.origin = origin;
        this.catalog = catalog;
        this.cache = cache;
        this.policies = policies;
    }

    /** A write of items named by key. */
    void items(Call.ItemWrite call, @Nullable Operation operation, WireRequest request, ReplySink sink) {
        Set<String> tables = new LinkedHashSet<>();
        call.targets().forEach(target -> tables.add(target.table()));
        List<Future<?>> unknown = new ArrayList<>();
        for (String table : tables) {
            if (catalog.known(table) == null) {
                unknown.add(catalog.describe(table));
            }
        }
        String only = tables.size() == 1 ? TableId.bareName(tables.iterator().next()) : null;
        if (unknown.isEmpty()) {
            fenced(scopes(call), only, operation, request, sink);
        } else {
            Loops.deliver(Future.join(unknown), described -> fenced(scopes(call), only, operation, request, sink));
        }
    }

    /** A change of whole tables, or of items of them that cannot be told. */
    void tables(Call.TableWrite call, @Nullable Operation operation, WireRequest request, ReplySink sink) {
        Set<Scope> scopes = new LinkedHashSet<>();
        for (String table : call.tables()) {
            scopes.add(new Scope.Table(TableId.bareName(table)));
        }
        boolean reshapes = operation == null || operation.kind() == Operation.Kind.TABLE;
        fenced(new ArrayList<>(scopes), null, operation, request, reply -> {
            if (reshapes) {
                call.tables().forEach(catalog::forget);
            }
            sink.send(reply);
        });
    }

    /**
     * A write that names nothing known. If the origin accepts it, or may have, everything goes; while it refuses, which
     * it will do with a request that is no JSON, nobody can empty the cache by sending rubbish.
     */
    void unknown(WireRequest request, ReplySink sink) {
        Loops.deliver(origin.forward(request, null), answered -> {
            OriginReply answer = answered.result();
            Fence.Fate fate = fate(answer, null);
            if (fate != Fence.Fate.NOT_APPLIED) {
                LOG.warn("event=flushed-all target={} reason=write-names-no-table", loggable(request.target()));
                // After the fact: had it gone up before, rubbish could empty the cache.
                Fence fence = cache.raise(List.of(new Scope.Everything()));
                Loops.deliver(fence.end(fate), ended -> sink.send(OriginGate.reply(answer, CacheStatus.BYPASS)));
            } else {
                sink.send(OriginGate.reply(answer, CacheStatus.BYPASS));
            }
        });
    }

    private List<Scope> scopes(Call.ItemWrite call) {
        Set<Scope> scopes = new LinkedHashSet<>();
        for (Call.Target target : call.targets()) {
            TableDescription table = catalog.known(target.table());
            ItemKey key = null;
            if (table != null) {
                key = target.wholeItem()
                        ? target.parts().ofItem(table)
                        : target.parts().asKey(table);
            }
            scopes.add(key == null ? new Scope.Table(TableId.bareName(target.table())) : new Scope.Item(key));
        }
        return new ArrayList<>(scopes);
    }

    private void fenced(
            List<Scope> scopes,
            @Nullable String table,
            @Nullable Operation operation,
            WireRequest request,
            ReplySink sink) {
        boolean strict = scopes.stream().anyMatch(this::strict);
        Fence fence = cache.raise(scopes, strict);
        if (!strict) {
            forward(fence, table, operation, request, sink);
            return;
        }
        Loops.deliver(fence.begun(), begun -> {
            if (begun.succeeded()) {
                forward(fence, table, operation, request, sink);
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

    private void forward(
            Fence fence, @Nullable String table, @Nullable Operation operation, WireRequest request, ReplySink sink) {
        Loops.deliver(origin.forward(request, table), answered -> {
            OriginReply answer = answered.result();
            Loops.deliver(
                    fence.end(fate(answer, operation)),
                    ended -> sink.send(OriginGate.reply(answer, CacheStatus.BYPASS)));
        });
    }

    /**
     * What an answer tells of a write's fate. Only an error of which the service documents that nothing was written
     * counts as not applied; a batch that was refused may have been applied in part.
     */
    private static Fence.Fate fate(OriginReply answer, @Nullable Operation operation) {
        if (answer.certainty() == OriginReply.Certainty.NOT_SENT) {
            return Fence.Fate.NOT_APPLIED;
        }
        if (answer.down()) {
            return Fence.Fate.UNKNOWN;
        }
        if (answer.ok()) {
            return Fence.Fate.APPLIED;
        }
        return switch (ErrorShapes.of(answer)) {
            case "ConditionalCheckFailedException",
                    "ValidationException",
                    "SerializationException",
                    "ResourceNotFoundException",
                    "AccessDeniedException",
                    "UnrecognizedClientException",
                    "InvalidSignatureException",
                    "UnknownOperationException",
                    "ItemCollectionSizeLimitExceededException",
                    "TransactionCanceledException",
                    "TransactionConflictException",
                    "IdempotentParameterMismatchException",
                    "DuplicateItemException" -> Fence.Fate.NOT_APPLIED;
            case "ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded" ->
                operation == Operation.BATCH_WRITE_ITEM ? Fence.Fate.APPLIED : Fence.Fate.NOT_APPLIED;
            case "TransactionInProgressException" -> Fence.Fate.UNKNOWN;
            default -> Fence.Fate.APPLIED;
        };
    }

    private static String loggable(String target) {
        return target.length() <= 80 && target.chars().allMatch(c -> c > ' ' && c < 127) ? target : "(odd)";
    }
}
