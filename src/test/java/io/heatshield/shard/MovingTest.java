package io.heatshield.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items under two layouts: each is seen once, where it is written to it is written alone. */
final class MovingTest {
    private static final Layout SIX = Layout.of(1, 6, "#%d");
    private static final String KEY = "'Key':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}";
    private static final String NEW_PLACE = "DAY#1#" + ShardHash.of("a", 6);

    private final Sharded sharded = new Sharded("S", Sharded.key(new Choice.HashOf(null), 1, List.of(0, 1), SIX));

    @Test
    void get_ofAnItemThatHasNotMoved_findsIt() {
        old("a", 1);

        assertThat(n("a")).isEqualTo(1);
        assertThat(n("b")).isNull();
        assertThat(sharded.places()).containsExactly("DAY#1");
    }

    @Test
    void get_ofAnItemInBothPlaces_isTheNewer() {
        old("a", 1);
        sharded.embedded(
                "PutItem", "{'TableName':'Days','Item':{'pk':{'S':'" + NEW_PLACE + "'},'sk':{'S':'a'},'n':{'N':'2'}}}");

        assertThat(n("a")).isEqualTo(2);
        assertThat(query().path("Count").asInt()).isEqualTo(1);
        assertThat(query().path("Items").path(0).path("n").path("N").asText()).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PutItem {'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'},'n':{'N':'7'}}}",
                "PutItem {'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'},'n':{'N':'7'}},"
                        + "'ConditionExpression':'n = :one','ExpressionAttributeValues':{':one':{'N':'1'}}}",
                "UpdateItem {'TableName':'Days'," + KEY
                        + ",'UpdateExpression':'SET n = n + :six','ReturnValues':'ALL_NEW',"
                        + "'ExpressionAttributeValues':{':six':{'N':'6'}}}",
                "BatchWriteItem {'RequestItems':{'Days':[{'PutRequest':{'Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'},"
                        + "'n':{'N':'7'}}}}]}}",
                "TransactWriteItems {'TransactItems':[{'Put':{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},"
                        + "'sk':{'S':'a'},'n':{'N':'7'}}}}]}",
                "TransactWriteItems {'TransactItems':[{'Update':{'TableName':'Days'," + KEY
                        + ",'UpdateExpression':'SET n = :n','ConditionExpression':'n = :one',"
                        + "'ExpressionAttributeValues':{':n':{'N':'7'},':one':{'N':'1'}}}}]}"
            })
    void write_ofAnItemThatHasNotMoved_movesIt(String request) {
        old("a", 1);
        old("z", 1);

        succeed(request);

        assertThat(n("a")).isEqualTo(7);
        assertThat(sharded.places()).containsExactly("DAY#1", NEW_PLACE);
        assertThat(query().path("Count").asInt()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DeleteItem {'TableName':'Days'," + KEY + "}",
                "DeleteItem {'TableName':'Days'," + KEY + ",'ReturnValues':'ALL_OLD'}",
                "BatchWriteItem {'RequestItems':{'Days':[{'DeleteRequest':{" + KEY + "}}]}}",
                "TransactWriteItems {'TransactItems':[{'Delete':{'TableName':'Days'," + KEY + "}}]}"
            })
    void delete_ofAnItemInEitherPlace_leavesNone(String request) {
        old("a", 1);
        succeed(request);
        assertThat(sharded.places()).isEmpty();

        sharded.embedded("PutItem", "{'TableName':'Days','Item':{'pk':{'S':'" + NEW_PLACE + "'},'sk':{'S':'a'}}}");
        succeed(request);
        assertThat(sharded.places()).isEmpty();
        assertThat(n("a")).isNull();
    }

    @Test
    void delete_thatReturnsTheOldItem_returnsTheOneThatHadNotMoved() {
        old("a", 5);

        ObjectNode answer = succeed("DeleteItem {'TableName':'Days'," + KEY + ",'ReturnValues':'ALL_OLD'}");

        assertThat(answer.path("Attributes").path("n").path("N").asText()).isEqualTo("5");
        assertThat(answer.path("Attributes").path("pk").path("S").asText()).isEqualTo("DAY#1");
    }

    @Test
    void condition_onAnItemThatHasNotMoved_seesIt() {
        old("a", 1);

        ObjectNode error = sharded.ask(
                "PutItem",
                "{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}},'ConditionExpression':"
                        + "'attribute_not_exists(pk)'}");

        assertThat(error.path("kind").asText()).isEqualTo("ConditionalCheckFailedException");
        assertThat(n("a")).isEqualTo(1);
    }

    @Test
    void cancelledTransaction_hasAReasonForEachItemOfTheRequest() {
        old("a", 1);

        ObjectNode error = sharded.ask(
                "TransactWriteItems",
                "{'TransactItems':[{'Put':{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}}},"
                        + "{'ConditionCheck':{'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'b'}},"
                        + "'ConditionExpression':'attribute_exists(pk)'}}]}");

        assertThat(error.path("CancellationReasons")).hasSize(2);
        assertThat(error.path("CancellationReasons").path(1).path("Code").asText())
                .isEqualTo("ConditionalCheckFailed");
        assertThat(n("a")).isEqualTo(1);
    }

    @Test
    void update_whileAnotherMovesTheItem_looksAgain() {
        old("a", 1);
        boolean[] moved = {false};
        sharded.between = request -> {
            if (request.target().endsWith("TransactWriteItems") && !moved[0]) {
                moved[0] = true;
                sharded.embedded("DeleteItem", "{'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'a'}}}");
                sharded.embedded(
                        "PutItem",
                        "{'TableName':'Days','Item':{'pk':{'S':'" + NEW_PLACE + "'},'sk':{'S':'a'},'n':{'N':'41'}}}");
            }
            return null;
        };

        succeed("UpdateItem {'TableName':'Days'," + KEY
                + ",'UpdateExpression':'ADD n :one','ExpressionAttributeValues':{':one':{'N':'1'}}}");

        assertThat(n("a")).isEqualTo(42);
        assertThat(sharded.places()).containsExactly(NEW_PLACE);
    }

    @Test
    void batchGet_andTransactGet_findItemsInEitherPlace() {
        old("a", 1);
        succeed("PutItem {'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'b'},'n':{'N':'2'}}}");

        ObjectNode batch = succeed("BatchGetItem {'RequestItems':{'Days':{'Keys':[{'pk':{'S':'DAY#1'},'sk':{'S':'a'}},"
                + "{'pk':{'S':'DAY#1'},'sk':{'S':'b'}}]}}}");
        ObjectNode both = succeed("TransactGetItems {'TransactItems':[{'Get':{'TableName':'Days'," + KEY
                + "}},{'Get':{'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'b'}}}}]}");

        assertThat(batch.path("Responses").path("Days").findValuesAsText("N")).containsExactlyInAnyOrder("1", "2");
        assertThat(both.path("Responses").findValuesAsText("N")).containsExactly("1", "2");
    }

    /** What moves while a query is under way is seen in one place or in the other. */
    @Test
    void query_whileItemsMove_seesEachOnce() {
        for (int at = 0; at < 60; at++) {
            old("%02d".formatted(at), at);
        }
        int[] requests = {0};
        sharded.between = request -> {
            // After every page that is read, half of what is left moves.
            if (request.target().endsWith("Query") && requests[0]++ % 2 == 1) {
                JsonNode left = sharded.embedded(
                        "Query",
                        "{'TableName':'Days','KeyConditionExpression':'pk = :p','ExpressionAttributeValues':{':p':{'S':'DAY#1'}}}");
                for (int at = requests[0] % 3; at < left.path("Items").size(); at += 3) {
                    String sort =
                            left.path("Items").path(at).path("sk").path("S").asText();
                    String number =
                            left.path("Items").path(at).path("n").path("N").asText();
                    sharded.embedded(
                            "DeleteItem", "{'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'" + sort + "'}}}");
                    sharded.embedded(
                            "PutItem",
                            "{'TableName':'Days','Item':{'pk':{'S':'DAY#1#" + ShardHash.of(sort, 6) + "'},'sk':{'S':'"
                                    + sort + "'},'n':{'N':'" + number + "'}}}");
                }
            }
            return null;
        };

        List<String> seen = GatherPropertyTest.items(
                        sharded,
                        "{'TableName':'Days','KeyConditionExpression':'pk = :d','ExpressionAttributeValues':"
                                + "{':d':{'S':'DAY#1'}}}",
                        7)
                .findValuesAsText("N");

        assertThat(seen).hasSize(60).doesNotHaveDuplicates();
    }

    private ObjectNode query() {
        return sharded.ask(
                "Query",
                "{'TableName':'Days','KeyConditionExpression':'pk = :d','ExpressionAttributeValues':{':d':{'S':'DAY#1'}}}");
    }

    private void old(String sort, int n) {
        sharded.embedded(
                "PutItem",
                "{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'" + sort + "'},'n':{'N':'" + n + "'}}}");
    }

    private ObjectNode succeed(String request) {
        int space = request.indexOf(' ');
        ObjectNode answer = sharded.ask(request.substring(0, space), request.substring(space));
        assertThat(answer.has("kind")).as("%s", answer).isFalse();
        return answer;
    }

    private @org.jspecify.annotations.Nullable Integer n(String sort) {
        ObjectNode answer =
                sharded.ask("GetItem", "{'TableName':'Days','Key':{'pk':{'S':'DAY#1'},'sk':{'S':'" + sort + "'}}}");
        assertThat(answer.has("kind")).as("%s", answer).isFalse();
        JsonNode item = answer.get("Item");
        return item == null ? null : item.path("n").path("N").asInt();
    }
}
