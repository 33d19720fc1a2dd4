package io.heatshield.shard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes of items by their logical keys: each is sent to its shard, and what comes back says the logical key again. */
final class Writes {
    private final Asking asking;
    private final Router router;
    private final PointReads reads;
    private final MovingWrites moving;

    Writes(Asking asking, Router router, PointReads reads) {
        this.asking = asking;
        this.router = router;
        this.reads = reads;
        this.moving = new MovingWrites(asking);
    }

    /**
     * What became of one element.
     *
     * @param failure the error for which it cannot be routed, or null
     * @param transit the item, if it may still stand elsewhere, or null
     */
    private record Routed(@Nullable OriginReply failure, MovingWrites.@Nullable Transit transit) {}

    /**
     * Sends a write of one item or of many.
     *
     * @param elements the items, as they stand in the body; null for what is none
     */
    Future<OriginReply> send(
            OriginRequest request, ObjectNode body, List<? extends @Nullable Element> elements, KnownTables tables) {
        Router.Pin pin = new Router.Pin(Json.text(body, "ClientRequestToken"), request.invocation());
        List<Future<Routed>> searches = new ArrayList<>();
        boolean touched = false;
        for (Element element : elements) {
            TableKeys keys = element == null ? null : tables.of(element.table());
            if (element == null || keys == null || element.attributes() == null) {
                continue;
            }
            Indexes.spread(element, keys);
            TableKeys.Logical logical = keys.logical(element.attributes());
            touched = touched || logical != null || !keys.table().indexes().isEmpty();
            if (logical != null) {
                searches.add(route(request, element, keys, logical, pin));
            }
        }
        if (!touched) {
            return asking.origin().send(request);
        }
        return Future.join(searches)
                .transform(all -> routed(request, body, searches))
                .map(reply -> new Answers(tables).ofWrite(reply, elements));
    }

    private Future<OriginReply> routed(OriginRequest request, ObjectNode body, List<Future<Routed>> searches) {
        List<MovingWrites.Transit> transits = new ArrayList<>();
        for (Future<Routed> search : searches) {
            if (search.failed()) {
                return Future.succeededFuture(refusal(search.cause()));
            }
            OriginReply failure = search.result().failure();
            MovingWrites.Transit transit = search.result().transit();
            if (failure != null) {
                return Future.succeededFuture(failure);
            }
            if (transit != null) {
                transits.add(transit);
            }
        }
        return transits.isEmpty()
                ? asking.origin().send(Json.with(request, body))
                : moving.send(request, body, transits);
    }

    private static OriginReply refusal(Throwable cause) {
        DynamoError error = cause instanceof DynamoException refused
                ? refused.error()
                : DynamoError.of(
                        io.heatshield.protocol.ErrorKind.INTERNAL_SERVER_ERROR, "Heatshield failed to route a write.");
        return OriginReply.error(error, null);
    }

    /** Rewrites one element for its shard. */
    private Future<Routed> route(
            OriginRequest request, Element element, TableKeys keys, TableKeys.Logical logical, Router.Pin pin) {
        ObjectNode attributes = element.attributes();
        int shard = router.shardOfWrite(keys, logical, element, pin);
        ObjectNode key = key(keys, attributes);
        if (shard != Router.ANYWHERE || attributes == null) {
            String physical = logical.key().written().physical(logical.partition(), Math.max(0, shard));
            List<String> former = attributes == null ? List.of() : Former.places(keys, logical, attributes, physical);
            ElementRewrite.toShard(element, keys, logical, physical);
            return Future.succeededFuture(new Routed(
                    null,
                    former.isEmpty()
                            ? null
                            : new MovingWrites.Transit(
                                    element,
                                    new Settling.Item(element.table(), keys, key, former, physical, request.hops()))));
        }
        return reads.find(request, element.table(), key, keys, logical).map(found -> {
            if (found.failure() != null) {
                return new Routed(found.failure(), null);
            }
            String physical = found.physical() != null
                    ? found.physical()
                    : logical.key().written().physical(logical.partition(), whereNew(keys, logical.key(), element));
            ElementRewrite.toShard(element, keys, logical, physical);
            return new Routed(null, null);
        });
    }

    private static ObjectNode key(TableKeys keys, @Nullable ObjectNode attributes) {
        ObjectNode key = Json.object();
        if (attributes != null) {
            key.set(keys.partition(), attributes.get(keys.partition()));
            key.set(keys.sort(), attributes.get(keys.sort()));
        }
        return key;
    }

    /** An item that does not exist cannot be made by an update that does not say what its shard is chosen by. */
    private int whereNew(TableKeys keys, ShardedKey key, Element element) {
        if (element.kind() == Element.Kind.UPDATE && key.choice() instanceof Choice.HashOf hash) {
            throw DynamoError.validation("The item does not exist, and its key in "
                            + keys.table().name()
                            + " is sharded by the hash of " + hash.attribute()
                            + ": an update cannot create it, put it instead")
                    .exception();
        }
        return router.unfound(key, element);
    }
}
