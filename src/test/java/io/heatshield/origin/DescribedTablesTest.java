package io.heatshield.origin;

import static io.heatshield.origin.OriginFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginReply.Certainty;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.KeySchema.Attribute;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DescribedTablesTest {
    private static final String ARN = "arn:aws:dynamodb:eu-west-1:123456789012:table/T";
    private static final String ONE = table("ACTIVE", "one", "S");
    private static final String TWO = table("ACTIVE", "two", "S");

    private final Script origin = new Script();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final List<TableId> changed = new ArrayList<>();
    private Vertx vertx;
    private DescribedTables tables;

    /** An origin whose answers the test gives. */
    private static final class Script implements Origin {
        final List<OriginRequest> requests = new ArrayList<>();
        final List<Promise<OriginReply>> answers = new ArrayList<>();

        @Override
        public Future<OriginReply> send(OriginRequest request) {
            requests.add(request);
            Promise<OriginReply> answer = Promise.promise();
            answers.add(answer);
            return answer.future();
        }

        void answer(int n, OriginReply reply) {
            answers.get(n).complete(reply);
        }

        @Override
        public String describe() {
            return "script";
        }

        @Override
        public Future<Void> close() {
            return Future.succeededFuture();
        }
    }

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        tables = new DescribedTables(vertx, origin, changed::add, nanos::get);
    }

    @AfterEach
    void stop() {
        await(vertx.close());
    }

    private static String table(String status, String id, String keyType) {
        return "{\"Table\":{\"TableName\":\"T\",\"TableArn\":\"" + ARN + "\",\"TableId\":\"" + id
                + "\",\"CreationDateTime\":1.5E9,\"TableStatus\":\"" + status
                + "\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
                + "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],"
                + "\"AttributeDefinitions\":[{\"AttributeName\":\"other\",\"AttributeType\":\"B\"},"
                + "{\"AttributeName\":\"sk\",\"AttributeType\":\"N\"},"
                + "{\"AttributeName\":\"pk\",\"AttributeType\":\"" + keyType + "\"}]}}";
    }

    private static OriginReply ok(String json) {
        return OriginReply.ok(Payload.of(Buffer.buffer(json)), "id");
    }

    private static OriginReply error(ErrorKind kind) {
        return OriginReply.error(DynamoError.of(kind, "no"), null);
    }

    /** Describes while the origin gives this answer. */
    private @Nullable TableDescription describe(String name, OriginReply reply) {
        Future<@Nullable TableDescription> future = tables.describe(name);
        origin.answer(origin.answers.size() - 1, reply);
        return await(future);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void describe_readsIdentityKeyAndIncarnation() {
        assertThat(tables.known("T")).isNull();

        TableDescription seen = describe("T", ok(ONE));

        assertThat(seen)
                .isEqualTo(new TableDescription(
                        new TableId(ARN, "T"),
                        new KeySchema(new Attribute("pk", KeySchema.Type.S), new Attribute("sk", KeySchema.Type.N)),
                        "one"));
        assertThat(tables.known("T")).isSameAs(seen);
        assertThat(await(tables.describe("T"))).isSameAs(seen);
        assertThat(tables.known(ARN)).isNull();
        assertThat(origin.requests).hasSize(1);
        OriginRequest request = origin.requests.get(0);
        assertThat(request.target()).isEqualTo("DynamoDB_20120810.DescribeTable");
        assertThat(request.body().toString()).isEqualTo("{\"TableName\":\"T\"}");
        assertThat(request.maySendTwice()).isTrue();
    }

    @Test
    void describe_originReportsNoArnOrId_fallsBack() {
        String json = "{\"Table\":{\"TableStatus\":\"UPDATING\",\"CreationDateTime\":1500000000.25,"
                + "\"KeySchema\":[{\"AttributeName\":\"k\",\"KeyType\":\"HASH\"}],"
                + "\"AttributeDefinitions\":[{\"AttributeName\":\"k\",\"AttributeType\":\"B\"}]}}";

        assertThat(describe(ARN, ok(json)))
                .isEqualTo(new TableDescription(
                        new TableId(ARN, "T"),
                        new KeySchema(new Attribute("k", KeySchema.Type.B), null),
                        "1.50000000025E9"));
    }

    @Test
    void describe_oddName_isQuoted() {
        assertThat(describe("a\"b", error(ErrorKind.VALIDATION))).isNull();
        assertThat(origin.requests.get(0).body().toString()).isEqualTo("{\"TableName\":\"a\\\"b\"}");
        assertThat(await(tables.describe("x".repeat(1025)))).isNull();
        assertThat(origin.requests).hasSize(1);
    }

    @Test
    void describe_manyAtOnce_isOneRequest() throws Exception {
        List<CompletableFuture<Boolean>> onOwnContext = new ArrayList<>();
        tables.describe("T");
        for (int i = 0; i < 10; i++) {
            CompletableFuture<Boolean> own = new CompletableFuture<>();
            CompletableFuture<Boolean> asked = new CompletableFuture<>();
            Context context = vertx.getOrCreateContext();
            context.runOnContext(v -> {
                tables.describe("T")
                        .onComplete(seen -> own.complete(Vertx.currentContext() == context && seen.result() != null));
                asked.complete(true);
            });
            asked.get(20, TimeUnit.SECONDS);
            onOwnContext.add(own);
        }

        origin.answer(0, ok(ONE));

        for (CompletableFuture<Boolean> own : onOwnContext) {
            assertThat(own.get(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(origin.requests).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorKind.class,
            names = {"RESOURCE_NOT_FOUND", "ACCESS_DENIED", "INTERNAL_SERVER_ERROR", "THROTTLING"})
    void refusal_isRememberedForASecond(ErrorKind kind) {
        assertThat(describe("T", error(kind))).isNull();
        pass(Duration.ofMillis(999));
        assertThat(await(tables.describe("T"))).isNull();
        assertThat(origin.requests).hasSize(1);

        pass(Duration.ofMillis(1));
        assertThat(describe("T", ok(ONE))).isNotNull();
        assertThat(changed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "null",
                "{\"Table\":{\"TableStatus\":\"ACTIVE\"}}",
                "{\"Table\":{\"TableStatus\":\"ACTIVE\",\"KeySchema\":[{\"AttributeName\":\"k\",\"KeyType\":\"HASH\"}]}}"
            })
    void answerThatIsNone_isARefusal(String json) {
        assertThat(describe("T", ok(json))).isNull();
        assertThat(tables.known("T")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATING", "DELETING", "ARCHIVED"})
    void tableThatIsNotReadable_isNotKept(String status) {
        assertThat(describe("T", ok(table(status, "one", "S")))).isNull();
        assertThat(tables.known("T")).isNull();
    }

    @Test
    void inUse_isReadAgainEveryMinuteInTheBackground() {
        TableDescription first = describe("T", ok(ONE));
        pass(Duration.ofSeconds(59));
        assertThat(tables.known("T")).isSameAs(first);
        assertThat(origin.requests).hasSize(1);

        pass(Duration.ofSeconds(1));
        for (int i = 0; i < 5; i++) {
            assertThat(tables.known("T")).isSameAs(first);
        }
        assertThat(origin.requests).hasSize(2);
        origin.answer(1, ok(ONE));

        assertThat(tables.known("T")).isEqualTo(first);
        assertThat(origin.requests).hasSize(2);
        assertThat(changed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void madeAgain_isToldOnceForAllNames(boolean otherIncarnation) {
        describe("T", ok(ONE));
        describe(ARN, ok(ONE));
        pass(Duration.ofSeconds(60));
        String now = otherIncarnation ? TWO : table("ACTIVE", "one", "N");

        assertThat(tables.known("T")).isNotNull();
        origin.answer(2, ok(now));

        assertThat(changed).containsExactly(new TableId(ARN, "T"));
        TableDescription seen = tables.known("T");
        assertThat(seen).isNotNull();
        assertThat(tables.known(ARN)).isNull();
        assertThat(describe(ARN, ok(now))).isEqualTo(seen);
        assertThat(changed).hasSize(1);
    }

    @Test
    void madeAgainAndFirstSeenUnderAnotherName_isTold() {
        describe("T", ok(ONE));
        describe(ARN, ok(TWO));

        assertThat(changed).containsExactly(new TableId(ARN, "T"));
        assertThat(tables.known("T")).isNull();
    }

    @Test
    void gone_isTold() {
        describe("T", ok(ONE));
        describe(ARN, ok(ONE));
        pass(Duration.ofSeconds(60));
        assertThat(tables.known("T")).isNotNull();
        origin.answer(2, error(ErrorKind.RESOURCE_NOT_FOUND));

        assertThat(changed).hasSize(1);
        assertThat(tables.known("T")).isNull();
        assertThat(tables.known(ARN)).isNull();
    }

    @Test
    void originIsDown_whatIsKnownStaysAndIsAskedForAgainSoon() {
        TableDescription first = describe("T", ok(ONE));
        pass(Duration.ofSeconds(60));
        assertThat(tables.known("T")).isSameAs(first);
        origin.answer(
                1, OriginReply.failure(DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, "down"), Certainty.NOT_SENT));

        assertThat(tables.known("T")).isSameAs(first);
        assertThat(origin.requests).hasSize(2);
        pass(Duration.ofSeconds(1));
        assertThat(tables.known("T")).isSameAs(first);
        assertThat(origin.requests).hasSize(3);
        assertThat(changed).isEmpty();
    }

    @Test
    void unused_isForgottenAfterAnHour() {
        describe("T", ok(ONE));
        pass(Duration.ofHours(1));

        assertThat(tables.known("T")).isNull();
    }

    @Test
    void forget_byAnyName_forgetsAll() {
        describe("T", ok(ONE));
        describe(ARN, ok(ONE));
        describe("T2", ok(ONE));

        tables.forget(ARN);

        assertThat(tables.known("T")).isNull();
        assertThat(tables.known(ARN)).isNull();
        assertThat(tables.known("T2")).isNotNull();
        assertThat(changed).isEmpty();
    }

    @Test
    void forget_thenMadeAgain_isStillTold() {
        describe("T", ok(ONE));
        tables.forget("T");

        describe("T", ok(TWO));

        assertThat(changed).hasSize(1);
    }

    @Test
    void forget_whileAsking_theAnswerIsNotKept() {
        Future<@Nullable TableDescription> early = tables.describe("T");
        tables.forget("T");
        Future<@Nullable TableDescription> late = tables.describe("T");
        assertThat(origin.requests).hasSize(2);

        origin.answer(1, ok(TWO));
        origin.answer(0, ok(ONE));

        assertThat(await(early)).extracting(TableDescription::incarnation).isEqualTo("one");
        assertThat(await(late)).extracting(TableDescription::incarnation).isEqualTo("two");
        assertThat(tables.known("T")).extracting(TableDescription::incarnation).isEqualTo("two");
        assertThat(changed).isEmpty();
    }

    @Test
    void listenerThrows_theAnswerArrivesNevertheless() {
        tables = new DescribedTables(
                vertx,
                origin,
                id -> {
                    throw new IllegalStateException("listener");
                },
                nanos::get);
        describe("T", ok(ONE));
        Future<@Nullable TableDescription> future = tables.describe(ARN);
        origin.answer(1, ok(TWO));

        assertThat(future.toCompletionStage().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(20));
        assertThat(tables.known(ARN)).isNotNull();
    }
}
