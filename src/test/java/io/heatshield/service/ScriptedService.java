package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.cache.CacheObserver;
import io.heatshield.cache.CacheSettings;
import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.TestClock;
import io.heatshield.cache.TieredCache;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.IndexDescription;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher before an origin whose answers the test lays out in order. Tables {@code T}, {@code U} and {@code Off}
 * have a string partition key {@code id}; the last is not cached. {@code X} has a number {@code at} as its sort key, and
 * indexes.
 */
final class ScriptedService {
    static final String ARN = "arn:aws:dynamodb:us-east-1:1:table/";
    private static final KeySchema KEYS = keys("id", null);
    private static final Map<String, TableDescription> TABLES = Map.of(
            "T", table("T", KEYS),
            "U", table("U", KEYS),
            "Off", table("Off", KEYS),
            "X",
                    table(
                            "X",
                            keys("id", "at"),
                            new IndexDescription("byHolder", keys("holder", null), false, null),
                            new IndexDescription("byPhase", keys("phase", "at"), false, Set.of("holder")),
                            new IndexDescription("byAge", keys("age", null), false, null),
                            new IndexDescription("byLeft", keys("left", null), false, null),
                            new IndexDescription("byScore", keys("id", "score"), true, null)));

    private static final Lifetimes RESULTS =
            Lifetimes.of(Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ZERO, Duration.ZERO);

    final TestClock clock = new TestClock();
    final List<OriginRequest> sent = new ArrayList<>();
    final List<String> forgotten = new ArrayList<>();
    /** What is to run when some time has passed. */
    final Deque<Runnable> later = new ArrayDeque<>();

    int bulkLoads;
    private final Deque<Future<OriginReply>> answers = new ArrayDeque<>();
    private final Dispatcher dispatcher = new Dispatcher(
            new Origin() {
                @Override
                public Future<OriginReply> send(OriginRequest request) {
                    sent.add(request);
                    return answers.remove();
                }

                @Override
                public String describe() {
                    return "scripted";
                }

                @Override
                public Future<Void> close() {
                    return Future.succeededFuture();
                }
            },
            new TableCatalog() {
                @Override
                public @Nullable TableDescription known(String nameOrArn) {
                    return TABLES.get(TableId.bareName(nameOrArn));
                }

                @Override
                public Future<@Nullable TableDescription> describe(String nameOrArn) {
                    return Future.succeededFuture(known(nameOrArn));
                }

                @Override
                public void forget(String nameOrArn) {
                    forgotten.add(nameOrArn);
                }
            },
            new TieredCache(
                    new InProcessTier(clock, Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofSeconds(10), 100),
                    new CacheSettings(64 << 20, 500_000, Duration.ofMinutes(1).toNanos(), 100, 1000, 0, 0),
                    clock,
                    () -> 0.5,
                    CacheObserver.NONE),
            new TablePolicies(
                    Lifetimes.of(Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ZERO, Duration.ofSeconds(5)),
                    Map.of(),
                    Set.of("Off"),
                    AnswerPolicy.ofTables(RESULTS),
                    Map.of("X", new AnswerPolicy(RESULTS, true, true, Set.of("byHolder", "byPhase"), Set.of("byAge")))),
            100,
            new ServiceObserver() {
                @Override
                public void answered(String operation, @Nullable String table, boolean cacheable, Reply reply) {}

                @Override
                public void bulkLoads(int running) {
                    bulkLoads = running;
                }
            },
            (millis, task) -> later.add(task));

    private static TableDescription table(String name, KeySchema keys, IndexDescription... indexes) {
        return new TableDescription(new TableId(ARN + name, name), keys, null, List.of(indexes));
    }

    private static KeySchema keys(String partition, @Nullable String sort) {
        return new KeySchema(
                new KeySchema.Attribute(partition, KeySchema.Type.S),
                sort == null ? null : new KeySchema.Attribute(sort, KeySchema.Type.N));
    }

    /** Sends a request; the replies are where its answer will be. */
    List<Reply> send(String operation, String body) {
        List<Reply> replies = new ArrayList<>();
        dispatcher.handle(
                new WireRequest("DynamoDB_20120810." + operation, Reply.JSON_1_0, Buffer.buffer(body), null),
                replies::add);
        return replies;
    }

    /** Sends a request that is answered at once. */
    Reply call(String operation, String body) {
        List<Reply> replies = send(operation, body);
        assertThat(replies).as("answered once").hasSize(1);
        return replies.get(0);
    }

    /** What the origin answers next. */
    void next(String body) {
        answers.add(Future.succeededFuture(OriginReply.ok(Payload.of(Buffer.buffer(body)), "ORIGIN")));
    }

    /** What the origin answers next. */
    void next(DynamoError error) {
        answers.add(Future.succeededFuture(OriginReply.error(error, "ORIGIN")));
    }

    /** What the origin answers next. */
    void next(OriginReply reply) {
        answers.add(Future.succeededFuture(reply));
    }

    /** The origin answers next when the test says so. */
    Promise<OriginReply> later() {
        Promise<OriginReply> later = Promise.promise();
        answers.add(later.future());
        return later;
    }

    /** Takes back the answer that was laid out last. */
    void unused() {
        answers.removeLast();
    }

    /** What the origin was asked last. */
    String lastSent() {
        return sent.get(sent.size() - 1).body().toString();
    }

    static String text(Reply reply) {
        return reply.payload().body().toString();
    }

    static OriginReply ok(String body) {
        return OriginReply.ok(Payload.of(Buffer.buffer(body)), "ORIGIN");
    }
}
