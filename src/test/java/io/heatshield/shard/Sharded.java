package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.embedded.EmbeddedOrigin;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.Invocation;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A table {@code Days} (keys {@code pk}, {@code sk}) with sharded keys before an embedded origin, and a table {@code Plain} of
 * the same form with none, on the test's own thread. JSON in single quotes.
 */
final class Sharded {
    static final GatherRules RULES = new GatherRules(4, Duration.ofSeconds(1), false);

    final AtomicLong millis = new AtomicLong(1_790_000_000_000L);
    final List<Runnable> timers = new ArrayList<>();
    final List<OriginRequest> sent = new ArrayList<>();
    final EmbeddedOrigin embedded =
            new EmbeddedOrigin(Runnable::run, () -> Instant.ofEpochMilli(millis.get()), new Random(42));
    final ShardedOrigin origin;
    /** The embedded origin, or what stands between. */
    final Origin watched;

    private final TableCatalog catalog;
    /** What stands between: answers instead of the embedded origin where it does not give null. */
    Function<OriginRequest, @Nullable Future<OriginReply>> between = request -> null;

    Sharded(String sortType, ShardedKey... keys) {
        this(sortType, List.of(), keys);
    }

    Sharded(String sortType, List<ShardedIndex> indexes, ShardedKey... keys) {
        watched = new Origin() {
            @Override
            public Future<OriginReply> send(OriginRequest request) {
                sent.add(request);
                Future<OriginReply> instead = between.apply(request);
                return instead == null ? embedded.send(request) : instead;
            }

            @Override
            public String describe() {
                return "watched";
            }

            @Override
            public Future<Void> close() {
                return Future.succeededFuture();
            }
        };
        this.catalog = new FixedCatalog(sortType);
        this.origin = node(watched, indexes, keys);
        for (String table : List.of("Days", "Plain")) {
            create(table, sortType);
        }
    }

    /** Another node before the same origin, perhaps with another configuration. */
    ShardedOrigin node(Origin behind, List<ShardedIndex> indexes, ShardedKey... keys) {
        return new ShardedOrigin(
                Map.of("Days", new ShardedTable("Days", List.of(keys), indexes)),
                new ShardedOrigin.Parts(
                        behind,
                        catalog,
                        () -> millis.get() * 1_000_000,
                        () -> Instant.ofEpochMilli(millis.get()),
                        (after, task) -> {
                            timers.add(task);
                            return () -> timers.remove(task);
                        },
                        new Random(7),
                        ShardObserver.NONE));
    }

    TableDescription description() {
        return Objects.requireNonNull(catalog.known("Days"));
    }

    private void create(String table, String sortType) {
        ObjectNode made = embedded(
                "CreateTable",
                "{'TableName':'" + table + "','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':["
                        + "{'AttributeName':'pk','AttributeType':'S'},{'AttributeName':'sk','AttributeType':'"
                        + sortType
                        + "'},{'AttributeName':'status','AttributeType':'S'},{'AttributeName':'at','AttributeType':'N'}],"
                        + "'KeySchema':[{'AttributeName':'pk','KeyType':'HASH'},{'AttributeName':'sk','KeyType':'RANGE'}],"
                        + "'GlobalSecondaryIndexes':[{'IndexName':'byStatus','KeySchema':[{'AttributeName':'status',"
                        + "'KeyType':'HASH'},{'AttributeName':'at','KeyType':'RANGE'}],"
                        + "'Projection':{'ProjectionType':'ALL'}}]}");
        if (made.has("kind")) {
            throw new AssertionError(made.toString());
        }
    }

    static ShardedKey key(Choice choice, int write, List<Integer> read, Layout... layouts) {
        return ShardedKey.of(KeyPattern.of("DAY#*"), choice, List.of(layouts), write, read, RULES);
    }

    static ShardedKey hashed(int shards) {
        return key(new Choice.HashOf(null), 1, List.of(1), Layout.of(1, shards, "#%02d"));
    }

    /** The answer through the shards. */
    ObjectNode ask(String operation, String body) {
        return ask(operation, body, null);
    }

    ObjectNode ask(String operation, String body, @Nullable Invocation invocation) {
        return answered(reply(operation, body, invocation));
    }

    OriginReply reply(String operation, String body, @Nullable Invocation invocation) {
        return future(operation, body, invocation).result();
    }

    Future<OriginReply> future(String operation, String body, @Nullable Invocation invocation) {
        ObjectNode tree = tree(body);
        JsonNode table = tree.path("TableName");
        return origin.send(new OriginRequest(
                "DynamoDB_20120810." + operation,
                "application/x-amz-json-1.0",
                Json.buffer(tree),
                table.isTextual() ? table.asText() : null,
                false,
                null,
                invocation));
    }

    /** The answer of the origin itself. */
    ObjectNode embedded(String operation, String body) {
        return answered(embedded.send(new OriginRequest(
                        "DynamoDB_20120810." + operation,
                        "application/x-amz-json-1.0",
                        Json.buffer(tree(body)),
                        null,
                        false,
                        null))
                .result());
    }

    /** The partition keys that stand in the table, each once, in order. */
    List<String> places() {
        List<String> places = new ArrayList<>();
        embedded("Scan", "{'TableName':'Days'}")
                .path("Items")
                .forEach(item -> places.add(item.path("pk").path("S").asText()));
        return places.stream().sorted().toList();
    }

    static ObjectNode tree(String body) {
        ObjectNode tree = Json.object(Buffer.buffer(body.replace('\'', '"')));
        if (tree == null) {
            throw new AssertionError("no JSON: " + body);
        }
        return tree;
    }

    /** An answer's body; of an error with its kind as a member besides. */
    static ObjectNode answered(OriginReply reply) {
        ObjectNode body = Json.object(reply.payload().body());
        if (body == null) {
            throw new AssertionError("no JSON: " + reply.payload().body());
        }
        if (!reply.ok()) {
            body.put("kind", body.path("__type").asText().replaceAll(".*#", ""));
        }
        return body;
    }

    /** What is known of the two tables, without asking. */
    private record FixedCatalog(String sortType) implements TableCatalog {
        @Override
        public @Nullable TableDescription known(String nameOrArn) {
            String name = TableId.bareName(nameOrArn);
            KeySchema keys = new KeySchema(
                    new KeySchema.Attribute("pk", KeySchema.Type.S),
                    new KeySchema.Attribute("sk", KeySchema.Type.valueOf(sortType)));
            return new TableDescription(
                    new TableId("arn:aws:dynamodb:us-east-1:000000000000:table/" + name, name), keys, null);
        }

        @Override
        public Future<@Nullable TableDescription> describe(String nameOrArn) {
            return Future.succeededFuture(known(nameOrArn));
        }

        @Override
        public void forget(String nameOrArn) {}
    }
}
