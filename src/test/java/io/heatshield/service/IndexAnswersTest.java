package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Reply;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of indexes and of scans: which are kept, and which writes end them. */
final class IndexAnswersTest {
    private static final String ANSWER = "{\"Count\":0,\"Items\":[],\"ScannedCount\":0}";
    private static final String SCAN = "{\"TableName\":\"X\"}";
    private static final String OLD =
            "'id':{'S':'a'},'at':{'N':'1'},'holder':{'S':'ann'},'phase':{'S':'new'},'n':{'N':'1'}";

    private final ScriptedService service = new ScriptedService();

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static String query(String index, String attribute, String value) {
        return json("{'TableName':'X','IndexName':'" + index + "','KeyConditionExpression':'" + attribute
                + " = :v','ExpressionAttributeValues':{':v':{'S':'" + value + "'}}}");
    }

    private static String owner(String value) {
        return query("byHolder", "holder", value);
    }

    private static String state(String value) {
        return query("byPhase", "phase", value);
    }

    /** Has the answer kept, past any settle window. */
    private void warm(String operation, String... bodies) {
        service.clock.advance(Duration.ofSeconds(6));
        for (String body : bodies) {
            while (read(operation, body) == CacheStatus.MISS) {
                assertThat(service.sent).hasSizeLessThan(100);
            }
            assertThat(read(operation, body)).isEqualTo(CacheStatus.LOCAL);
        }
    }

    private CacheStatus read(String operation, String body) {
        int before = service.sent.size();
        service.next(ANSWER);
        Reply reply = service.call(operation, body);
        if (service.sent.size() == before) {
            service.unused();
        }
        assertThat(ScriptedService.text(reply)).isEqualTo(ANSWER);
        return reply.cache();
    }

    private CacheStatus query(String body) {
        return read("Query", body);
    }

    private String write(String operation, String body, String answer) {
        service.next(json(answer));
        return ScriptedService.text(service.call(operation, json(body)));
    }

    private String update(String expression, String values) {
        return write(
                "UpdateItem",
                "{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'1'}},'UpdateExpression':'" + expression
                        + "','ExpressionAttributeValues':{" + values + "}}",
                "{'Attributes':{" + OLD + "}}");
    }

    @Test
    void put_endsTheAnswersOfWhereTheItemWasAndIs_andTheClientSeesNoneOfIt() {
        warm("Query", owner("ann"), owner("bob"), owner("cid"));
        assertThat(write(
                        "PutItem",
                        "{'TableName':'X','Item':{'id':{'S':'a'},'at':{'N':'1'},'holder':{'S':'bob'}}}",
                        "{'Attributes':{" + OLD + "}}"))
                .isEqualTo("{}");
        assertThat(service.lastSent()).contains("\"ReturnValues\":\"ALL_OLD\"");
        assertThat(query(owner("cid"))).isEqualTo(CacheStatus.LOCAL);
        assertThat(query(owner("ann"))).isEqualTo(CacheStatus.MISS);
        assertThat(query(owner("bob"))).isEqualTo(CacheStatus.MISS);
    }

    @Test
    void withinTheSettleWindow_whatTheIndexShowsIsNotKept_andNotAskedStrongly() {
        warm("Query", owner("ann"));
        write("DeleteItem", "{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'1'}}}", "{'Attributes':{" + OLD + "}}");
        assertThat(query(owner("ann"))).isEqualTo(CacheStatus.MISS);
        assertThat(query(owner("ann"))).isEqualTo(CacheStatus.MISS);
        assertThat(service.lastSent()).doesNotContain("ConsistentRead");
        warm("Query", owner("ann"));
    }

    @Test
    void whoAsksForTheOldItem_getsIt() {
        String answer = write(
                "DeleteItem",
                "{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'1'}},'ReturnValues':'ALL_OLD'}",
                "{'Attributes':{" + OLD + "}}");
        assertThat(answer).isEqualTo(json("{'Attributes':{" + OLD + "}}"));
    }

