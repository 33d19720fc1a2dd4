package io.heatshield.tail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls by which a stream is read. Futures complete on the caller's context, and fail with a {@link Refusal}. */
final class StreamCalls {
    /** A stream lists a day's shards, a hundred a page. */
    private static final int MOST_PAGES = 1_000;

    private final ObjectMapper json = new ObjectMapper();
    private final Origin origin;

    StreamCalls(Origin origin) {
        this.origin = origin;
    }

    /** The ARN of a table's stream, or null if it has none that is enabled. */
    Future<@Nullable String> stream(String table) {
        return call(Operation.DESCRIBE_TABLE, new JsonObject().put("TableName", table))
                .compose(this::tree)
                .map(answer -> {
                    JsonNode described = answer.path("Table");
                    boolean enabled = described
                            .path("StreamSpecification")
                            .path("StreamEnabled")
                            .asBoolean();
                    JsonNode arn = described.path("LatestStreamArn");
                    return enabled && arn.isTextual() ? arn.asText() : null;
                });
    }

    /** All shards that a stream lists. */
    Future<List<Shard>> shards(String stream) {
        return shards(stream, null, new ArrayList<>(), 1);
    }

    private Future<List<Shard>> shards(String stream, @Nullable String after, List<Shard> found, int page) {
        JsonObject request = new JsonObject().put("StreamArn", stream);
        if (after != null) {
            request.put("ExclusiveStartShardId", after);
        }
        return call(Operation.DESCRIBE_STREAM, request).compose(this::tree).compose(answer -> {
            JsonNode description = answer.path("StreamDescription");
            for (JsonNode shard : description.path("Shards")) {
                JsonNode parent = shard.path("ParentShardId");
                found.add(new Shard(
                        shard.path("ShardId").asText(),
                        parent.isTextual() ? parent.asText() : null,
                        shard.path("SequenceNumberRange").has("EndingSequenceNumber")));
            }
            JsonNode last = description.path("LastEvaluatedShardId");
            return last.isTextual() && page < MOST_PAGES
                    ? shards(stream, last.asText(), found, page + 1)
                    : Future.succeededFuture(List.copyOf(found));
        });
    }

    /** An iterator that reads on from a position. */
    Future<String> iterator(String stream, String shard, Position from) {
        JsonObject request = new JsonObject().put("StreamArn", stream).put("ShardId", shard);
        switch (from.kind()) {
            case LATEST -> request.put("ShardIteratorType", "LATEST");
            case HORIZON -> request.put("ShardIteratorType", "TRIM_HORIZON");
            default -> request.put("ShardIteratorType", "AFTER_SEQUENCE_NUMBER").put("SequenceNumber", from.sequence());
        }
        return call(Operation.GET_SHARD_ITERATOR, request).compose(this::tree).compose(answer -> {
            JsonNode iterator = answer.path("ShardIterator");
            return iterator.isTextual()
                    ? Future.succeededFuture(iterator.asText())
                    : Future.failedFuture(new Refusal(Refusal.Kind.OTHER, "no iterator in the answer"));
        });
    }

    /** The records at an iterator. */
    Future<Page> records(String iterator) {
        return call(Operation.GET_RECORDS, new JsonObject().put("ShardIterator", iterator))
                .compose(body -> {
                    try {
                        return Future.succeededFuture(Page.read(body));
                    } catch (IOException e) {
                        return unreadable();
                    }
                });
    }

    private Future<byte[]> call(Operation operation, JsonObject request) {
        // No table, as for every question of our own: it must not wait behind the very table that is asked too much.
        return origin.send(new OriginRequest(operation.target(), Reply.JSON_1_0, request.toBuffer(), null, true, null))
                .compose(reply -> reply.ok()
                        ? Future.succeededFuture(reply.payload().body().getBytes())
                        : Future.failedFuture(refusal(operation, reply)));
    }

    private Refusal refusal(Operation operation, OriginReply reply) {
        String shape = shape(reply.payload().body().getBytes());
        return new Refusal(
                Refusal.named(shape, reply.down()),
                operation.wireName() + ": " + (shape == null ? "status " + reply.status() : shape));
    }

    private @Nullable String shape(byte[] error) {
        try {
            String type = json.readTree(error).path("__type").asText();
            return type.isEmpty() ? null : type.substring(type.indexOf('#') + 1);
        } catch (IOException e) {
            // No error in DynamoDB's form: its status is all there is to say.
            return null;
        }
    }

    private Future<JsonNode> tree(byte[] body) {
        try {
            return Future.succeededFuture(json.readTree(body));
        } catch (IOException e) {
            return unreadable();
        }
    }

    private static <T> Future<T> unreadable() {
        return Future.failedFuture(new Refusal(Refusal.Kind.OTHER, "the answer cannot be read"));
    }
}
