package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Operation;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes of items that may still stand in another layout. A plain put or delete takes the other copy away in the same
 * transaction; whatever looks at the item first has it moved.
 */
final class MovingWrites {
    private static final int ATTEMPTS = 8;
    private static final long PAUSE_MILLIS = 5;
    private static final int MOST_OF_A_TRANSACTION = 100;

    private final Asking asking;
    private final Settling settling;

    MovingWrites(Asking asking) {
        this.asking = asking;
        this.settling = new Settling(asking, new Mover(asking.origin()));
    }

    /**
     * An element that is routed, and the places where its item may stand besides.
     *
     * @param element says the place that is written already
     */
    record Transit(Element element, Settling.Item item) {
        /** Whether what is done to the item does not depend on what it is. */
        boolean blind() {
            boolean whole = element.kind() == Element.Kind.PUT || element.kind() == Element.Kind.DELETE;
            return whole && !element.conditional() && !element.returns();
        }
    }

    /** Sends the request. The future never fails. */
    Future<OriginReply> send(OriginRequest request, ObjectNode body, List<Transit> transits) {
        if (body.has("RequestItems")) {
            return new MovingBatch(asking, request, body, transits).send();
        }
        List<Transit> seeing =
                transits.stream().filter(transit -> !transit.blind()).toList();
        return settle(seeing, 0).compose(failure -> {
            if (failure != null) {
                return Future.succeededFuture(failure);
            }
            if (body.has("TransactItems")) {
                return transaction(request, body, transits);
            }
            return seeing.isEmpty()
                    ? blind(request, body, transits.get(0), ATTEMPTS)
                    : asking.origin().send(Json.with(request, body));
        });
    }

    private Future<@Nullable OriginReply> settle(List<Transit> transits, int at) {
        return at == transits.size()
                ? Future.succeededFuture(null)
                : settling.settle(transits.get(at).item())
                        .compose(failure ->
                                failure != null ? Future.succeededFuture(failure) : settle(transits, at + 1));
    }

    /** A transaction takes the other copies away with what it puts and deletes. */
    private Future<OriginReply> transaction(OriginRequest request, ObjectNode body, List<Transit> transits) {
        ArrayNode items = body.withArray("/TransactItems");
        int asked = items.size();
        for (Transit transit : transits) {
            if (transit.blind()) {
                deletions(transit).forEach(items::add);
            }
        }
        if (items.size() > MOST_OF_A_TRANSACTION) {
            return Future.succeededFuture(
                    Json.refused("While items are moved between layouts of their key, each put and"
                            + " delete counts once for each layout: the transaction has " + items.size()
                            + " items, and may have "
                            + MOST_OF_A_TRANSACTION));
        }
        return asking.origin().send(Json.with(request, body)).map(reply -> trimmed(reply, asked));
    }

    private static OriginReply trimmed(OriginReply reply, int asked) {
        ObjectNode body = Json.object(reply.payload().body());
        if (body == null || !(body.get("CancellationReasons") instanceof ArrayNode reasons)) {
            return reply;
        }
        boolean behind = false;
        for (int at = asked; at < reasons.size(); at++) {
            behind |= !Mover.failed(reasons.get(at), "None");
        }
        while (reasons.size() > asked) {
            reasons.remove(reasons.size() - 1);
        }
        return behind ? Mover.contended() : Json.with(reply, body);
    }

    private static List<ObjectNode> deletions(Transit transit) {
        List<ObjectNode> deletions = new ArrayList<>();
        for (String place : transit.item().former()) {
            ObjectNode deletion = Json.object();
            ObjectNode delete =
                    deletion.putObject("Delete").put("TableName", transit.item().table());
            ObjectNode key = transit.item().key().deepCopy();
            transit.item().keys().place(key, place);
            delete.set("Key", key);
            deletions.add(deletion);
        }
        return deletions;
    }

    /** A put or a delete of one item as a transaction, and its answer as that of the one operation. */
    private Future<OriginReply> blind(OriginRequest request, ObjectNode body, Transit transit, int attempts) {
        boolean put = transit.element().kind() == Element.Kind.PUT;
        ObjectNode transaction = Json.object();
        if (body.hasNonNull("ReturnConsumedCapacity")) {
            transaction.set("ReturnConsumedCapacity", body.get("ReturnConsumedCapacity"));
        }
        ArrayNode items = transaction.putArray("TransactItems");
        ObjectNode own = items.addObject().putObject(put ? "Put" : "Delete");
        own.set("TableName", body.get("TableName"));
        own.set(put ? "Item" : "Key", body.get(put ? "Item" : "Key"));
        deletions(transit).forEach(items::add);
        return asking.origin()
                .send(Json.with(request, Operation.TRANSACT_WRITE_ITEMS.target(), transaction))
                .compose(reply -> {
                    JsonNode reasons = Mover.reasons(reply);
                    if (reply.ok() || reasons.isEmpty()) {
                        return Future.succeededFuture(reply.ok() ? single(reply) : reply);
                    }
                    if (!Mover.busy(reply, reasons)) {
                        return Future.succeededFuture(refused(reasons));
                    }
                    return attempts == 0
                            ? Future.succeededFuture(Mover.contended())
                            : asking.pause(PAUSE_MILLIS).compose(rested -> blind(request, body, transit, attempts - 1));
                });
    }

    private static OriginReply single(OriginReply reply) {
        ObjectNode body = Json.object(reply.payload().body());
        ObjectNode answer = Json.object();
        JsonNode consumed = body == null ? null : MovingRead.consumedByOne(body);
        if (consumed != null) {
            answer.set("ConsumedCapacity", consumed);
        }
        return Json.with(reply, answer);
    }

    /** What a transaction was cancelled for, as the one operation would say it. */
    private static OriginReply refused(JsonNode reasons) {
        for (JsonNode reason : reasons) {
            if (!Mover.failed(reason, "None")) {
                String message = Json.text(reason, "Message");
                boolean size = Mover.failed(reason, "ItemCollectionSizeLimitExceeded");
                return OriginReply.error(
                        DynamoError.of(
                                size ? ErrorKind.ITEM_COLLECTION_SIZE_LIMIT : ErrorKind.VALIDATION,
                                message == null ? "The item cannot be written" : message),
                        null);
            }
        }
        return Mover.contended();
    }
}
