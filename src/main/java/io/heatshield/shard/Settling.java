package io.heatshield.shard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.Operation;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings an item to the place where it is written, before something is done to it there. */
final class Settling {
    /** Each time that it fails, somebody else has got on. */
    private static final int ATTEMPTS = 8;

    private static final long PAUSE_MILLIS = 5;

    private final Asking asking;
    private final Mover mover;

    Settling(Asking asking, Mover mover) {
        this.asking = asking;
        this.mover = mover;
    }

    /**
     * An item and the places where it may be.
     *
     * @param table as the request names it
     * @param key its key, with any partition
     * @param former where it may stand still
     * @param to where it is to stand
     * @param hops the nodes that the cause of this has passed, or null
     */
    record Item(
            String table,
            TableKeys keys,
            ObjectNode key,
            List<String> former,
            String to,
            @Nullable String hops) {}

    /** Moves it if it has to be; gives the error for which that cannot be done, or null. The future never fails. */
    Future<@Nullable OriginReply> settle(Item item) {
        return settle(item, 0, ATTEMPTS);
    }

    private Future<@Nullable OriginReply> settle(Item item, int place, int attempts) {
        if (place == item.former().size()) {
            return Future.succeededFuture(null);
        }
        ObjectNode body = Json.object().put("TableName", item.table()).put("ConsistentRead", true);
        ObjectNode key = item.key().deepCopy();
        item.keys().place(key, item.former().get(place));
        body.set("Key", key);
        return asking.origin()
                .send(Mover.request(Operation.GET_ITEM, body, item.table(), item.hops()))
                .compose(reply -> {
                    ObjectNode answer = reply.ok() ? Json.object(reply.payload().body()) : null;
                    if (answer == null) {
                        return Future.succeededFuture(reply);
                    }
                    return answer.get("Item") instanceof ObjectNode found
                            ? move(item, found, place, attempts)
                            : settle(item, place + 1, attempts);
                });
    }

    private Future<@Nullable OriginReply> move(Item item, ObjectNode found, int place, int attempts) {
        return mover.move(item.table(), item.keys(), found, item.to(), item.hops())
                .compose(result -> switch (result.end()) {
                    case MOVED, SUPERSEDED -> settle(item, place + 1, attempts);
                    case FAILED -> Future.succeededFuture(result.failure());
                    case CHANGED ->
                        attempts == 0 ? Future.succeededFuture(Mover.contended()) : settle(item, place, attempts - 1);
                    case BUSY ->
                        attempts == 0
                                ? Future.succeededFuture(Mover.contended())
                                : asking.pause(PAUSE_MILLIS).compose(rested -> settle(item, place, attempts - 1));
                });
    }
}
