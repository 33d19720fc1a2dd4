package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.DynamoError;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** TransactGetItems with sharded keys: every shard that may hold an item is read in the one transaction. */
final class TransactionReads {
    /** The most items of a transaction. */
    private static final int MOST = 100;

    private final Origin origin;

    TransactionReads(Origin origin) {
        this.origin = origin;
    }

    /**
     * What was made of one item of the request.
     *
     * @param places how many items of the transaction stand for it
     * @param keys its table, or null if that is not sharded
     */
    private record Part(int places, @Nullable TableKeys keys, boolean sums) {}

    Future<OriginReply> get(OriginRequest request, ObjectNode body, KnownTables tables) {
        List<Part> parts = new ArrayList<>();
        ArrayNode spread = body.arrayNode();
        for (JsonNode item : body.path("TransactItems")) {
            parts.add(spread(item, spread, tables));
        }
        if (spread.size() > MOST && parts.size() <= MOST) {
            throw DynamoError.validation(
                            "The transaction reads items whose shard their key does not tell; with every shard"
                                    + " that may hold one it has " + spread.size() + " items, and may have " + MOST)
                    .exception();
        }
        body.set("TransactItems", spread);
        return origin.send(Json.with(request, body)).map(reply -> joined(reply, parts));
    }

    private static Part spread(JsonNode item, ArrayNode spread, KnownTables tables) {
        JsonNode get = item.path("Get");
        String table = Json.text(get, "TableName");
        TableKeys keys = table == null ? null : tables.of(table);
        TableKeys.Logical logical = keys != null && get.get("Key") instanceof ObjectNode key ? keys.logical(key) : null;
        if (keys == null || logical == null) {
            spread.add(item);
            return new Part(1, keys, false);
        }
        List<String> places = PointReads.places(keys, logical, (ObjectNode) get.get("Key"));
        for (String place : places) {
            ObjectNode one = item.deepCopy();
            keys.place((ObjectNode) one.get("Get").get("Key"), place);
            spread.add(one);
        }
        return new Part(places.size(), keys, logical.key().choice() instanceof Choice.Counter);
    }

    private static OriginReply joined(OriginReply reply, List<Part> parts) {
        ObjectNode body = Json.object(reply.payload().body());
        if (body == null) {
            return reply;
        }
        if (body.get("Responses") instanceof ArrayNode responses) {
            ArrayNode joined = body.putArray("Responses");
            int at = 0;
            for (Part part : parts) {
                joined.add(response(responses, at, part));
                at += part.places();
            }
        }
        if (body.get("CancellationReasons") instanceof ArrayNode reasons) {
            ArrayNode joined = body.putArray("CancellationReasons");
            int at = 0;
            for (Part part : parts) {
                joined.add(reason(reasons, at, part.places()));
                at += part.places();
            }
        }
        return Json.with(reply, body);
    }

    private static JsonNode response(ArrayNode responses, int from, Part part) {
        List<ObjectNode> items = new ArrayList<>();
        for (int at = from; at < from + part.places(); at++) {
            if (responses.path(at).get("Item") instanceof ObjectNode item) {
                if (part.keys() != null) {
                    part.keys().restore(item);
                }
                items.add(item);
            }
        }
        ObjectNode response = Json.object();
        if (!items.isEmpty()) {
            response.set("Item", part.sums() && part.keys() != null ? Sums.of(items, part.keys()) : items.get(0));
        }
        return response;
    }

    /** The first reason among those of its places that is one. */
    private static JsonNode reason(ArrayNode reasons, int from, int places) {
        for (int at = from; at < from + places; at++) {
            if (!"None".equals(Json.text(reasons.path(at), "Code"))) {
                return reasons.path(at);
            }
        }
        return reasons.path(from);
    }
}
