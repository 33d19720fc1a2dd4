package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.vertx.core.Future;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Moves one item from one place to another, in one transaction: it is put where nothing stands, and deleted where it
 * stood if it is still the same. So it is never in neither place, and never comes back after it was deleted.
 */
final class Mover {
    /** Attributes that are compared; an expression has room for so many. */
    private static final int MOST_COMPARED = 100;

    private final Origin origin;

    Mover(Origin origin) {
        this.origin = origin;
    }

    /** What became of a move. */
    enum End {
        /** It is there now. */
        MOVED,
        /** The new place had one already, which is the newer; the old one is gone. */
        SUPERSEDED,
        /** It was changed, deleted or moved meanwhile: look again. */
        CHANGED,
        /** Somebody else is at it, or the origin throttles: try again later. */
        BUSY,
        /** The origin would not. */
        FAILED
    }

    /**
     * @param failure the origin's error, where it failed or was busy
     */
    record Result(End end, @Nullable OriginReply failure) {}

    /**
     * Moves an item.
     *
     * @param table as requests name it
     * @param item as it stands in its place
     * @param to the partition key to move it to
     * @param hops the nodes that the cause of this has passed, or null
     */
    Future<Result> move(String table, TableKeys keys, ObjectNode item, String to, @Nullable String hops) {
        ObjectNode body = Json.object();
        ArrayNode items = body.putArray("TransactItems");
        ObjectNode put = items.addObject().putObject("Put").put("TableName", table);
        ObjectNode moved = item.deepCopy();
        keys.place(moved, to);
        put.set("Item", moved);
        put.put("ConditionExpression", "attribute_not_exists(#p)");
        put.putObject("ExpressionAttributeNames").put("#p", keys.partition());
        items.addObject().set("Delete", deletion(table, keys, item));
        return origin.send(request(Operation.TRANSACT_WRITE_ITEMS, body, table, hops))
                .compose(reply -> moved(reply, table, keys, item, hops));
    }

    private Future<Result> moved(
            OriginReply reply, String table, TableKeys keys, ObjectNode item, @Nullable String hops) {
        if (reply.ok()) {
            return Future.succeededFuture(new Result(End.MOVED, null));
        }
        JsonNode reasons = reasons(reply);
        if (failed(reasons.path(1), "ConditionalCheckFailed")) {
            return Future.succeededFuture(new Result(End.CHANGED, null));
        }
        if (failed(reasons.path(0), "ConditionalCheckFailed")) {
            return origin.send(request(Operation.DELETE_ITEM, deletion(table, keys, item), table, hops))
                    .map(Mover::superseded);
        }
        return Future.succeededFuture(new Result(busy(reply, reasons) ? End.BUSY : End.FAILED, reply));
    }

    private static Result superseded(OriginReply reply) {
        if (reply.ok()) {
            return new Result(End.SUPERSEDED, null);
        }
        boolean changed = contains(reply, ErrorKind.CONDITIONAL_CHECK_FAILED.shape());
        return new Result(changed ? End.CHANGED : busy(reply, Json.object()) ? End.BUSY : End.FAILED, reply);
    }

    /** A delete of an item if it is still the same. */
    private static ObjectNode deletion(String table, TableKeys keys, ObjectNode item) {
        ObjectNode delete = Json.object().put("TableName", table);
        ObjectNode key = delete.putObject("Key");
        key.set(keys.partition(), item.get(keys.partition()));
        key.set(keys.sort(), item.get(keys.sort()));
        ObjectNode names = delete.putObject("ExpressionAttributeNames");
        StringBuilder condition = new StringBuilder("attribute_exists(#p)");
        names.put("#p", keys.partition());
        ObjectNode values = Json.object();
        int compared = 0;
        for (Map.Entry<String, JsonNode> attribute : item.properties()) {
            if (!key.has(attribute.getKey()) && compared < MOST_COMPARED) {
                names.put("#a" + compared, attribute.getKey());
                values.set(":a" + compared, attribute.getValue());
                condition.append(" AND #a").append(compared).append(" = :a").append(compared);
                compared++;
            }
        }
        delete.put("ConditionExpression", condition.toString());
        if (compared > 0) {
            delete.set("ExpressionAttributeValues", values);
        }
        return delete;
    }

    static OriginRequest request(Operation operation, ObjectNode body, String table, @Nullable String hops) {
        return new OriginRequest(
                operation.target(),
                Reply.JSON_1_0,
                Json.buffer(body),
                io.heatshield.protocol.TableId.bareName(table),
                operation.mayBeSentTwice(),
                hops);
    }

    /** The reasons of a cancelled transaction; nothing for any other answer. */
    static JsonNode reasons(OriginReply reply) {
        ObjectNode body = reply.ok() ? null : Json.object(reply.payload().body());
        return body == null ? Json.object() : body.path("CancellationReasons");
    }

    static boolean failed(JsonNode reason, String code) {
        return code.equals(Json.text(reason, "Code"));
    }

    /** Whether a write may succeed if it is tried again. */
    static boolean busy(OriginReply reply, JsonNode reasons) {
        for (JsonNode reason : reasons) {
            String code = Json.text(reason, "Code");
            if ("TransactionConflict".equals(code)
                    || "ThrottlingError".equals(code)
                    || "ProvisionedThroughputExceeded".equals(code)) {
                return true;
            }
        }
        return contains(reply, "TransactionConflictException")
                || contains(reply, "TransactionInProgressException")
                || contains(reply, "ThroughputExceededException")
                || contains(reply, "ThrottlingException")
                || contains(reply, "RequestLimitExceeded");
    }

    private static boolean contains(OriginReply reply, String shape) {
        return !reply.ok() && reply.payload().body().toString().contains(shape);
    }

    /** What is answered where others are at an item all the time. */
    static OriginReply contended() {
        return OriginReply.error(
                DynamoError.of(ErrorKind.THROTTLING, "The item is being moved between layouts of its key. Try again."),
                null);
    }
}
