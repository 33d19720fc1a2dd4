package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.expression.KeyCondition;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An origin of logical keys before one of physical ones. Whoever asks it, the cache among them, knows no shards: what is
 * cached, coalesced and fenced is the logical key's.
 *
 * <p>Requests that name no sharded table pass through as they are. Safe for use from any thread.
 */
public final class ShardedOrigin implements Origin {
    private static final Logger LOG = LoggerFactory.getLogger(ShardedOrigin.class);

    private final Map<String, ShardedTable> tables;
    private final TableCatalog catalog;
    private final Asking asking;
    private final PointReads reads;
    private final BatchReads batches;
    private final TransactionReads transactions;
    private final Writes writes;

    /**
     * What it is made of.
     *
     * @param behind the origin of physical keys; whoever made it closes it
     * @param catalog the origin's tables
     * @param nanos a clock in nanoseconds from any starting point
     * @param clock tells the time by which shards are chosen
     * @param timer runs things later
     * @param random draws shards; safe for use from any thread
     */
    public record Parts(
            Origin behind,
            TableCatalog catalog,
            LongSupplier nanos,
            InstantSource clock,
            Deadline.Timer timer,
            RandomGenerator random,
            ShardObserver observer) {}

    /**
     * @param tables by bare name
     */
    public ShardedOrigin(Map<String, ShardedTable> tables, Parts parts) {
        this.tables = new TreeMap<>(tables);
        this.catalog = parts.catalog();
        this.asking = new Asking(parts.behind(), parts.nanos(), parts.timer(), parts.observer());
        this.reads = new PointReads(asking);
        this.batches = new BatchReads(asking, reads);
        this.transactions = new TransactionReads(parts.behind());
        this.writes = new Writes(asking, new Router(parts.clock(), parts.random()), reads);
    }

    @Override
    public Future<OriginReply> send(OriginRequest request) {
        Operation operation = Operation.ofTarget(request.target());
        String table = request.table();
        if (operation == null || !concerns(operation) || (table != null && !tables.containsKey(table))) {
            return asking.origin().send(request);
        }
        try {
            ObjectNode body = Json.object(request.body());
            return body == null ? Future.succeededFuture(Json.malformed()) : understood(operation, request, body);
        } catch (DynamoException refused) {
            return Future.succeededFuture(refused(table, refused));
        } catch (RuntimeException defect) {
            LOG.error("a request of a sharded table was not understood", defect);
            return Future.succeededFuture(Asking.defect());
        }
    }

    private static boolean concerns(Operation operation) {
        return switch (operation) {
            case GET_ITEM,
                    BATCH_GET_ITEM,
                    TRANSACT_GET_ITEMS,
                    PUT_ITEM,
                    UPDATE_ITEM,
                    DELETE_ITEM,
                    BATCH_WRITE_ITEM,
                    TRANSACT_WRITE_ITEMS,
                    QUERY,
                    SCAN,
                    EXECUTE_STATEMENT,
                    BATCH_EXECUTE_STATEMENT,
                    EXECUTE_TRANSACTION -> true;
            default -> false;
        };
    }

    private Future<OriginReply> understood(Operation operation, OriginRequest request, ObjectNode body) {
        if (operation.name().contains("EXECUTE")) {
            String table = Statements.shardedTable(body, tables.keySet());
            return table == null ? asking.origin().send(request) : Future.succeededFuture(noStatements(table));
        }
        Set<String> named = named(operation, body);
        named.retainAll(tables.keySet());
        if (named.isEmpty()) {
            return asking.origin().send(request);
        }
        KnownTables known = known(named);
        return known != null
                ? routed(operation, request, body, known)
                : described(List.copyOf(named))
                        .compose(hindrance -> hindrance != null
                                ? Future.succeededFuture(hindrance)
                                : guarded(operation, request, body, named));
    }

    private Future<OriginReply> guarded(
            Operation operation, OriginRequest request, ObjectNode body, Set<String> named) {
        KnownTables known = known(named);
        try {
            return known == null
                    ? Future.succeededFuture(unknown(named.iterator().next()))
                    : routed(operation, request, body, known);
        } catch (DynamoException refused) {
            return Future.succeededFuture(refused(request.table(), refused));
        }
    }

    private Future<OriginReply> routed(Operation operation, OriginRequest request, ObjectNode body, KnownTables known) {
        return switch (operation) {
            case PUT_ITEM -> writes.send(request, body, Element.single(Element.Kind.PUT, body), known);
            case UPDATE_ITEM -> writes.send(request, body, Element.single(Element.Kind.UPDATE, body), known);
            case DELETE_ITEM -> writes.send(request, body, Element.single(Element.Kind.DELETE, body), known);
            case BATCH_WRITE_ITEM -> writes.send(request, body, Element.batch(body), known);
            case TRANSACT_WRITE_ITEMS -> writes.send(request, body, Element.transaction(body), known);
            case BATCH_GET_ITEM -> batches.get(request, body, known);
            case TRANSACT_GET_ITEMS -> transactions.get(request, body, known);
            default -> ofOneTable(operation, request, body, known);
        };
    }