    @Test
    void update_thatAnIndexDoesNotShow_leavesItsAnswers() {
        warm("Query", owner("ann"), state("new"));
        update("SET n = n + :one", "':one':{'N':'1'}");
        assertThat(query(state("new"))).isEqualTo(CacheStatus.LOCAL);
        assertThat(query(owner("ann"))).isEqualTo(CacheStatus.MISS);
    }

    @Test
    void update_thatMovesTheItem_endsBothPartitions() {
        warm("Query", state("new"), state("sold"), state("lost"));
        update("SET #s = :s".replace("#s", "state"), "':s':{'S':'sold'}");
        // 'phase' is a reserved word: what the write does cannot be told, so all answers of the index end.
        assertThat(query(state("lost"))).isEqualTo(CacheStatus.MISS);
        warm("Query", owner("ann"), owner("bob"), owner("cid"));
        update("SET holder = :o", "':o':{'S':'bob'}");
        assertThat(query(owner("ann"))).isEqualTo(CacheStatus.MISS);
        assertThat(query(owner("bob"))).isEqualTo(CacheStatus.MISS);
    }

    @Test
    void write_thatChangesNothing_endsNothing() {
        warm("Query", owner("ann"));
        update("SET holder = :o", "':o':{'S':'ann'}");
        assertThat(query(owner("ann"))).isEqualTo(CacheStatus.LOCAL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BatchWriteItem|{'RequestItems':{'X':[{'DeleteRequest':{'Key':{'id':{'S':'a'},'at':{'N':'1'}}}}]}}",
                "TransactWriteItems|{'TransactItems':[{'Delete':{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'1'}}}}]}",
                "ExecuteStatement|{'Statement':'DELETE FROM X WHERE id=? AND at=?','Parameters':[{'S':'a'},{'N':'1'}]}",
                "UpdateItem|{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'1'}},'ReturnValues':'UPDATED_NEW'}",
                "UpdateItem|{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'1'}},'AttributeUpdates':{}}"
            })
    void write_whoseReachCannotBeTold_endsAllAnswersOfTheIndex(String operation, String body) {
        warm("Query", owner("ann"), owner("cid"));
        write(operation, body.replace("''", "'"), "{}");
        assertThat(query(owner("cid"))).isEqualTo(CacheStatus.MISS);
        assertThat(query(owner("ann"))).isEqualTo(CacheStatus.MISS);
    }

