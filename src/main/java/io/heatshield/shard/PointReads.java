package io.heatshield.shard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.Operation;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads of single items by their logical keys. */
final class PointReads {
    private final Asking asking;

    PointReads(Asking asking) {
        this.asking = asking;
    }

    /**
     * GetItem of a sharded key.
     *
     * @param body the request, whose members are kept
     */
    Future<OriginReply> get(OriginRequest request, ObjectNode body, TableKeys keys, TableKeys.Logical logical) {
        ObjectNode key = (ObjectNode) body.get("Key");
        List<String> places = places(keys, logical, key);
        if (places.size() == 1) {
            keys.place(key, places.get(0));
            return asking.origin().send(Json.with(request, body)).map(reply -> restored(reply, keys));
        }
        boolean hashed = Router.shardOfKey(keys, logical.key(), logical.key().written(), key) != Router.ANYWHERE;
        return hashed && !(logical.key().choice() instanceof Choice.Counter)
                ? new MovingRead(asking, request, body, keys, places).get()
                : gather(request, body, keys, logical, places);
    }

    /** The physical keys that an item may stand under, those of the written layout first. */
    static List<String> places(TableKeys keys, TableKeys.Logical logical, ObjectNode key) {
        ShardedKey sharded = logical.key();
        int shard = Router.shardOfKey(keys, sharded, sharded.written(), key);
        List<String> places = new ArrayList<>();
        if (shard == Router.ANYWHERE || (sharded.moving() && sharded.choice() instanceof Choice.Counter)) {
            places.addAll(sharded.shards(logical.partition()));
            places.addAll(sharded.otherShards(logical.partition()));
        } else {
            String written = sharded.written().physical(logical.partition(), shard);
            places.add(written);
            places.addAll(Former.places(keys, logical, key, written));
        }
        return places;
    }

    /** Those that the item may be moved away from are read first, so that it is not missed on its way. */
    private Future<OriginReply> gather(
            OriginRequest request, ObjectNode body, TableKeys keys, TableKeys.Logical logical, List<String> places) {
        int leaving = logical.key().otherShards(logical.partition()).size();
        int staying = places.size() - leaving;
        if (leaving == 0) {
            return ask(request, body, keys, logical, places).map(answers -> one(answers, keys, logical));
        }
        body.put("ConsistentRead", true);
        return ask(request, body, keys, logical, places.subList(staying, places.size()))
                .compose(first -> ask(request, body, keys, logical, places.subList(0, staying))
                        .map(then -> one(joined(then, first), keys, logical)));
    }

    private static @Nullable OriginReply[] joined(@Nullable OriginReply[] one, @Nullable OriginReply[] other) {
        @Nullable OriginReply[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private Future<@Nullable OriginReply[]> ask(
            OriginRequest request, ObjectNode body, TableKeys keys, TableKeys.Logical logical, List<String> places) {
        GatherRules rules = logical.key().gather();
        return FanOut.of(places.size(), rules.parallelism(), asking.deadline(rules), at -> {
            ObjectNode one = body.deepCopy();
            keys.place((ObjectNode) one.get("Key"), places.get(at));
            return asking.origin().send(Json.with(request, Operation.GET_ITEM.target(), one));
        });
    }

    private OriginReply one(@Nullable OriginReply[] answers, TableKeys keys, TableKeys.Logical logical) {
        String table = keys.table().name();
        boolean sums = logical.key().choice() instanceof Choice.Counter;
        List<ObjectNode> items = new ArrayList<>();
        ObjectNode consumed = null;
        for (OriginReply answer : answers) {
            ObjectNode found = answer == null || !answer.ok()
                    ? null
                    : Json.object(answer.payload().body());
            if (found != null) {
                consumed = Consumed.sum(consumed, found.get("ConsumedCapacity"));
                if (found.get("Item") instanceof ObjectNode item) {
                    keys.restore(item);
                    items.add(item);
                }
            }
        }
        OriginReply failure = Asking.failure(answers);
        boolean enough = failure == null || (!items.isEmpty() && !sums);
        if (!enough && (!logical.key().gather().partial() || Asking.missing(answers) == answers.length)) {
            asking.observer().gathered(table, ShardObserver.GatherEnd.FAILED, answers.length);
            return failure == null ? Asking.late() : failure;
        }
        ShardObserver.GatherEnd end = enough ? ShardObserver.GatherEnd.COMPLETE : ShardObserver.GatherEnd.PARTIAL;
        asking.observer().gathered(table, end, answers.length);
        OriginReply whole = answer(items, consumed, sums, keys);
        return enough ? whole : whole.missing(Asking.missing(answers) + "/" + answers.length);
    }

    private static OriginReply answer(
            List<ObjectNode> items, @Nullable ObjectNode consumed, boolean sums, TableKeys keys) {
        ObjectNode body = Json.object();
        if (!items.isEmpty()) {
            body.set("Item", sums ? Sums.of(items, keys) : items.get(0));
        }
        if (consumed != null) {
            body.set("ConsumedCapacity", consumed);
        }
        return Json.ok(body);
    }

    private static OriginReply restored(OriginReply reply, TableKeys keys) {
        ObjectNode body = reply.ok() ? Json.object(reply.payload().body()) : null;
        if (body == null) {
            return reply;
        }
        keys.restore(body.path("Item"));
        return Json.with(reply, body);
    }

    /**
     * Looks for the shard that holds an item.
     *
     * @param key its key, with the logical partition
     * @return the physical key, or null if the item does not exist; or the error for which that cannot be told
     */
    Future<Found> find(OriginRequest request, String table, ObjectNode key, TableKeys keys, TableKeys.Logical logical) {
        List<String> places = new ArrayList<>(logical.key().shards(logical.partition()));
        places.addAll(logical.key().otherShards(logical.partition()));
        GatherRules rules = logical.key().gather();
        return FanOut.of(places.size(), rules.parallelism(), asking.deadline(rules), at -> {
                    ObjectNode one = Json.object().put("TableName", table).put("ConsistentRead", true);
                    one.put("ProjectionExpression", "#heatshield");
                    one.putObject("ExpressionAttributeNames").put("#heatshield", keys.partition());
                    ObjectNode place = key.deepCopy();
                    keys.place(place, places.get(at));
                    one.set("Key", place);
                    return asking.origin().send(Json.with(request, Operation.GET_ITEM.target(), one));
                })
                .map(answers -> found(answers, places));
    }

    private static Found found(@Nullable OriginReply[] answers, List<String> places) {
        for (int at = 0; at < answers.length; at++) {
            OriginReply answer = answers[at];
            ObjectNode body = answer == null || !answer.ok()
                    ? null
                    : Json.object(answer.payload().body());
            if (body != null && body.has("Item")) {
                return new Found(places.get(at), null);
            }
        }
        return new Found(null, Asking.failure(answers));
    }

    /**
     * Where an item is.
     *
     * @param physical the key under which it stands, or null if it was not found
     * @param failure why that cannot be told, or null if it can
     */
    record Found(@Nullable String physical, @Nullable OriginReply failure) {}
}
