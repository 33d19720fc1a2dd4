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
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is answered from where, before an origin whose answers the test lays out in order. */
final class DispatcherTest {
    private static final String ITEM = "{\"Item\":{\"id\":{\"S\":\"a\"},\"v\":{\"N\":\"1\"}}}";
    private static final String GET = "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}}}";
    private static final TableDescription TABLE = new TableDescription(
            new TableId("arn:aws:dynamodb:us-east-1:1:table/T", "T"),
            new KeySchema(new KeySchema.Attribute("id", KeySchema.Type.S), null),
            null);

    private final TestClock clock = new TestClock();
    private final Deque<OriginReply> answers = new ArrayDeque<>();
    private final List<OriginRequest> sent = new ArrayList<>();
    private final List<String> forgotten = new ArrayList<>();
    private final Dispatcher dispatcher = new Dispatcher(
            new Origin() {
                @Override
                public Future<OriginReply> send(OriginRequest request) {
                    sent.add(request);
                    return Future.succeededFuture(answers.remove());
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
                    return TableId.bareName(nameOrArn).equals("T") ? TABLE : null;
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
                    new CacheSettings(1 << 20, 10_000, 1, 100, 100, 0, 0),
                    clock,
                    () -> 0.5,
                    CacheObserver.NONE),
            new TablePolicies(
                    Lifetimes.of(
                            Duration.ofSeconds(60),
                            Duration.ofSeconds(75),
                            Duration.ofMinutes(5),
                            Duration.ofSeconds(5)),
                    Map.of(),
                    Set.of("Off")),
            100,
            ServiceObserver.NONE);

    private Reply call(String operation, String body) {
        List<Reply> replies = new ArrayList<>();
        dispatcher.handle(
                new WireRequest("DynamoDB_20120810." + operation, Reply.JSON_1_0, Buffer.buffer(body), null),
                replies::add);
        assertThat(replies).as("answered once").hasSize(1);
        return replies.get(0);
    }

    private void next(String body) {
        answers.add(OriginReply.ok(Payload.of(Buffer.buffer(body)), "ORIGIN"));
    }

    private void next(DynamoError error) {
        answers.add(OriginReply.error(error, "ORIGIN"));
    }

    private static String text(Reply reply) {
        return reply.payload().body().toString();
    }

    private void fill() {
        next(ITEM);
        assertThat(call("GetItem", GET).cache()).isEqualTo(CacheStatus.MISS);
    }

    private String lastSent() {
        return sent.get(sent.size() - 1).body().toString();
    }

    @Test
    void getItem_missesThenHitsWithTheSameBytes() {
        next(ITEM);
        Reply miss = call("GetItem", GET);
        assertThat(miss.cache()).isEqualTo(CacheStatus.MISS);
        assertThat(miss.requestId()).isEqualTo("ORIGIN");
        Reply hit = call("GetItem", GET);
        assertThat(hit.cache()).isEqualTo(CacheStatus.LOCAL);
        assertThat(hit.requestId()).as("an id of its own").isNull();
        assertThat(text(hit)).isEqualTo(text(miss)).isEqualTo(ITEM);
        assertThat(sent).hasSize(1);
    }

    @Test
    void consistentRead_alwaysReachesTheOriginByteForByte() {
        fill();
        String body = "{\"ConsistentRead\":true,\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}}}";
        next("{\"Item\":{\"id\":{\"S\":\"a\"},\"v\":{\"N\":\"2\"}}}");
        Reply reply = call("GetItem", body);
        assertThat(reply.cache()).isEqualTo(CacheStatus.BYPASS);
        assertThat(text(reply)).contains("\"2\"");
        assertThat(lastSent()).isEqualTo(body);
    }

    @Test
    void tableByArn_sharesTheEntryOfItsName() {
        fill();
        String byArn = "{\"TableName\":\"arn:aws:dynamodb:us-east-1:1:table/T\",\"Key\":{\"id\":{\"S\":\"a\"}}}";
        assertThat(call("GetItem", byArn).cache()).isEqualTo(CacheStatus.LOCAL);
    }

    @Test
    void absentItem_isAnsweredWithoutAnItem() {
        next("{}");
        assertThat(text(call("GetItem", GET))).isEqualTo("{}");
        Reply hit = call("GetItem", GET);
        assertThat(hit.cache()).isEqualTo(CacheStatus.LOCAL);
        assertThat(text(hit)).isEqualTo("{}");
        clock.advance(Duration.ofSeconds(6));
        next(ITEM);
        assertThat(text(call("GetItem", GET))).isEqualTo(ITEM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "TOTAL  |{\"CapacityUnits\":0.0,\"TableName\":\"T\"}",
                "INDEXES|{\"CapacityUnits\":0.0,\"TableName\":\"T\",\"Table\":{\"CapacityUnits\":0.0}}"
            })
    void hit_saysThatItConsumedNothing(String level, String capacity) {
        fill();
        String body = GET.replace("{\"TableName\"", "{\"ReturnConsumedCapacity\":\"" + level + "\",\"TableName\"");
        assertThat(text(call("GetItem", body)))
                .isEqualTo("{\"ConsumedCapacity\":" + capacity + "," + ITEM.substring(1));
    }

    @Test
    void miss_saysWhatTheOriginConsumedAndTheItemIsKept() {
        String answer = "{\"ConsumedCapacity\":{\"CapacityUnits\":0.5,\"TableName\":\"T\"}," + ITEM.substring(1);
        next(answer);
        String body = GET.replace("{\"TableName\"", "{\"ReturnConsumedCapacity\":\"TOTAL\",\"TableName\"");
        assertThat(text(call("GetItem", body))).isEqualTo(answer);
        assertThat(text(call("GetItem", GET))).isEqualTo(ITEM);
    }

    @Test
    void projection_isAskedOfTheOriginFirstAndAppliedHereThen() {
        String body = GET.replace("{\"TableName\"", "{\"ProjectionExpression\":\"v\",\"TableName\"");
        next("{\"Item\":{\"v\":{\"N\":\"0\"}}}");
        next(ITEM);
        Reply miss = call("GetItem", body);
        assertThat(sent.get(0).body().toString()).isEqualTo(body);
        assertThat(lastSent()).doesNotContain("Projection");
        assertThat(miss.cache()).as("not the origin's, which may be older").isEqualTo(CacheStatus.MISS);
        assertThat(text(miss)).isEqualTo("{\"Item\":{\"v\":{\"N\":\"1\"}}}");
        Reply hit = call("GetItem", body);
        assertThat(hit.cache()).isEqualTo(CacheStatus.LOCAL);
        assertThat(text(hit)).isEqualTo(text(miss));
        assertThat(text(call("GetItem", GET))).as("the whole item is untouched").isEqualTo(ITEM);
    }

    @Test
    void projectionThatMatchesNothing_isAnEmptyItem() {
        String body = GET.replace("{\"TableName\"", "{\"ProjectionExpression\":\"zz\",\"TableName\"");
        next("{\"Item\":{}}");
        next(ITEM);
        assertThat(text(call("GetItem", body))).isEqualTo("{\"Item\":{}}");
        assertThat(text(call("GetItem", body))).isEqualTo("{\"Item\":{}}");
    }

    @Test
    void projectionThatTheOriginRefuses_isNeverAppliedHere() {
        fill();
        String body = GET.replace("{\"TableName\"", "{\"ProjectionExpression\":\"name\",\"TableName\"");
        for (int i = 0; i < 3; i++) {
            next(DynamoError.validation("Invalid ProjectionExpression"));
            assertThat(call("GetItem", body).status()).isEqualTo(400);
        }
        assertThat(sent).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}},\"NewMember\":1}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"N\":\"1\"}}}",
                "{\"TableName\":\"Unknown\",\"Key\":{\"id\":{\"S\":\"a\"}}}",
                "{\"TableName\":\"Off\",\"Key\":{\"id\":{\"S\":\"a\"}}}",
                "nonsense"
            })
    void readThatIsNotForTheTiers_goesToTheOriginByteForByte(String body) {
        fill();
        next("{\"Novel\":true}");
        Reply reply = call("GetItem", body);
        assertThat(reply.cache()).isEqualTo(CacheStatus.BYPASS);
        assertThat(text(reply)).isEqualTo("{\"Novel\":true}");
        assertThat(lastSent()).isEqualTo(body);
    }

    @Test
    void answerWithAnUnknownMember_isPassedOnAndNotKept() {
        for (int i = 0; i < 2; i++) {
            next("{\"Item\":{\"id\":{\"S\":\"a\"}},\"Novel\":{}}");
            assertThat(text(call("GetItem", GET))).contains("Novel");
        }
        assertThat(sent).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PutItem|{\"TableName\":\"T\",\"Item\":{\"id\":{\"S\":\"a\"}}}",
                "UpdateItem|{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}},\"UpdateExpression\":\"SET v = :v\"}",
                "DeleteItem|{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}}}",
                "BatchWriteItem|{\"RequestItems\":{\"T\":[{\"DeleteRequest\":{\"Key\":{\"id\":{\"S\":\"a\"}}}}]}}",
                "TransactWriteItems|{\"TransactItems\":[{\"Delete\":{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}}}}]}",
                "ExecuteStatement|{\"Statement\":\"DELETE FROM T WHERE id='a'\"}",
                "DeleteTable|{\"TableName\":\"T\"}",
                "PutItemsInSomeNewWay|{\"TableName\":\"T\"}",
                "DoSomethingNew|{}"
            })
    void write_endsWhatIsCachedAndTheNextLoadIsStrong(String operation, String body) {
        fill();
        next("{}");
        assertThat(call(operation, body).cache()).isEqualTo(CacheStatus.BYPASS);
        assertThat(lastSent()).isEqualTo(body);
        next("{\"Item\":{\"id\":{\"S\":\"a\"},\"v\":{\"N\":\"2\"}}}");
        Reply reply = call("GetItem", GET);
        assertThat(reply.cache()).isEqualTo(CacheStatus.MISS);
        assertThat(lastSent()).contains("\"ConsistentRead\":true");
        assertThat(call("GetItem", GET).cache()).isEqualTo(CacheStatus.LOCAL);
    }

    @Test
    void writeOfAnotherKey_leavesTheEntry() {
        fill();
        next("{}");
        call("PutItem", "{\"TableName\":\"T\",\"Item\":{\"id\":{\"S\":\"b\"}}}");
        assertThat(call("GetItem", GET).cache()).isEqualTo(CacheStatus.LOCAL);
    }

    @Test
    void failedCondition_arrivesUntouchedAndTheKeyIsCacheableAtOnce() {
        fill();
        DynamoError failed = new DynamoError(
                ErrorKind.CONDITIONAL_CHECK_FAILED,
                "The conditional request failed",
                "\"Item\":{\"id\":{\"S\":\"a\"}}");
        next(failed);
        Reply reply = call("PutItem", "{\"TableName\":\"T\",\"Item\":{\"id\":{\"S\":\"a\"}}}");
        assertThat(text(reply)).isEqualTo(failed.body().toString());
        next(ITEM);
        call("GetItem", GET);
        assertThat(lastSent()).doesNotContain("ConsistentRead");
    }

    @Test
    void writeWithoutAnAnswer_keepsTheKeyUncached() {
        answers.add(OriginReply.failure(
                DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, "cut off"), OriginReply.Certainty.UNKNOWN));
        assertThat(call("DeleteItem", GET).status()).isEqualTo(503);
        for (int i = 0; i < 2; i++) {
            next(ITEM);
            assertThat(call("GetItem", GET).cache()).isEqualTo(CacheStatus.MISS);
            assertThat(lastSent()).contains("\"ConsistentRead\":true");
        }
    }

    @Test
    void unknownWriteWithoutAnAnswer_keepsEverythingUncachedForTheHold() {
        fill();
        answers.add(OriginReply.failure(
                DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, "cut off"), OriginReply.Certainty.UNKNOWN));
        assertThat(call("DoSomethingNew", "{}").status()).isEqualTo(503);
        clock.advance(Duration.ofSeconds(6));
        for (int i = 0; i < 2; i++) {
            next(ITEM);
            assertThat(call("GetItem", GET).cache()).isEqualTo(CacheStatus.MISS);
            assertThat(lastSent()).contains("\"ConsistentRead\":true");
        }
        clock.advance(Duration.ofSeconds(5));
        fill();
        assertThat(call("GetItem", GET).cache()).isEqualTo(CacheStatus.LOCAL);
    }

    @Test
    void rubbishThatTheOriginRefuses_doesNotEmptyTheCache() {
        fill();
        next(DynamoError.of(ErrorKind.SERIALIZATION, "no JSON"));
        assertThat(call("PutItem", "rubbish").status()).isEqualTo(400);
        assertThat(call("GetItem", GET).cache()).isEqualTo(CacheStatus.LOCAL);
    }

    @Test
    void tableOperation_isForgottenByTheCatalog() {
        next("{}");
        call("UpdateTable", "{\"TableName\":\"T\"}");
        assertThat(forgotten).containsExactly("T");
    }

    @Test
    void throttledLoad_isAnsweredWithTheOldValueMarked() {
        fill();
        clock.advance(Duration.ofSeconds(80));
        next(DynamoError.of(ErrorKind.PROVISIONED_THROUGHPUT_EXCEEDED, "slow down"));
        Reply reply = call("GetItem", GET);
        assertThat(reply.cache()).isEqualTo(CacheStatus.STALE);
        assertThat(text(reply)).isEqualTo(ITEM);
    }

    @Test
    void refusedLoad_isAnsweredAsTheOriginSaysIt() {
        fill();
        clock.advance(Duration.ofSeconds(80));
        DynamoError gone = DynamoError.of(ErrorKind.RESOURCE_NOT_FOUND, "Requested resource not found");
        next(gone);
        assertThat(text(call("GetItem", GET))).isEqualTo(gone.body().toString());
    }
}
