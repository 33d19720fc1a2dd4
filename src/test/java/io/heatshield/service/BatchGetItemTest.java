package io.heatshield.service;

import static io.heatshield.service.ScriptedService.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Reply;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** BatchGetItem, key by key, before an origin whose answers the test lays out. */
final class BatchGetItemTest {
    private static final DynamoError THROTTLED = DynamoError.of(ErrorKind.PROVISIONED_THROUGHPUT_EXCEEDED, "slow");

    private final ScriptedService service = new ScriptedService();

    private static String keys(String... ids) {
        return Stream.of(ids)
                .map(id -> "{\"id\":{\"S\":\"" + id + "\"}}")
                .collect(Collectors.joining(",", "{\"Keys\":[", "]"));
    }

    private static String batch(String... ids) {
        return "{\"RequestItems\":{\"T\":" + keys(ids) + "}}}";
    }

    private static String item(String id) {
        return "{\"v\":{\"L\":[{\"N\":\"1\"}]},\"id\":{\"S\":\"" + id + "\"}}";
    }

    private static String answer(String... ids) {
        return "{\"Responses\":{\"T\":["
                + Stream.of(ids).map(BatchGetItemTest::item).collect(Collectors.joining(","))
                + "]},\"UnprocessedKeys\":{}}";
    }

    private static String get(String id) {
        return "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"" + id + "\"}}}";
    }

    private void cached(String... ids) {
        service.next(answer(ids));
        service.call("BatchGetItem", batch(ids));
        service.sent.clear();
    }

    private Reply hit(String body) {
        Reply reply = service.call("BatchGetItem", body);
        assertThat(service.sent).isEmpty();
        assertThat(reply.cache()).isEqualTo(CacheStatus.LOCAL);
        return reply;
    }

    @Test
    void batch_ofHitsIsAnsweredWithoutTheOrigin() {
        service.next(answer("b", "a"));
        Reply miss = service.call("BatchGetItem", batch("a", "b"));
        assertThat(miss.cache()).isEqualTo(CacheStatus.MISS);
        assertThat(text(miss)).as("in the order asked for").isEqualTo(answer("a", "b"));
        service.sent.clear();
        assertThat(text(hit(batch("b", "a")))).isEqualTo(answer("b", "a"));
    }

    @Test
    void batch_sharesItsEntriesWithGetItem() {
        cached("a");
        assertThat(text(service.call("GetItem", get("a")))).isEqualTo("{\"Item\":" + item("a") + "}");
        service.next("{\"Item\":" + item("b") + "}");
        service.call("GetItem", get("b"));
        service.sent.clear();
        assertThat(text(hit(batch("a", "b")))).isEqualTo(answer("a", "b"));
    }

    @Test
    void partialHits_fetchOnlyTheMissesInOneRequest() {
        cached("a", "c");
        service.next(answer("d", "b"));
        Reply reply = service.call("BatchGetItem", batch("a", "b", "c", "d"));
        assertThat(service.sent).hasSize(1);
        assertThat(service.lastSent()).isEqualTo(batch("b", "d"));
        assertThat(text(reply)).isEqualTo(answer("a", "b", "c", "d"));
        assertThat(reply.cache()).isEqualTo(CacheStatus.MISS);
    }

    @Test
    void missingItem_isLeftOutAndRememberedForAsLongAsAnAbsenceIs() {
        service.next(answer("a"));
        assertThat(text(service.call("BatchGetItem", batch("a", "none")))).isEqualTo(answer("a"));
        service.sent.clear();
        assertThat(text(hit(batch("none")))).isEqualTo("{\"Responses\":{\"T\":[]},\"UnprocessedKeys\":{}}");
        service.clock.advance(Duration.ofSeconds(6));
        service.next(answer());
        service.call("BatchGetItem", batch("a", "none"));
        assertThat(service.lastSent()).isEqualTo(batch("none"));
    }

