package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.Operation;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read of an item that may stand in one of several places: all are read in one transaction, so that it is found while
 * it is moved, whichever way.
 */
final class MovingRead {
    private static final int ATTEMPTS = 8;
    private static final long PAUSE_MILLIS = 5;

    private final Asking asking;
    private final OriginRequest request;
    private final TableKeys keys;
    private final ObjectNode transaction;

    /**
     * @param body the GetItem
     * @param places the places, the one that counts first
     */
    MovingRead(Asking asking, OriginRequest request, ObjectNode body, TableKeys keys, List<String> places) {
        this.asking = asking;
        this.request = request;
        this.keys = keys;
        this.transaction = Json.object();
        if (body.hasNonNull("ReturnConsumedCapacity")) {
            transaction.set("ReturnConsumedCapacity", body.get("ReturnConsumedCapacity"));
        }
        ArrayNode items = transaction.putArray("TransactItems");
        for (String place : places) {
            ObjectNode get = items.addObject().putObject("Get");
            get.set("TableName", body.get("TableName"));
            ObjectNode key = body.withObject("/Key").deepCopy();
            keys.place(key, place);
            get.set("Key", key);
            project(body, get);
        }
    }

    /** The legacy form of a projection is none of a transaction's. */
    private static void project(ObjectNode body, ObjectNode get) {
        if (body.get("AttributesToGet") instanceof ArrayNode legacy) {
            ObjectNode names = get.putObject("ExpressionAttributeNames");
            StringBuilder projection = new StringBuilder();
            for (JsonNode name : legacy) {
                String placeholder = "#a" + names.size();
                projection.append(projection.isEmpty() ? "" : ", ").append(placeholder);
                names.set(placeholder, name);
            }
            get.put("ProjectionExpression", projection.toString());
        } else if (body.has("ProjectionExpression")) {
            get.set("ProjectionExpression", body.get("ProjectionExpression"));
            if (body.has("ExpressionAttributeNames")) {
                get.set("ExpressionAttributeNames", body.get("ExpressionAttributeNames"));
            }
        }
    }

    /** The answer, in the form of a GetItem's. */
    Future<OriginReply> get() {
        return get(ATTEMPTS);
    }

    private Future<OriginReply> get(int attempts) {
        return asking.origin()
                .send(Json.with(request, Operation.TRANSACT_GET_ITEMS.target(), transaction))
                .compose(reply -> {
                    if (reply.ok()) {
                        return Future.succeededFuture(answer(reply));
                    }
                    boolean conflict = Mover.busy(reply, Mover.reasons(reply))
                            && !Mover.reasons(reply).isEmpty();
                    if (!conflict) {
                        return Future.succeededFuture(reply);
                    }
                    return attempts == 0
                            ? Future.succeededFuture(Mover.contended())
                            : asking.pause(PAUSE_MILLIS).compose(rested -> get(attempts - 1));
                });
    }

    private OriginReply answer(OriginReply reply) {
        ObjectNode body = Json.object(reply.payload().body());
        if (body == null) {
            return reply;
        }
        ObjectNode answer = Json.object();
        for (JsonNode response : body.path("Responses")) {
            if (response.has("Item")) {
                keys.restore(response.get("Item"));
                answer.set("Item", response.get("Item"));
                break;
            }
        }
        JsonNode consumed = body.path("ConsumedCapacity").path(0);
        if (consumed.isObject()) {
            answer.set("ConsumedCapacity", consumed);
        }
        return Json.with(reply, answer);
    }

    /** The one table's part of what a transaction consumed, or null. */
    static @Nullable JsonNode consumedByOne(ObjectNode body) {
        JsonNode consumed = body.path("ConsumedCapacity").path(0);
        return consumed.isObject() ? consumed : null;
    }
}
