package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A BatchWriteItem of items that may still stand in another layout, in two requests. The first puts the new copies and
 * deletes the old ones of items that are deleted; the second deletes the old copies of what was put, and the new ones of
 * what is deleted. In between, a new copy hides an old one, and nothing old shows again.
 *
 * <p>Used once.
 */
final class MovingBatch {
    private static final String REQUESTS = "RequestItems";
    private static final String UNPROCESSED = "UnprocessedItems";
    private static final int MOST_OF_A_BATCH = 25;

    private final Asking asking;
    private final OriginRequest request;
    private final ObjectNode body;
    private final List<MovingWrites.Transit> transits;

    MovingBatch(Asking asking, OriginRequest request, ObjectNode body, List<MovingWrites.Transit> transits) {
        this.asking = asking;
        this.request = request;
        this.body = body;
        this.transits = transits;
    }

    Future<OriginReply> send() {
        ObjectNode first = body.deepCopy();
        for (MovingWrites.Transit transit : transits) {
            if (transit.element().kind() == Element.Kind.DELETE) {
                replace(first.path(REQUESTS).path(transit.element().table()), transit);
            }
        }
        return inChunks(first, null).compose(reply -> reply.ok() ? then(reply) : Future.succeededFuture(reply));
    }

    /** In the place of a delete, those of the old copies. */
    private static void replace(JsonNode requests, MovingWrites.Transit transit) {
        if (!(requests instanceof ArrayNode array)) {
            return;
        }
        for (int at = 0; at < array.size(); at++) {
            if (array.get(at).path("DeleteRequest").equals(transit.element().node())) {
                array.remove(at);
                for (String place : transit.item().former()) {
                    array.add(deletion(transit, place));
                }
                return;
            }
        }
    }

    private Future<OriginReply> then(OriginReply first) {
        ObjectNode answer = Json.object(first.payload().body());
        if (answer == null) {
            return Future.succeededFuture(first);
        }
        JsonNode unprocessed = answer.path(UNPROCESSED);
        ObjectNode second = Json.object();
        List<MovingWrites.Transit> undone = new ArrayList<>();
        for (MovingWrites.Transit transit : transits) {
            boolean deletes = transit.element().kind() == Element.Kind.DELETE;
            if (stands(unprocessed, transit)) {
                if (deletes) {
                    undone.add(transit);
                }
                continue;
            }
            ArrayNode requests = second.withObject("/" + REQUESTS)
                    .withArray("/" + transit.item().table().replace("/", "~1"));
            List<String> places =
                    deletes ? List.of(transit.item().to()) : transit.item().former();
            places.forEach(place -> requests.add(deletion(transit, place)));
        }
        Future<OriginReply> sent =
                second.isEmpty() ? Future.succeededFuture(Json.ok(Json.object())) : inChunks(second, null);
        return sent.map(reply -> joined(first, answer, reply, undone));
    }

    /** What was not done in either is the application's to send again: doing it twice does no harm. */
    private OriginReply joined(
            OriginReply first, ObjectNode answer, OriginReply second, List<MovingWrites.Transit> undone) {
        ObjectNode rest = second.ok() ? Json.object(second.payload().body()) : null;
        List<MovingWrites.Transit> again = new ArrayList<>(undone);
        for (MovingWrites.Transit transit : transits) {
            if (rest == null || stands(rest.path(UNPROCESSED), transit)) {
                again.add(transit);
            }
        }
        ObjectNode unprocessed = answer.withObject("/" + UNPROCESSED);
        for (MovingWrites.Transit transit : again) {
            ArrayNode requests =
                    unprocessed.withArray("/" + transit.item().table().replace("/", "~1"));
            requests.addObject()
                    .set(
                            transit.element().kind() == Element.Kind.DELETE ? "DeleteRequest" : "PutRequest",
                            transit.element().node());
        }
        return Json.with(first, answer);
    }

    /** Whether any request for the item is among those that were not processed. */
    private static boolean stands(JsonNode unprocessed, MovingWrites.Transit transit) {
        TableKeys keys = transit.item().keys();
        for (JsonNode each : unprocessed.path(transit.item().table())) {
            JsonNode key = each.has("PutRequest")
                    ? each.path("PutRequest").path("Item")
                    : each.path("DeleteRequest").path("Key");
            String place = Json.text(key.path(keys.partition()), "S");
            boolean ours = place != null
                    && (place.equals(transit.item().to())
                            || transit.item().former().contains(place));
            if (ours && key.path(keys.sort()).equals(transit.item().key().path(keys.sort()))) {
                return true;
            }
        }
        return false;
    }

    private static ObjectNode deletion(MovingWrites.Transit transit, String place) {
        ObjectNode deletion = Json.object();
        ObjectNode key = transit.item().key().deepCopy();
        transit.item().keys().place(key, place);
        deletion.putObject("DeleteRequest").set("Key", key);
        return deletion;
    }

    /** As many requests as it takes, one after the other, their leftovers together; the first error ends it. */
    private Future<OriginReply> inChunks(ObjectNode whole, @Nullable OriginReply before) {
        ObjectNode chunk = whole.deepCopy();
        ObjectNode rest = Json.object();
        int room = MOST_OF_A_BATCH;
        for (String table : names(chunk.path(REQUESTS))) {
            ArrayNode requests = (ArrayNode) chunk.path(REQUESTS).path(table);
            while (requests.size() > room) {
                rest.withObject("/" + REQUESTS)
                        .withArray("/" + table.replace("/", "~1"))
                        .add(requests.remove(requests.size() - 1));
            }
            room -= requests.size();
        }
        chunk.path(REQUESTS).properties().removeIf(table -> table.getValue().isEmpty());
        return asking.origin().send(Json.with(request, chunk)).compose(reply -> {
            OriginReply both = before == null || !reply.ok() ? reply : together(before, reply);
            return rest.isEmpty() || !reply.ok() ? Future.succeededFuture(both) : inChunks(rest, both);
        });
    }

    private static OriginReply together(OriginReply before, OriginReply after) {
        ObjectNode one = Json.object(before.payload().body());
        ObjectNode other = Json.object(after.payload().body());
        if (one == null || other == null) {
            return after;
        }
        for (String table : names(other.path(UNPROCESSED))) {
            ArrayNode all = one.withObject("/" + UNPROCESSED).withArray("/" + table.replace("/", "~1"));
            other.path(UNPROCESSED).path(table).forEach(all::add);
        }
        other.path("ConsumedCapacity").forEach(each -> Consumed.addTo(one.withArray("/ConsumedCapacity"), each));
        return Json.with(after, one);
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
