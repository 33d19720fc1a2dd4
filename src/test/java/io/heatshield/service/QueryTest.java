package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.Reply;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which queries are answered from where, before an origin whose answers the test lays out in order. */
final class QueryTest {
    private static final String ANSWER = "{\"Count\":1,\"Items\":[{\"id\":{\"S\":\"a\"}}],\"ScannedCount\":1}";
    private static final String QUERY = query("id = :p", "\":p\":{\"S\":\"a\"}", "");

    private final ScriptedService service = new ScriptedService();

    private static String query(String condition, String values, String more) {
        return "{\"TableName\":\"T\",\"KeyConditionExpression\":\"" + condition + "\",\"ExpressionAttributeValues\":{"
                + values + "}" + more + "}";
    }

    private void answered(String body, CacheStatus status) {
        Reply reply = service.call("Query", body);
        assertThat(reply.cache()).isEqualTo(status);
        assertThat(ScriptedService.text(reply)).isEqualTo(ANSWER);
    }

    /** Has the origin accept the spelling, and the answer kept. */
    private void warm() {
        service.next(ANSWER);
        answered(QUERY, CacheStatus.MISS);
        service.next(ANSWER);
        answered(QUERY, CacheStatus.MISS);
        answered(QUERY, CacheStatus.LOCAL);
    }

    private void write(String key) {
        service.next("{}");
        service.call("PutItem", "{\"TableName\":\"T\",\"Item\":{\"id\":{\"S\":\"" + key + "\"}}}");
    }

    @Test
    void query_onceItsSpellingIsAccepted_isAnsweredFromMemory() {
        warm();
        assertThat(service.sent).hasSize(2);
    }

    @Test
    void firstReaders_shareOneLoad() {
        Promise<OriginReply> held = service.later();
        List<List<Reply>> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(service.send("Query", QUERY));
        }
        held.complete(ScriptedService.ok(ANSWER));
        assertThat(service.sent).hasSize(1);
        assertThat(waiting).allSatisfy(replies -> assertThat(replies).hasSize(1));
    }

    @Test
    void anotherSpellingOfTheSameQuestion_sharesTheAnswerOnceAccepted() {
        warm();
        String other = query("#k = :x", "\":x\":{\"S\":\"a\"}", ",\"ExpressionAttributeNames\":{\"#k\":\"id\"}");
        service.next(ANSWER);
        answered(other, CacheStatus.MISS);
        answered(other, CacheStatus.LOCAL);
        assertThat(service.sent).hasSize(3);
    }

    @Test
    void write_endsTheAnswersOfItsPartitionAndNoOthers() {
        warm();
        write("b");
        answered(QUERY, CacheStatus.LOCAL);
        write("a");
        service.next(ANSWER);
        answered(QUERY, CacheStatus.MISS);
        assertThat(service.lastSent()).contains("\"ConsistentRead\":true");
    }

    @Test
    void tableWrite_endsThemToo() {
        warm();
        service.next("{}");
        service.call("UpdateTable", "{\"TableName\":\"T\"}");
        service.next(ANSWER);
        answered(QUERY, CacheStatus.MISS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"ConsistentRead\":true",
                ",\"IndexName\":\"I\"",
                ",\"Limit\":0",
                ",\"NewMember\":1",
                ",\"QueryFilter\":{}"
            })
    void whatIsNotUnderstoodOrNotToBeKept_goesToTheOrigin(String more) {
        warm();
        String body = query("id = :p", "\":p\":{\"S\":\"a\"}", more);
        for (int i = 0; i < 2; i++) {
            service.next(ANSWER);
            answered(body, CacheStatus.BYPASS);
            assertThat(service.lastSent()).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"Limit\":1",
                ",\"ScanIndexForward\":false",
                ",\"Select\":\"COUNT\"",
                ",\"ExclusiveStartKey\":{\"id\":{\"S\":\"a\"}}",
                ",\"FilterExpression\":\"attribute_exists(v)\"",
                ",\"ProjectionExpression\":\"id\""
            })
    void whatChangesTheAnswer_isAnotherQuestion(String more) {
        warm();
        service.next(ANSWER);
        answered(query("id = :p", "\":p\":{\"S\":\"a\"}", more), CacheStatus.MISS);
    }

    @Test
    void error_isTheOriginsAndIsNotKept() {
        for (int i = 0; i < 2; i++) {
            service.next(DynamoError.validation("no"));
            Reply reply = service.call("Query", QUERY);
            assertThat(reply.status()).isEqualTo(400);
            assertThat(ScriptedService.text(reply)).contains("no");
        }
        assertThat(service.sent).hasSize(2);
    }

    @Test
    void capacity_isZeroOnAHitAndNeverKept() {
        String asking = query("id = :p", "\":p\":{\"S\":\"a\"}", ",\"ReturnConsumedCapacity\":\"TOTAL\"");
        String consumed = ANSWER.substring(0, ANSWER.length() - 1)
                + ",\"ConsumedCapacity\":{\"CapacityUnits\":0.5,\"TableName\":\"T\"}}";
        service.next(consumed);
        assertThat(ScriptedService.text(service.call("Query", asking))).isEqualTo(consumed);
        service.next(consumed);
        service.call("Query", asking);
        answered(QUERY, CacheStatus.LOCAL);
        assertThat(ScriptedService.text(service.call("Query", asking)))
                .isEqualTo(consumed.replace("\"CapacityUnits\":0.5", "\"CapacityUnits\":0.0"));
    }

    @Test
    void answerPastItsAge_isLoadedAnew() {
        warm();
        service.clock.advance(Duration.ofSeconds(76));
        service.next(ANSWER);
        answered(QUERY, CacheStatus.MISS);
    }
}