    @Test
    void keysJustWritten_areReadStronglyInARequestOfTheirOwn() {
        service.next("{}");
        service.call("DeleteItem", get("b"));
        service.sent.clear();
        service.next(answer("a"));
        service.next(answer("b"));
        Reply reply = service.call("BatchGetItem", batch("a", "b"));
        assertThat(service.sent).extracting(sent -> sent.body().toString()).containsExactly(batch("a"), """
                {"RequestItems":{"T":{"Keys":[{"id":{"S":"b"}}],"ConsistentRead":true}}}""");
        assertThat(text(reply)).isEqualTo(answer("a", "b"));
    }

    @Test
    void consistentTable_isAskedOfTheOriginAndNotKept() {
        cached("a");
        String body = "{\"RequestItems\":{\"T\":" + keys("a") + "},\"U\":" + keys("a") + ",\"ConsistentRead\":true}}}";
        for (int i = 0; i < 2; i++) {
            service.next("{\"Responses\":{\"U\":[" + item("a") + "]},\"UnprocessedKeys\":{}}");
            Reply reply = service.call("BatchGetItem", body);
            assertThat(text(reply))
                    .isEqualTo("{\"Responses\":{\"T\":[" + item("a") + "],\"U\":[" + item("a")
                            + "]},\"UnprocessedKeys\":{}}");
            assertThat(reply.cache()).isEqualTo(CacheStatus.BYPASS);
            assertThat(service.lastSent()).isEqualTo("""
                    {"RequestItems":{"U":{"Keys":[{"id":{"S":"a"}}],"ConsistentRead":true}}}""");
        }
    }

    @Test
    void tableThatIsNotCached_isAskedEveryTime() {
        cached("a");
        for (int i = 0; i < 2; i++) {
            service.next("{\"Responses\":{\"Off\":[]},\"UnprocessedKeys\":{}}");
            service.call("BatchGetItem", "{\"RequestItems\":{\"T\":" + keys("a") + "},\"Off\":" + keys("a") + "}}}");
            assertThat(service.lastSent()).isEqualTo("{\"RequestItems\":{\"Off\":" + keys("a") + "}}}");
        }
    }

    @Test
    void projection_isAskedOfTheOriginFirstAndAppliedHereThen() {
        cached("a", "b");
        String body = "{\"RequestItems\":{\"T\":" + keys("a", "b")
                + ",\"ProjectionExpression\":\"#v[0]\",\"ExpressionAttributeNames\":{\"#v\":\"v\"}}}}";
        String projected = """
                {"Responses":{"T":[{"v":{"L":[{"N":"1"}]}},{"v":{"L":[{"N":"1"}]}}]},"UnprocessedKeys":{}}""";
        service.next("{\"Responses\":{\"T\":[]},\"UnprocessedKeys\":{}}");
        assertThat(text(service.call("BatchGetItem", body)))
                .as("not the origin's, which may be older")
                .isEqualTo(projected);
        assertThat(service.lastSent()).isEqualTo(body);
        service.sent.clear();
        assertThat(text(hit(body))).isEqualTo(projected);
        assertThat(text(hit(batch("a")))).as("what is kept is whole").isEqualTo(answer("a"));
    }

    @Test
    void legacyProjection_isAppliedHereOnceAccepted() {
        cached("a");
        String body = "{\"RequestItems\":{\"T\":" + keys("a") + ",\"AttributesToGet\":[\"id\",\"none\"]}}}";
        service.next("{\"Responses\":{\"T\":[{\"id\":{\"S\":\"a\"}}]},\"UnprocessedKeys\":{}}");
        service.call("BatchGetItem", body);
        service.sent.clear();
        assertThat(text(hit(body)))
                .isEqualTo("{\"Responses\":{\"T\":[{\"id\":{\"S\":\"a\"}}]},\"UnprocessedKeys\":{}}");
    }

