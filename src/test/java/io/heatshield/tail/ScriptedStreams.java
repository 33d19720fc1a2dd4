package io.heatshield.tail;

import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** An origin with a table T and a stream whose shards do as a test says. */
final class ScriptedStreams implements Origin {
    /** A call, and when it came. */
    record Asked(String operation, String shard, long at) {}

    private static final class ShardScript {
        final @Nullable String parent;
        final List<JsonObject> records = new ArrayList<>();
        long trimmed;
        boolean closed;
        boolean forgotten;

        ShardScript(@Nullable String parent) {
            this.parent = parent;
        }
    }

    private final VirtualTime time;
    private final Map<String, ShardScript> shards = new LinkedHashMap<>();
    private final Map<String, Queue<String>> refusals = new HashMap<>();
    private final List<Asked> asked = new ArrayList<>();
    private String label = "one";
    private boolean enabled = true;
    private int epoch;
    private long sequence = 1_000;

    ScriptedStreams(VirtualTime time) {
        this.time = time;
    }

    ScriptedStreams shard(String id) {
        return shard(id, null);
    }

    ScriptedStreams shard(String id, @Nullable String parent) {
        shards.put(id, new ShardScript(parent));
        return this;
    }

    private ShardScript script(String shard) {
        return Objects.requireNonNull(shards.get(shard), shard);
    }

    void write(String shard, String... keys) {
        for (String key : keys) {
            write(shard, new JsonObject().put("id", new JsonObject().put("S", key)));
        }
    }

    void write(String shard, JsonObject key) {
        script(shard)
                .records
                .add(new JsonObject()
                        .put("eventName", "MODIFY")
                        .put(
                                "dynamodb",
                                new JsonObject()
                                        .put("ApproximateCreationDateTime", time.millis() / 1000.0)
                                        .put("Keys", key)
                                        .put("NewImage", new JsonObject().put("Keys", new JsonObject()))
                                        .put("SequenceNumber", Long.toString(++sequence))));
    }

    void close(String shard) {
        script(shard).closed = true;
    }

    /** What was written is not kept any more. */
    void trim(String shard) {
        ShardScript script = script(shard);
        script.trimmed = sequence;
        script.records.clear();
    }

    void unlist(String shard) {
        script(shard).forgotten = true;
    }

    /** Iterators that were given are too old from now on. */
    void expireIterators() {
        epoch++;
    }

    void enabled(boolean on) {
        enabled = on;
    }

    /** The stream is another one, with no shards yet. */
    void replace() {
        label = "two";
        shards.clear();
    }

    /** The next calls of an operation are answered with these errors. */
    void refuse(String operation, String... shapes) {
        refusals.computeIfAbsent(operation, absent -> new ArrayDeque<>()).addAll(List.of(shapes));
    }

    List<Asked> asked(String operation) {
        return asked.stream().filter(each -> each.operation().equals(operation)).toList();
    }

    @Override
    public Future<OriginReply> send(OriginRequest request) {
        String operation = request.target().substring(request.target().indexOf('.') + 1);
        JsonObject body = request.body().toJsonObject();
        String shard =
                body.getString("ShardId", body.getString("ShardIterator", "").replaceAll("/.*", ""));
        asked.add(new Asked(operation, shard, time.millis()));
        Queue<String> refused = refusals.get(operation);
        if (refused != null && !refused.isEmpty()) {
            return error(refused.remove());
        }
        return switch (operation) {
            case "DescribeTable" -> ok(described());
            case "DescribeStream" -> ok(listed());
            case "GetShardIterator" -> iterator(shard, body);
            case "GetRecords" -> records(body.getString("ShardIterator").split("/", 3));
            default -> throw new AssertionError(operation);
        };
    }

    private JsonObject described() {
        JsonObject table = new JsonObject().put("TableName", "T").put("TableStatus", "ACTIVE");
        if (enabled) {
            table.put("LatestStreamArn", label).put("StreamSpecification", new JsonObject().put("StreamEnabled", true));
        }
        return new JsonObject().put("Table", table);
    }

    private JsonObject listed() {
        JsonArray list = new JsonArray();
        shards.forEach((id, script) -> {
            if (!script.forgotten) {
                JsonObject range = new JsonObject().put("StartingSequenceNumber", "1");
                list.add(new JsonObject()
                        .put("ShardId", id)
                        .put("ParentShardId", script.parent)
                        .put("SequenceNumberRange", script.closed ? range.put("EndingSequenceNumber", "9") : range));
            }
        });
        return new JsonObject().put("StreamDescription", new JsonObject().put("Shards", list));
    }

    private Future<OriginReply> iterator(String shard, JsonObject body) {
        ShardScript script = script(shard);
        long from = switch (body.getString("ShardIteratorType")) {
            case "LATEST" -> sequence + 1;
            case "TRIM_HORIZON" -> script.trimmed + 1;
            default -> Long.parseLong(body.getString("SequenceNumber")) + 1;
        };
        return from <= script.trimmed
                ? error("TrimmedDataAccessException")
                : ok(new JsonObject().put("ShardIterator", token(shard, from)));
    }

    private String token(String shard, long from) {
        return shard + "/" + from + "/" + epoch;
    }

    private Future<OriginReply> records(String[] token) {
        ShardScript script = shards.get(token[0]);
        if (script == null) {
            return error("ResourceNotFoundException");
        }
        long from = Long.parseLong(token[1]);
        if (Integer.parseInt(token[2]) != epoch) {
            return error("ExpiredIteratorException");
        }
        if (from <= script.trimmed) {
            return error("TrimmedDataAccessException");
        }
        JsonArray found = new JsonArray();
        long next = from;
        for (JsonObject each : script.records) {
            long number = Long.parseLong(each.getJsonObject("dynamodb").getString("SequenceNumber"));
            if (number >= from) {
                found.add(each);
                next = number + 1;
            }
        }
        JsonObject answer = new JsonObject().put("Records", found);
        return ok(script.closed ? answer : answer.put("NextShardIterator", token(token[0], next)));
    }

    private static Future<OriginReply> ok(JsonObject body) {
        return Future.succeededFuture(OriginReply.ok(Payload.of(body.toBuffer()), null));
    }

    private static Future<OriginReply> error(String shape) {
        JsonObject body = new JsonObject().put("__type", "com.amazonaws.dynamodb.v20120810#" + shape);
        int status = shape.startsWith("Internal") ? 500 : 400;
        return Future.succeededFuture(new OriginReply(
                status, Reply.JSON_1_0, Payload.of(body.toBuffer()), null, OriginReply.Certainty.ANSWERED));
    }

    @Override
    public String describe() {
        return "scripted";
    }

    @Override
    public Future<Void> close() {
        return Future.succeededFuture();
    }
}