    @Test
    void refusedWrite_endsNoAnswerOfAnIndex_andOneOfUnknownFateAll() {
        warm("Query", owner("ann"), owner("cid"));
        service.next(DynamoError.of(ErrorKind.CONDITIONAL_CHECK_FAILED, "The conditional request failed"));
        service.call("DeleteItem", json("{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'1'}}}"));
        assertThat(query(owner("ann"))).isEqualTo(CacheStatus.LOCAL);
        service.next(OriginReply.failure(
                DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "no answer"), OriginReply.Certainty.UNKNOWN));
        service.call("DeleteItem", json("{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'1'}}}"));
        assertThat(query(owner("cid"))).isEqualTo(CacheStatus.MISS);
    }

    @Test
    void loadThatTheWriteOvertook_isNotKept() {
        warm("Query", owner("cid"));
        Promise<OriginReply> held = service.later();
        List<Reply> waiting = new ArrayList<>(service.send("Query", owner("ann")));
        assertThat(waiting).isEmpty();
        write("DeleteItem", "{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'1'}}}", "{'Attributes':{" + OLD + "}}");
        held.complete(ScriptedService.ok(ANSWER));
        assertThat(query(owner("ann"))).isEqualTo(CacheStatus.MISS);
    }

    @Test
    void timedIndex_isEndedByAgeAlone_andOnlyItsFirstPageIsKept() {
        String timed = query("byAge", "age", "x");
        warm("Query", timed);
        write(
                "DeleteItem",
                "{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'1'}}}",
                "{'Attributes':{'age':{'S':'x'}}}");
        assertThat(query(timed)).isEqualTo(CacheStatus.LOCAL);
        String next = timed.replace("{\"TableName\"", "{\"ExclusiveStartKey\":{\"id\":{\"S\":\"a\"}},\"TableName\"");
        assertThat(query(next)).isEqualTo(CacheStatus.BYPASS);
        service.clock.advance(Duration.ofSeconds(76));
        assertThat(query(timed)).isEqualTo(CacheStatus.MISS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"byLeft", "noSuchIndex"})
    void indexThatNothingWasSaidOf_isTheOriginsAlone(String index) {
        assertThat(query(query(index, "left", "x"))).isEqualTo(CacheStatus.BYPASS);
    }

    @Test
    void localIndex_isOfTheTablesPartition_andAskedStronglyAfterAWrite() {
        String local = query("byScore", "id", "a");
        warm("Query", local);
        update("SET n = :one", "':one':{'N':'5'}");
        assertThat(query(local)).isEqualTo(CacheStatus.MISS);
        assertThat(service.lastSent()).contains("\"ConsistentRead\":true");
        assertThat(query(local)).isEqualTo(CacheStatus.LOCAL);
    }

    @Test
    void scan_isKeptWhereTheTableAsks_untilAnyWrite() {
        String segment = json("{'TableName':'X','Segment':0,'TotalSegments':2}");
        warm("Scan", SCAN, segment);
        update("SET n = :one", "':one':{'N':'5'}");
        assertThat(read("Scan", SCAN)).isEqualTo(CacheStatus.MISS);
        assertThat(service.lastSent()).contains("\"ConsistentRead\":true");
        assertThat(read("Scan", segment)).isEqualTo(CacheStatus.MISS);
        assertThat(read("Scan", json("{'TableName':'T'}"))).isEqualTo(CacheStatus.BYPASS);
        assertThat(read("Scan", json("{'TableName':'X','IndexName':'byHolder'}")))
                .isEqualTo(CacheStatus.BYPASS);
    }

    @Test
    void itemsOfAnAnswer_areKeptAsItems_untilAWriteOfTheirPartition() {
        service.clock.advance(Duration.ofSeconds(6));
        String query = json("{'TableName':'X','KeyConditionExpression':'id = :v','ExpressionAttributeValues':"
                + "{':v':{'S':'a'}}}");
        String one = "{'id':{'S':'a'},'at':{'N':'1'},'x':{'S':'1'}}";
        String two = "{'x':{'M':{}},'at':{'N':'2.0'},'id':{'S':'a'}}";
        service.next(json("{'Count':2,'Items':[" + one + "," + two + "],'ScannedCount':2}"));
        service.call("Query", query);
        assertThat(item("1.0").cache()).isEqualTo(CacheStatus.LOCAL);
        assertThat(ScriptedService.text(item("1"))).isEqualTo(json("{'Item':" + one + "}"));
        assertThat(ScriptedService.text(item("2"))).isEqualTo(json("{'Item':" + two + "}"));
        write("DeleteItem", "{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'9'}}}", "{}");
        service.next("{}");
        assertThat(item("1").cache()).isEqualTo(CacheStatus.MISS);
    }

    private Reply item(String at) {
        return service.call("GetItem", json("{'TableName':'X','Key':{'id':{'S':'a'},'at':{'N':'" + at + "'}}}"));
    }

    @Test
    void spellingsOfOneFilter_shareTheAnswer() {
        String one = json("{'TableName':'X','FilterExpression':'#n > :v and holder = :o','ExpressionAttributeNames':"
                + "{'#n':'n'},'ExpressionAttributeValues':{':v':{'N':'1.0'},':o':{'S':'ann'}}}");
        String two = json("{'TableName':'X','FilterExpression':'n>:min AND  holder=:o','ExpressionAttributeValues':"
                + "{':o':{'S':'ann'},':min':{'N':'1'}}}");
        String other = two.replace("'ann'", "'bob'").replace("\"ann\"", "\"bob\"");
        warm("Scan", one);
        assertThat(read("Scan", two)).isEqualTo(CacheStatus.MISS);
        assertThat(read("Scan", two)).isEqualTo(CacheStatus.LOCAL);
        int asked = service.sent.size();
        assertThat(read("Scan", other)).isEqualTo(CacheStatus.MISS);
        assertThat(service.sent).hasSize(asked + 1);
    }
}