    @Test
    void unprocessedKeys_areThoseThatTheOriginLeftAndHaveTheFlagsOfTheirTable() {
        cached("a");
        String projection = ",\"ProjectionExpression\":\"#v\",\"ExpressionAttributeNames\":{\"#v\":\"v\"}";
        service.next(answer());
        service.call("BatchGetItem", "{\"RequestItems\":{\"T\":" + keys("a") + projection + "}}}");
        service.next("{\"Responses\":{\"T\":[" + item("b") + "]},\"UnprocessedKeys\":{\"T\":" + keys("c") + "}}}");
        Reply reply =
                service.call("BatchGetItem", "{\"RequestItems\":{\"T\":" + keys("a", "b", "c") + projection + "}}}");
        assertThat(text(reply)).isEqualTo("""
                {"Responses":{"T":[{"v":{"L":[{"N":"1"}]}},{"v":{"L":[{"N":"1"}]}}]},"UnprocessedKeys":{"T":""" + keys("c") + projection + "}}}");
        service.next(answer("c"));
        assertThat(text(service.call("BatchGetItem", batch("b", "c")))).isEqualTo(answer("b", "c"));
        assertThat(service.lastSent()).as("what was left is no absence").isEqualTo(batch("c"));
    }

    @Test
    void throttledMisses_areUnprocessedBesideHits() {
        cached("a");
        service.next(THROTTLED);
        Reply reply = service.call("BatchGetItem", batch("a", "b", "c"));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(text(reply))
                .isEqualTo("{\"Responses\":{\"T\":[" + item("a") + "]},\"UnprocessedKeys\":{\"T\":" + keys("b", "c")
                        + "}}}");
    }

    @Test
    void throttledMisses_withNoHitAreTheOriginsError() {
        service.next(THROTTLED);
        Reply reply = service.call("BatchGetItem", batch("b", "c"));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(text(reply)).isEqualTo(THROTTLED.body().toString());
    }