    private Future<OriginReply> ofOneTable(
            Operation operation, OriginRequest request, ObjectNode body, KnownTables known) {
        TableKeys keys = known.byName().values().iterator().next();
        if (operation == Operation.GET_ITEM) {
            TableKeys.Logical logical = keys.logical(body.path("Key"));
            if (logical != null) {
                return reads.get(request, body, keys, logical);
            }
        } else if (operation == Operation.QUERY) {
            Future<OriginReply> gather = gather(request, body, keys);
            if (gather != null) {
                return gather;
            }
        }
        return asking.origin().send(request).map(reply -> new Answers(known).ofRead(reply, keys));
    }

    /** The answer to a Query of a sharded key, or null if the key is not sharded. */
    private @Nullable Future<OriginReply> gather(OriginRequest request, ObjectNode body, TableKeys keys) {
        if (body.hasNonNull("IndexName")) {
            requireUnsharded(body, keys);
            return null;
        }
        SearchReader reader = new SearchReader(body, keys.description().keys());
        KeyCondition condition = reader.keyCondition();
        String partition =
                condition != null && condition.partition() instanceof AttributeValue.S text ? text.value() : null;
        TableKeys.Logical logical = partition == null ? null : keys.logical(partition);
        if (condition == null || logical == null) {
            return null;
        }
        ShardSearch search = reader.read(condition, logical.key(), logical.partition());
        return Gather.of(asking, request, search, keys, SortPosition.of(search, keys));
    }

    /** An index whose partition key is the table's has the items of a logical key in several collections. */
    private static void requireUnsharded(ObjectNode body, TableKeys keys) {
        AttributeValue asked = new SearchReader(body, keys.description().keys()).equal(keys.partition());
        if (asked instanceof AttributeValue.S text && keys.logical(text.value()) != null) {
            throw DynamoError.validation("An index cannot be queried by a sharded key yet")
                    .exception();
        }
    }

    private static Set<String> named(Operation operation, ObjectNode body) {
        Set<String> named = new LinkedHashSet<>();
        switch (operation) {
            case BATCH_GET_ITEM, BATCH_WRITE_ITEM ->
                body.path("RequestItems").fieldNames().forEachRemaining(name -> named.add(TableId.bareName(name)));
            case TRANSACT_GET_ITEMS, TRANSACT_WRITE_ITEMS -> {
                for (JsonNode item : body.path("TransactItems")) {
                    for (JsonNode action : item) {
                        add(named, Json.text(action, "TableName"));
                    }
                }
            }
            default -> add(named, Json.text(body, "TableName"));
        }
        return named;
    }

    private static void add(Set<String> named, @Nullable String table) {
        if (table != null) {
            named.add(TableId.bareName(table));
        }
    }

    /** The tables with their keys, or null if the key of one is not known. */
    private @Nullable KnownTables known(Set<String> named) {
        Map<String, TableKeys> known = new TreeMap<>();
        for (String name : named) {
            TableDescription description = catalog.known(name);
            ShardedTable table = tables.get(name);
            if (description == null || table == null) {
                return null;
            }
            String misfit = table.misfit(description.keys());
            if (misfit != null) {
                throw DynamoError.validation("tables." + name + "." + misfit).exception();
            }
            known.put(name, new TableKeys(table, description));
        }
        return new KnownTables(known);
    }

    /** Asks for the keys of tables; gives the error to answer if one cannot be had. */
    private Future<@Nullable OriginReply> described(List<String> named) {
        List<Future<@Nullable TableDescription>> asked = new ArrayList<>();
        named.forEach(name -> asked.add(catalog.describe(name)));
        return Future.join(asked).transform(all -> {
            for (int at = 0; at < named.size(); at++) {
                if (asked.get(at).failed() || asked.get(at).result() == null) {
                    return whyUnknown(named.get(at));
                }
            }
            return Future.succeededFuture(null);
        });
    }

    /** The table may be missing, or the origin may not say: then nothing may go to it unrouted. */
    private Future<@Nullable OriginReply> whyUnknown(String table) {
        OriginRequest question = new OriginRequest(
                Operation.DESCRIBE_TABLE.target(),
                io.heatshield.protocol.Reply.JSON_1_0,
                Json.buffer(Json.object().put("TableName", table)),
                null,
                true,
                null);
        return asking.origin().send(question).map(reply -> {
            boolean missing =
                    !reply.down() && reply.payload().body().toString().contains(ErrorKind.RESOURCE_NOT_FOUND.shape());
            return missing
                    ? OriginReply.error(
                            DynamoError.of(ErrorKind.RESOURCE_NOT_FOUND, "Requested resource not found"), null)
                    : unknown(table);
        });
    }

    private static OriginReply unknown(String table) {
        return OriginReply.failure(
                DynamoError.of(
                        ErrorKind.SERVICE_UNAVAILABLE,
                        "The table " + table
                                + " has sharded keys, and the origin does not tell its key schema. Try again."),
                OriginReply.Certainty.NOT_SENT);
    }

    private static OriginReply noStatements(String table) {
        return Json.refused(
                "The table " + table + " has sharded keys, and PartiQL statements are not spread over shards;"
                        + " use the operations on items, Query or Scan");
    }

    private OriginReply refused(@Nullable String table, DynamoException refused) {
        asking.observer().refused(table == null ? "" : table);
        return OriginReply.error(refused.error(), null);
    }

    @Override
    public String describe() {
        return asking.origin().describe();
    }

    /** Nothing: whoever made the origin behind closes it. */
    @Override
    public Future<Void> close() {
        return Future.succeededFuture();
    }
}
