package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TransactionOperationsTest {
    private final Desk desk = new Desk();

    @BeforeEach
    void tables() {
        desk.table("Aaa", "id");
        desk.table("Bbb", "p", "n:N");
    }

    private JsonNode get(String id) {
        return desk.ok("GetItem", "{'TableName':'Aaa','Key':{'id':{'S':'" + id + "'}}}");
    }

    @Test
    void write_allConditionsHold_doesAll() {
        desk.put("Aaa", "{'id':{'S':'gone'}}");
        desk.ok(
                "TransactWriteItems",
                "{'TransactItems':[{'Put':{'TableName':'Aaa','Item':{'id':{'S':'a'}}}},"
                        + "{'Delete':{'TableName':'Aaa','Key':{'id':{'S':'gone'}}}},"
                        + "{'Update':{'TableName':'Bbb','Key':{'p':{'S':'x'},'n':{'N':'1'}},"
                        + "'UpdateExpression':'SET v = :v','ExpressionAttributeValues':{':v':{'S':'y'}}}}]}");

        assertThat(get("a").has("Item")).isTrue();
        assertThat(get("gone").has("Item")).isFalse();
        assertThat(desk.ok("Scan", "{'TableName':'Bbb'}").at("/Items/0/v/S").asText())
                .isEqualTo("y");
    }

    @Test
    void write_oneConditionFails_doesNothingAndSaysWhich() {
        desk.put("Aaa", "{'id':{'S':'there'},'v':{'N':'1'}}");
        JsonNode error = desk.error(
                "TransactWriteItems",
                "{'TransactItems':[{'Put':{'TableName':'Aaa','Item':{'id':{'S':'new'}}}},"
                        + "{'Put':{'TableName':'Aaa','Item':{'id':{'S':'there'}},"
                        + "'ConditionExpression':'attribute_not_exists(id)',"
                        + "'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}}]}");

        assertThat(error.get("kind").asText()).isEqualTo("TransactionCanceledException");
        assertThat(error.get("Message").asText())
                .isEqualTo("Transaction cancelled, please refer cancellation reasons for specific reasons"
                        + " [None, ConditionalCheckFailed]");
        assertThat(error.get("CancellationReasons"))
                .isEqualTo(Desk.parse(Desk.json("[{'Code':'None'},{'Code':'ConditionalCheckFailed',"
                        + "'Message':'The conditional request failed','Item':{'id':{'S':'there'},'v':{'N':'1'}}}]")));
        assertThat(get("new").has("Item")).isFalse();
    }

    @Test
    void write_oneItemTwice_isRefused() {
        assertThat(desk.failure(
                        "TransactWriteItems",
                        "{'TransactItems':[{'Put':{'TableName':'Aaa','Item':{'id':{'S':'a'}}}},"
                                + "{'Delete':{'TableName':'Aaa','Key':{'id':{'S':'a'}}}}]}"))
                .isEqualTo("ValidationException Transaction request cannot include multiple operations on one item");
    }

    @Test
    void write_sameTokenAgain_isNotDoneTwice() {
        String add = "{'ClientRequestToken':'t-1','ReturnConsumedCapacity':'TOTAL','TransactItems':["
                + "{'Update':{'TableName':'Aaa','Key':{'id':{'S':'c'}},'UpdateExpression':'ADD n :one',"
                + "'ExpressionAttributeValues':{':one':{'N':'1'}}}}]}";
        assertThat(desk.ok("TransactWriteItems", add)
                        .at("/ConsumedCapacity/0/WriteCapacityUnits")
                        .asDouble())
                .isEqualTo(2);
        assertThat(desk.ok("TransactWriteItems", add)
                        .at("/ConsumedCapacity/0/ReadCapacityUnits")
                        .asDouble())
                .isEqualTo(2);
        assertThat(get("c").at("/Item/n/N").asText()).isEqualTo("1");

        assertThat(desk.error("TransactWriteItems", add.replace("ADD n", "ADD m"))
                        .get("kind")
                        .asText())
                .isEqualTo("IdempotentParameterMismatchException");

        desk.now.updateAndGet(now -> now.plus(Duration.ofMinutes(11)));
        desk.ok("TransactWriteItems", add);
        assertThat(get("c").at("/Item/n/N").asText()).isEqualTo("2");
    }

    @Test
    void write_wrongKeyType_cancels() {
        assertThat(desk.error(
                                "TransactWriteItems",
                                "{'TransactItems':[{'Put':{'TableName':'Aaa','Item':{'id':{'N':'5'}}}}]}")
                        .at("/CancellationReasons/0/Message")
                        .asText())
                .isEqualTo("One or more parameter values were invalid: Type mismatch for key id expected: S actual: N");
    }

    @Test
    void write_emptyKey_isRefusedAsAWhole() {
        assertThat(desk.failure(
                        "TransactWriteItems",
                        "{'TransactItems':[{'Delete':{'TableName':'Aaa','Key':{'id':{'S':''}}}}]}"))
                .isEqualTo("ValidationException One or more parameter values are not valid. The AttributeValue for a"
                        + " key attribute cannot contain an empty string value. Key: id");
    }

    @Test
    void write_syntaxErrorOfALaterAction_comesBeforeTheMissingTable() {
        assertThat(desk.failure(
                        "TransactWriteItems",
                        "{'TransactItems':[{'Put':{'TableName':'Nothing','Item':{'id':{'S':'a'}}}},"
                                + "{'ConditionCheck':{'TableName':'Aaa','Key':{'id':{'S':'b'}},"
                                + "'ConditionExpression':'attribute_not_exists('}}]}"))
                .startsWith("ValidationException Invalid ConditionExpression: Syntax error");
    }

    @Test
    void get_answersInOrderAndLeavesOutWhatIsMissing() {
        desk.put("Aaa", "{'id':{'S':'a'},'v':{'S':'1'}}");

        assertThat(desk.ok(
                                "TransactGetItems",
                                "{'TransactItems':[{'Get':{'TableName':'Aaa','Key':{'id':{'S':'no'}}}},"
                                        + "{'Get':{'TableName':'Aaa','Key':{'id':{'S':'a'}}}}]}")
                        .get("Responses"))
                .isEqualTo(Desk.parse(Desk.json("[{},{'Item':{'id':{'S':'a'},'v':{'S':'1'}}}]")));
    }

    /** Eleven items of almost 400 KB each. */
    private String large(String action, String end) {
        String big = "x".repeat(390 * 1024);
        return IntStream.range(0, 11)
                .mapToObj(i -> action.formatted(i) + (action.contains("Item") ? ",'v':{'S':'" + big + "'}" : "") + end)
                .collect(Collectors.joining(",", "{'TransactItems':[", "]}"));
    }

    @Test
    void write_ofMoreThanFourMegabytes_isRefused() {
        assertThat(desk.failure(
                        "TransactWriteItems", large("{'Put':{'TableName':'Aaa','Item':{'id':{'S':'%d'}", "}}}")))
                .isEqualTo("ValidationException The aggregate size of the items in the transaction exceeds 4 MB");
        assertThat(desk.ok("Scan", "{'TableName':'Aaa'}").get("Count").asInt()).isZero();
    }

    @Test
    void get_ofMoreThanFourMegabytes_isRefused() {
        for (int i = 0; i < 11; i++) {
            desk.put("Aaa", "{'id':{'S':'" + i + "'},'v':{'S':'" + "x".repeat(390 * 1024) + "'}}");
        }
        assertThat(desk.failure("TransactGetItems", large("{'Get':{'TableName':'Aaa','Key':{'id':{'S':'%d'}}", "}}")))
                .isEqualTo("ValidationException The aggregate size of the items in the transaction exceeds 4 MB");
    }
}
