package io.heatshield.service;

import io.heatshield.cache.Scope;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.CallDecoder;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops what is cached because a person says so: for a change that went past Heatshield. Every drop is in the log, with
 * who asked for it, and without keys.
 */
public final class Invalidation {
    private static final Logger LOG = LoggerFactory.getLogger(Invalidation.class);

    private static final Set<String> MEMBERS = Set.of("table", "key", "partition", "everything");

    private final TableCatalog catalog;
    private final Reach reach;

    /** Drops from this cache, which tells the other nodes. */
    public Invalidation(TableCatalog catalog, Reach reach) {
        this.catalog = catalog;
        this.reach = reach;
    }

    /**
     * Carries out a request: {@code {"table":T,"key":K}} for an item, {@code {"table":T,"partition":P}} for the items
     * of a partition key, {@code {"table":T}} for a table, {@code {"everything":true}}. K and P are in DynamoDB's JSON.
     *
     * @param by who asks, for the log
     * @return what was dropped, in words. Fails with an {@link IllegalArgumentException} if the request is not to be
     *     understood, and with another exception if the shared tier was not told
     */
    public Future<String> apply(String json, String by) {
        JsonObject request;
        try {
            request = new JsonObject(json);
            check(request);
        } catch (DecodeException | ClassCastException malformed) {
            return refused("expected a JSON object such as {\"table\":\"Products\",\"key\":{\"id\":{\"S\":\"p-42\"}}}");
        } catch (IllegalArgumentException wrong) {
            return Future.failedFuture(wrong);
        }
        if (request.containsKey("everything")) {
            return drop(new Scope.Everything(), "everything", by);
        }
        String table = request.getString("table");
        String name = TableId.bareName(table);
        if (request.containsKey("key")) {
            return item(table, request.getJsonObject("key"), by);
        }
        return request.containsKey("partition")
                ? drop(new Scope.Table(name), "table " + name + ", since items are not kept by partition", by)
                : drop(new Scope.Table(name), "table " + name, by);
    }

    private static void check(JsonObject request) {
        Set<String> unknown = new TreeSet<>(request.fieldNames());
        unknown.removeAll(MEMBERS);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    String.join(", ", unknown) + ": unknown; expected some of everything, key, partition, table");
        }
        if (request.containsKey("everything")) {
            if (request.size() > 1 || !Boolean.TRUE.equals(request.getValue("everything"))) {
                throw new IllegalArgumentException("everything: expected true, and nothing beside it");
            }
        } else if (!(request.getValue("table") instanceof String table) || table.isEmpty()) {
            throw new IllegalArgumentException("table: expected the name or the ARN of a table");
        } else if (request.containsKey("key") && request.containsKey("partition")) {
            throw new IllegalArgumentException("key, partition: expected one of them");
        } else if (!isObject(request, "key") || !isObject(request, "partition")) {
            throw new IllegalArgumentException(
                    "key, partition: expected DynamoDB's JSON, such as {\"id\":{\"S\":\"p-42\"}}");
        }
    }

    private static boolean isObject(JsonObject request, String member) {
        return !request.containsKey(member) || request.getValue(member) instanceof JsonObject;
    }

    private Future<String> item(String table, JsonObject key, String by) {
        Buffer asRead = new JsonObject().put("TableName", table).put("Key", key).toBuffer();
        if (!(CallDecoder.decode(Operation.GET_ITEM, Operation.GET_ITEM.target(), asRead)
                instanceof Call.GetItem read)) {
            return refused("key: is no key of an item");
        }
        return catalog.describe(table).compose(description -> {
            if (description == null) {
                return refused("table: the origin does not describe " + TableId.bareName(table));
            }
            ItemKey named = keyOf(read, description);
            return named == null
                    ? refused("key: does not fit the key schema of "
                            + description.id().name())
                    : drop(
                            new Scope.Item(named),
                            "an item of table " + description.id().name(),
                            by);
        });
    }

    private static @Nullable ItemKey keyOf(Call.GetItem read, TableDescription table) {
        return read.key().asKey(table);
    }

    private Future<String> drop(Scope scope, String what, String by) {
        LOG.atInfo().addKeyValue("what", what).addKeyValue("by", by).log("invalidated");
        return reach.purge(scope).map(what);
    }

    private static Future<String> refused(String why) {
        return Future.failedFuture(new IllegalArgumentException(why));
    }
}
