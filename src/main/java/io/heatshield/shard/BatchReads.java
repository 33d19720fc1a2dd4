package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.Operation;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * BatchGetItem with sharded keys: those whose shard is known go to the origin with the rest, and each of the others is
 * a gather of its own, whose failure leaves the key unprocessed.
 */
final class BatchReads {
    /** Gathers of one batch that are under way at once. */
    private static final int GATHERS = 4;

    /** Each gather has a budget of its own; this only bounds the whole. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Asking asking;
    private final PointReads reads;

    BatchReads(Asking asking, PointReads reads) {
        this.asking = asking;
        this.reads = reads;
    }

    /** A key whose shard has to be looked for. */
    private record Spread(
            String table, ObjectNode options, ObjectNode key, TableKeys keys, TableKeys.Logical logical) {}

    /** Sends the request. */
    Future<OriginReply> get(OriginRequest request, ObjectNode body, KnownTables tables) {
        List<Spread> spread = new ArrayList<>();
        if (!(body.get("RequestItems") instanceof ObjectNode wanted)) {
            return asking.origin().send(request);
        }
        for (Map.Entry<String, JsonNode> table : wanted.properties()) {
            TableKeys keys = tables.of(table.getKey());
            if (keys != null && table.getValue() instanceof ObjectNode options) {
                route(table.getKey(), options, keys, spread);
            }
        }
        if (!spread.isEmpty()) {
            wanted.properties().removeIf(table -> table.getValue().path("Keys").isEmpty());
        }
        Future<OriginReply> rest = wanted.isEmpty()
                ? Future.succeededFuture(Json.ok(Json.object()))
                : asking.origin().send(Json.with(request, body));
        String capacity = Json.text(body, "ReturnConsumedCapacity");
        return rest.compose(reply -> reply.ok() && !spread.isEmpty()
                ? gather(request, reply, spread, capacity, tables)
                : Future.succeededFuture(restored(reply, tables)));
    }

    private static void route(String name, ObjectNode options, TableKeys keys, List<Spread> spread) {
        Iterator<JsonNode> all = options.path("Keys").iterator();
        while (all.hasNext()) {
            if (all.next() instanceof ObjectNode key) {
                TableKeys.Logical logical = keys.logical(key);
                List<String> places = logical == null ? List.of() : PointReads.places(keys, logical, key);
                if (places.size() == 1) {
                    keys.place(key, places.get(0));
                } else if (logical != null) {
                    spread.add(new Spread(name, options, key, keys, logical));
                    all.remove();
                }
            }
        }
    }

    private Future<OriginReply> gather(
            OriginRequest request,
            OriginReply rest,
            List<Spread> spread,
            @Nullable String capacity,
            KnownTables tables) {
        Deadline deadline = Deadline.in(LONGEST, asking.nanos(), asking.timer());
        return FanOut.of(spread.size(), GATHERS, deadline, at -> one(request, spread.get(at), capacity))
                .map(answers -> joined(rest, spread, answers, tables));
    }

    private Future<OriginReply> one(OriginRequest request, Spread key, @Nullable String capacity) {
        ObjectNode one = key.options().deepCopy();
        one.remove("Keys");
        one.put("TableName", key.table()).set("Key", key.key().deepCopy());
        if (capacity != null) {
            one.put("ReturnConsumedCapacity", capacity);
        }
        return reads.get(Json.with(request, Operation.GET_ITEM.target(), one), one, key.keys(), key.logical());
    }

    private static OriginReply restored(OriginReply reply, KnownTables tables) {
        ObjectNode body = reply.ok() ? Json.object(reply.payload().body()) : null;
        if (body == null) {
            return reply;
        }
        new Answers(tables).ofBatchGet(body);
        return Json.with(reply, body);
    }

    private static OriginReply joined(
            OriginReply rest, List<Spread> spread, @Nullable OriginReply[] answers, KnownTables tables) {
        ObjectNode body = Json.object(rest.payload().body());
        if (body == null) {
            return rest;
        }
        new Answers(tables).ofBatchGet(body);
        ObjectNode responses = body.withObject("/Responses");
        body.withObject("/UnprocessedKeys");
        for (int at = 0; at < answers.length; at++) {
            Spread key = spread.get(at);
            OriginReply answer = answers[at];
            ObjectNode found = answer == null || !answer.ok() || answer.partial() != null
                    ? null
                    : Json.object(answer.payload().body());
            responses.withArray(pointer(key.table()));
            if (found == null) {
                unprocessed(body, key);
                continue;
            }
            if (found.has("Item")) {
                responses.withArray(pointer(key.table())).add(found.get("Item"));
            }
            if (found.has("ConsumedCapacity")) {
                Consumed.addTo(body.withArray("/ConsumedCapacity"), found.get("ConsumedCapacity"));
            }
        }
        return Json.with(rest, body);
    }

    private static void unprocessed(ObjectNode body, Spread key) {
        ObjectNode table = body.withObject("/UnprocessedKeys").withObject(pointer(key.table()));
        key.options().properties().forEach(option -> {
            if (!option.getKey().equals("Keys")) {
                table.set(option.getKey(), option.getValue());
            }
        });
        ArrayNode keys = table.withArray("/Keys");
        keys.add(key.key());
    }

    /** A table's name as a JSON pointer; an ARN has slashes. */
    private static String pointer(String name) {
        return "/" + name.replace("~", "~0").replace("/", "~1");
    }
}
