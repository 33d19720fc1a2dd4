package io.heatshield.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.protocol.Invocation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShardedWritesTest {
    private final Sharded sharded = new Sharded("S", Sharded.hashed(12));

    private static final String PLACE_OF_A = "DAY#1#" + String.format("%02d", ShardHash.of("a", 12));

    @Test
    void put_ofAShardedKey_standsUnderItsShard() {
        put("DAY#1", "a", "");

        assertThat(sharded.places()).containsExactly(PLACE_OF_A);
    }

    @Test
    void put_ofAnotherKey_goesByAsItIs() {
        put("MONTH#1", "a", "");

        assertThat(sharded.places()).containsExactly("MONTH#1");
        assertThat(get("MONTH#1", "a")).isNotNull();
    }

    @Test
    void get_ofAShardedKey_asksOneShardAndSaysTheLogicalKey() {
        put("DAY#1", "a", ",'n':{'N':'1'}");
        sharded.sent.clear();

        JsonNode item = get("DAY#1", "a");

        assertThat(item).isNotNull();
        assertThat(item.path("pk").path("S").asText()).isEqualTo("DAY#1");
        assertThat(sharded.sent).hasSize(1);
        assertThat(get("DAY#1", "b")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ALL_OLD", "ALL_NEW"})
    void update_thatReturnsTheItem_saysTheLogicalKey(String values) {
        put("DAY#1", "a", ",'n':{'N':'1'}");

        ObjectNode answer = sharded.ask(
                "UpdateItem",
                "{'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}},'UpdateExpression':'SET n = n + :one',"
                        + "'ConditionExpression':'pk = :day AND #pk <> :other','ReturnValues':'" + values + "',"
                        + "'ExpressionAttributeNames':{'#pk':'pk'},"
                        + "'ExpressionAttributeValues':{':one':{'N':'1'},':day':{'S':'DAY#1'},':other':{'S':'DAY#2'}}}");

        assertThat(answer.path("Attributes").path("pk").path("S").asText()).isEqualTo("DAY#1");
        assertThat(sharded.places()).containsExactly(PLACE_OF_A);
    }

    @Test
    void delete_withReturnValues_saysTheLogicalKey() {
        put("DAY#1", "a", "");

        ObjectNode answer = sharded.ask(
                "DeleteItem",
                "{'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}},'ReturnValues':'ALL_OLD'}");

        assertThat(answer.path("Attributes").path("pk").path("S").asText()).isEqualTo("DAY#1");
        assertThat(sharded.places()).isEmpty();
    }

    @Test
    void failedCondition_withTheOldItem_saysTheLogicalKey() {
        put("DAY#1", "a", "");

        ObjectNode error = sharded.ask(
                "PutItem",
                "{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}},"
                        + "'ConditionExpression':'attribute_not_exists(pk)','ReturnValuesOnConditionCheckFailure':'ALL_OLD'}");

        assertThat(error.path("kind").asText()).isEqualTo("ConditionalCheckFailedException");
        assertThat(error.path("Item").path("pk").path("S").asText()).isEqualTo("DAY#1");
    }

    @Test
    void batchWrite_ofSeveralKeys_spreadsThemAndDeletesToo() {
        put("DAY#1", "z", "");
        ObjectNode answer = sharded.ask("BatchWriteItem", """
                {'RequestItems':{'Days':[
                {'PutRequest':{'Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}}},
                {'PutRequest':{'Item':{'pk':{'S':'OTHER'},'sk':{'S':'b'}}}},
                {'DeleteRequest':{'Key':{'pk':{'S':'DAY#1'},'sk':{'S':'z'}}}}]}}""");

        assertThat(answer.path("UnprocessedItems").isEmpty()).isTrue();
        assertThat(sharded.places()).containsExactly(PLACE_OF_A, "OTHER");
    }

    @Test
    void transaction_thatIsCancelled_saysLogicalKeysInItsReasons() {
        put("DAY#1", "a", "");
        ObjectNode error = sharded.ask("TransactWriteItems", """
                {'TransactItems':[
                {'Put':{'TableName':'Plain','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'u'}}}},
                {'Update':{'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}},'UpdateExpression':'SET n = :n',
                  'ConditionExpression':'attribute_exists(n)','ExpressionAttributeValues':{':n':{'N':'1'}},
                  'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}}]}""");

        assertThat(error.path("kind").asText()).isEqualTo("TransactionCanceledException");
        assertThat(error.path("CancellationReasons")
                        .path(1)
                        .path("Item")
                        .path("pk")
                        .path("S")
                        .asText())
                .isEqualTo("DAY#1");
    }

    @Test
    void transactGet_andBatchGet_sayLogicalKeys() {
        put("DAY#1", "a", "");
        put("DAY#1", "b", "");
        put("X", "c", "");

        ObjectNode both = sharded.ask("TransactGetItems", """
                {'TransactItems':[{'Get':{'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}}},
                {'Get':{'TableName':'Days','Key':{'pk':{'S':'X'},'sk':{'S':'c'}}}},
                {'Get':{'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'no'}}}}]}""");
        ObjectNode batch = sharded.ask("BatchGetItem", """
                {'RequestItems':{'Days':{'Keys':[{'pk':{'S':'DAY#1'},'sk':{'S':'a'}},{'pk':{'S':'DAY#1'},'sk':{'S':'b'}},
                {'pk':{'S':'X'},'sk':{'S':'c'}}]}}}""");

        assertThat(both.path("Responses").findValuesAsText("S")).containsExactlyInAnyOrder("DAY#1", "a", "X", "c");
        assertThat(both.path("Responses").path(2).has("Item")).isFalse();
        assertThat(batch.path("Responses").path("Days").findValuesAsText("S"))
                .containsExactlyInAnyOrder("DAY#1", "a", "DAY#1", "b", "X", "c");
    }

    @Test
    void scan_ofTheTable_showsLogicalKeys() {
        put("DAY#1", "a", "");

        assertThat(sharded.ask("Scan", "{'TableName':'Days'}").path("Items").findValuesAsText("S"))
                .contains("DAY#1")
                .doesNotContain(PLACE_OF_A);
    }

    @Test
    void keyOfASingleShard_isRefused() {
        ObjectNode error = sharded.ask("GetItem", "{'TableName':'Days','Key':{'pk':{'S':'DAY#1#03'},'sk':{'S':'a'}}}");

        assertThat(error.path("message").asText()).contains("names one shard of a sharded key");
        assertThat(sharded.sent).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'ConditionExpression':'pk > :v','ExpressionAttributeValues':{':v':{'S':'DAY#1x'}}",
                "'ConditionExpression':'size(pk) = :v','ExpressionAttributeValues':{':v':{'N':'5'}}",
                "'ConditionExpression':'contains(pk, :v)','ExpressionAttributeValues':{':v':{'S':'D'}}"
            })
    void condition_thatTheStoredKeyCannotAnswer_isRefused(String condition) {
        ObjectNode error = sharded.ask(
                "PutItem", "{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}," + condition + "}");

        assertThat(error.path("message").asText()).startsWith("The attribute pk is spread over several keys");
    }

    @Test
    void partiQl_onAShardedTable_isRefused() {
        assertThat(sharded.ask("ExecuteStatement", "{'Statement':'SELECT * FROM Days'}")
                        .path("message")
                        .asText())
                .contains("PartiQL statements are not spread");
        assertThat(sharded.ask("ExecuteStatement", "{'Statement':'SELECT * FROM Plain'}")
                        .has("Items"))
                .isTrue();
    }

    @Test
    void memberSaidTwice_isRefusedAndNotForwarded() {
        io.heatshield.origin.OriginReply reply = sharded.origin
                .send(new io.heatshield.origin.OriginRequest(
                        "DynamoDB_20120810.PutItem",
                        "application/x-amz-json-1.0",
                        io.vertx.core.buffer.Buffer.buffer("{\"TableName\":\"Days\",\"TableName\":\"Days\"}"),
                        "Days",
                        false,
                        null))
                .result();

        assertThat(reply.status()).isEqualTo(400);
        assertThat(sharded.sent).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "time"})
    void append_ofOneCallTwice_isOneItem(String choice) {
        Sharded appended = new Sharded("S", appending(choice));
        for (int attempt = 1; attempt <= 3; attempt++) {
            appended.millis.addAndGet(1_000);
            ObjectNode answer = appended.ask(
                    "PutItem",
                    "{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}}",
                    new Invocation("call-1", attempt));
            assertThat(answer.has("kind")).as("%s", answer).isFalse();
        }

        assertThat(appended.places()).hasSize(1);
    }

    @Test
    void append_ofManyCalls_spreads() {
        Sharded appended = new Sharded("S", appending("random"));
        for (int call = 0; call < 64; call++) {
            appended.ask(
                    "PutItem",
                    "{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'" + call + "'}}}",
                    call % 2 == 0 ? null : new Invocation("call-" + call, 1));
        }

        assertThat(appended.places().stream().distinct().count()).isGreaterThan(6);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UpdateItem {'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}}",
                "DeleteItem {'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}}",
                "PutItem {'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}},'ReturnValues':'ALL_OLD'}",
                "PutItem {'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}},'ConditionExpression':'attribute_exists(pk)'}",
                "BatchWriteItem {'RequestItems':{'Days':[{'DeleteRequest':{'Key':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}}}]}}"
            })
    void write_thatCannotBeRouted_isRefusedAndSaysWhy(String request) {
        Sharded appended = new Sharded("S", appending("random"));

        ObjectNode error =
                appended.ask(request.substring(0, request.indexOf(' ')), request.substring(request.indexOf(' ')));

        assertThat(error.path("kind").asText()).isEqualTo("ValidationException");
        assertThat(error.path("message").asText()).contains("sharded by random").contains("cannot be routed");
        assertThat(appended.sent).isEmpty();
    }

    @Test
    void hashOfAnotherAttribute_findsTheItemForReadsUpdatesAndDeletes() {
        Sharded byUser =
                new Sharded("S", Sharded.key(new Choice.HashOf("user"), 1, List.of(1), Layout.of(1, 6, "#%d")));
        String key = "'Key':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}";
        byUser.ask("PutItem", "{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'},'user':{'S':'u1'}}}");
        assertThat(byUser.places()).containsExactly("DAY#1#" + ShardHash.of("u1", 6));

        assertThat(byUser.ask("GetItem", "{'TableName':'Days'," + key + "}")
                        .path("Item")
                        .path("user")
                        .path("S")
                        .asText())
                .isEqualTo("u1");
        byUser.ask(
                "UpdateItem",
                "{'TableName':'Days'," + key
                        + ",'UpdateExpression':'SET n = :n','ExpressionAttributeValues':{':n':{'N':'1'}}}");
        assertThat(byUser.places()).hasSize(1);
        byUser.ask("DeleteItem", "{'TableName':'Days'," + key + "}");
        assertThat(byUser.places()).isEmpty();
        ObjectNode created = byUser.ask(
                "UpdateItem",
                "{'TableName':'Days'," + key
                        + ",'UpdateExpression':'SET n = :n','ExpressionAttributeValues':{':n':{'N':'1'}}}");
        assertThat(created.path("message").asText()).contains("an update cannot create it");
        ObjectNode without = byUser.ask("PutItem", "{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}}");
        assertThat(without.path("message").asText()).contains("hash of user");
    }

    private static ShardedKey appending(String choice) {
        return Sharded.key(
                choice.equals("random") ? new Choice.Random() : new Choice.Time(Duration.ofSeconds(1)),
                1,
                List.of(1),
                Layout.of(1, 12, "#%02d"));
    }

    private void put(String partition, String sort, String more) {
        ObjectNode answer = sharded.ask(
                "PutItem",
                "{'TableName':'Days','Item':{'pk':{'S':'" + partition + "'},'sk':{'S':'" + sort + "'}" + more + "}}");
        assertThat(answer.has("kind")).as("%s", answer).isFalse();
    }

    private JsonNode get(String partition, String sort) {
        return sharded.ask(
                        "GetItem",
                        "{'TableName':'Days','Key':{'pk':{'S':'" + partition + "'},'sk':{'S':'" + sort + "'}}}")
                .get("Item");
    }
}