    @Test
    void originThatIsDown_leavesTheMissesUnprocessed() {
        cached("a");
        service.next(OriginReply.failure(
                DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, "down"), OriginReply.Certainty.UNKNOWN));
        assertThat(text(service.call("BatchGetItem", batch("a", "b"))))
                .contains("\"UnprocessedKeys\":{\"T\":" + keys("b"));
    }

    @Test
    void refusal_isTheAnswerToTheWholeBatch() {
        cached("a");
        DynamoError refused = DynamoError.validation("no");
        service.next(refused);
        Reply reply = service.call("BatchGetItem", batch("a", "b"));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(text(reply)).isEqualTo(refused.body().toString());
    }

    @Test
    void refusalOfABatch_isNoAnswerToWhoJoinedItForOneKey() {
        Promise<OriginReply> refused = service.later();
        List<Reply> batch = service.send("BatchGetItem", batch("a", "b"));
        List<Reply> first = service.send("GetItem", get("a"));
        List<Reply> second = service.send("GetItem", get("a"));
        Promise<OriginReply> again = service.later();
        refused.complete(OriginReply.error(DynamoError.validation("b is bad"), "ORIGIN"));
        assertThat(batch).extracting(Reply::status).containsExactly(400);
        assertThat(service.sent).as("one more, for both").hasSize(2);
        again.complete(ScriptedService.ok("{\"Item\":" + item("a") + "}"));
        assertThat(Stream.concat(first.stream(), second.stream()))
                .extracting(ScriptedService::text)
                .containsOnly("{\"Item\":" + item("a") + "}")
                .hasSize(2);
    }

    @Test
    void misses_joinTheLoadsOfSingleReadsAndTheOtherWayRound() {
        Promise<OriginReply> single = service.later();
        List<Reply> getA = service.send("GetItem", get("a"));
        Promise<OriginReply> rest = service.later();
        List<Reply> batch = service.send("BatchGetItem", batch("a", "b"));
        assertThat(service.lastSent()).isEqualTo(batch("b"));
        List<Reply> getB = service.send("GetItem", get("b"));
        assertThat(service.sent).hasSize(2);
        rest.complete(ScriptedService.ok(answer("b")));
        assertThat(text(getB.get(0))).isEqualTo("{\"Item\":" + item("b") + "}");
        assertThat(getB.get(0).cache()).isEqualTo(CacheStatus.JOINED);
        assertThat(batch).isEmpty();
        single.complete(ScriptedService.ok("{\"Item\":" + item("a") + "}"));
        assertThat(getA).hasSize(1);
        assertThat(text(batch.get(0))).isEqualTo(answer("a", "b"));
    }

    @Test
    void twoBatchesThatShareKeys_doNotWaitForEachOther() {
        Promise<OriginReply> one = service.later();
        List<Reply> first = service.send("BatchGetItem", batch("a", "b"));
        Promise<OriginReply> two = service.later();
        List<Reply> second = service.send("BatchGetItem", batch("c", "b"));
        assertThat(service.lastSent()).isEqualTo(batch("c"));
        two.complete(ScriptedService.ok(answer("c")));
        one.complete(ScriptedService.ok(answer("a", "b")));
        assertThat(text(first.get(0))).isEqualTo(answer("a", "b"));
        assertThat(text(second.get(0))).isEqualTo(answer("c", "b"));
    }

    @Test
    void consumedCapacity_isWhatWasConsumed() {
        cached("a");
        String indexes = ",\"ReturnConsumedCapacity\":\"INDEXES\"}";
        service.next("""
                {"ConsumedCapacity":[{"TableName":"T","CapacityUnits":0.5,"Table":{"CapacityUnits":0.5}}],\
                "Responses":{"T":[]},"UnprocessedKeys":{}}""");
        String body = "{\"RequestItems\":{\"T\":" + keys("a", "b") + "}}" + indexes;
        assertThat(text(service.call("BatchGetItem", body))).startsWith("""
                {"ConsumedCapacity":[{"CapacityUnits":0.5,"TableName":"T","Table":{"CapacityUnits":0.5}}],""");
        service.sent.clear();
        assertThat(text(hit(body))).startsWith("""
                {"ConsumedCapacity":[{"CapacityUnits":0.0,"TableName":"T","Table":{"CapacityUnits":0.0}}],""");
        assertThat(text(hit("{\"RequestItems\":{\"T\":" + keys("a") + "}},\"ReturnConsumedCapacity\":\"TOTAL\"}")))
                .startsWith("{\"ConsumedCapacity\":[{\"CapacityUnits\":0.0,\"TableName\":\"T\"}],");
    }

    @Test
    void answerLargerThanAnAnswerMayBe_leavesTheSurplusUnprocessed() {
        String[] ids = IntStream.range(0, 45).mapToObj(i -> "k" + i).toArray(String[]::new);
        String large = "x".repeat(390_000);
        for (String id : ids) {
            service.next("{\"Item\":{\"id\":{\"S\":\"" + id + "\"},\"v\":{\"S\":\"" + large + "\"}}}");
            service.call("GetItem", get(id));
        }
        service.sent.clear();
        Reply reply = hit(batch(ids));
        String text = text(reply);
        assertThat(text.length()).isLessThanOrEqualTo(16 * 1024 * 1024 + 10_000);
        assertThat(text.substring(text.indexOf("UnprocessedKeys")))
                .contains("k44")
                .contains("k43")
                .doesNotContain("k0\"");
    }

    @Test
    void tablesByArn_areAnsweredAsTheClientSpeltThem() {
        cached("a");
        String arn = ScriptedService.ARN + "T";
        assertThat(text(hit("{\"RequestItems\":{\"" + arn + "\":" + keys("a") + "}}}")))
                .isEqualTo("{\"Responses\":{\"" + arn + "\":[" + item("a") + "]},\"UnprocessedKeys\":{}}");
    }

    @Test
    void itemTooLargeToHold_isAskedOfTheOriginByEachReader() {
        String large = "{\"Item\":{\"id\":{\"S\":\"big\"},\"v\":{\"S\":\"" + "x".repeat(600_000) + "\"}}}";
        service.next(large);
        service.call("GetItem", get("big"));
        cached("a");
        service.next(answer("big"));
        assertThat(text(service.call("BatchGetItem", batch("a", "big")))).contains(item("a"), item("big"));
        assertThat(service.lastSent()).isEqualTo(batch("big"));
    }

    @Test
    void entryPastItsSoftAge_isServedAndRefreshedInOneRequest() {
        cached("a", "b");
        service.clock.advance(Duration.ofSeconds(61));
        service.next(answer("a", "b"));
        assertThat(service.call("BatchGetItem", batch("a", "b")).cache()).isEqualTo(CacheStatus.LOCAL);
        assertThat(service.sent).hasSize(1);
        service.sent.clear();
        service.clock.advance(Duration.ofSeconds(30));
        hit(batch("a", "b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"RequestItems\":{\"T\":{\"Keys\":[{\"id\":{\"S\":\"a\"}},{\"id\":{\"S\":\"a\"}}]}}}",
                "{\"RequestItems\":{\"T\":{\"Keys\":[{\"id\":{\"S\":\"a\"}}],\"Newer\":1}}}",
                "{\"RequestItems\":{\"T\":{\"Keys\":[{\"id\":{\"S\":\"a\"}}]}},\"Newer\":1}",
                "{\"RequestItems\":{\"T\":{\"Keys\":[{\"id\":{\"N\":\"1\"}}]}}}",
                "{\"RequestItems\":{\"T\":{\"Keys\":[]}}}",
                "{\"RequestItems\":{}}",
                "{\"RequestItems\":{\"T\":{\"Keys\":[{\"id\":{\"S\":\"a\"}}]},\"None\":{\"Keys\":[{\"id\":{\"S\":\"a\"}}]}}}",
                "{\"RequestItems\":{\"T\":{\"Keys\":[{\"id\":{\"S\":\"a\"}}]},"
                        + "\"arn:aws:dynamodb:us-east-1:1:table/T\":{\"Keys\":[{\"id\":{\"S\":\"b\"}}]}}}",
                "{\"RequestItems\":{\"T\":{\"Keys\":[{\"id\":{\"S\":\"a\"}}],\"ProjectionExpression\":\"v\"},"
                        + "\"U\":{\"Keys\":[{\"id\":{\"S\":\"b\"}}],\"AttributesToGet\":[\"v\"]}}}",
                "{\"RequestItems\":{\"T\":{\"Keys\":[{\"id\":{\"S\":\"a\"}}],\"ConsistentRead\":true}}}",
                "{\"RequestItems\":{\"T\":{\"Keys\":[{\"id\":{\"S\":\"a\"}}]}"
            })
    void whatIsOdd_goesToTheOriginByteForByte(String body) {
        cached("a");
        DynamoError refused = DynamoError.validation("as the origin says it");
        service.next(refused);
        Reply reply = service.call("BatchGetItem", body);
        assertThat(text(reply)).isEqualTo(refused.body().toString());
        assertThat(service.lastSent()).isEqualTo(body);
        assertThat(service.sent).hasSize(1);
    }

    @Test
    void moreKeysThanABatchMayHave_goToTheOriginByteForByte() {
        String body = batch(IntStream.range(0, 101).mapToObj(i -> "k" + i).toArray(String[]::new));
        service.next(DynamoError.validation("too many"));
        assertThat(service.call("BatchGetItem", body).status()).isEqualTo(400);
        assertThat(service.lastSent()).isEqualTo(body);
    }

    @Test
    void answerThatCannotBeTakenApart_isPassedOnAndNotKept() {
        String odd = "{\"Responses\":{\"T\":[" + item("a") + "]},\"UnprocessedKeys\":{},\"Newer\":1}";
        for (int i = 0; i < 2; i++) {
            service.sent.clear();
            service.next(odd);
            service.next(odd);
            service.next(odd);
            assertThat(text(service.call("BatchGetItem", batch("a")))).isEqualTo(odd);
            assertThat(service.lastSent()).isEqualTo(batch("a"));
            assertThat(service.sent).hasSize(3);
        }
    }
}
