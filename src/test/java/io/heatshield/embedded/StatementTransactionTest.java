package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StatementTransactionTest {
    private final Desk desk = new Desk();

    @BeforeEach
    void fill() {
        desk.table("Tab", "p", "n:N");
        desk.put("Tab", "{'p':{'S':'a'},'n':{'N':'1'},'v':{'S':'x'}}");
        desk.put("Tab", "{'p':{'S':'a'},'n':{'N':'2'},'v':{'S':'y'}}");
    }

    /** A request of statements whose strings are between backquotes. */
    private static String body(String more, String... statements) {
        return "{'TransactStatements':["
                + List.of(statements).stream()
                        .map(statement -> "{'Statement':'" + statement.replace("`", "\\u0027") + "'}")
                        .collect(Collectors.joining(","))
                + "]" + more + "}";
    }

    private int count() {
        return desk.ok("Scan", "{'TableName':'Tab'}").get("Count").asInt();
    }

    @Test
    void writes_allGood_areDone() {
        JsonNode answer = desk.ok(
                "ExecuteTransaction",
                body(
                        ",'ReturnConsumedCapacity':'TOTAL'",
                        "INSERT INTO Tab VALUE {`p`:`b`,`n`:1}",
                        "UPDATE Tab SET v=`z` WHERE p=`a` AND n=1",
                        "EXISTS(SELECT * FROM Tab WHERE p=`a` AND n=2 AND v=`y`)"));
        assertThat(answer.path("Responses")).isEmpty();
        assertThat(answer.at("/ConsumedCapacity/0/CapacityUnits").asDouble()).isEqualTo(6);
        assertThat(count()).isEqualTo(3);
    }

    @Test
    void writes_oneFails_leaveAllAsItWas() {
        JsonNode error = desk.error(
                "ExecuteTransaction",
                body("", "INSERT INTO Tab VALUE {`p`:`b`,`n`:1}", "INSERT INTO Tab VALUE {`p`:`a`,`n`:1}"));
        assertThat(error.path("kind").asText()).isEqualTo("TransactionCanceledException");
        assertThat(error.path("CancellationReasons"))
                .isEqualTo(Desk.parse(Desk.json("[{'Code':'None'},{'Code':'DuplicateItem',"
                        + "'Message':'Duplicate primary key exists in table'}]")));
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void exists_notHolding_cancelsAndShowsTheItemIfAsked() {
        String request = "{'TransactStatements':[{'Statement':'DELETE FROM Tab WHERE p=\\u0027a\\u0027 AND n=1'},"
                + "{'Statement':'EXISTS(SELECT * FROM Tab WHERE p=? AND n=? AND v=?)',"
                + "'Parameters':[{'S':'a'},{'N':'2'},{'S':'?'}],'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}]}";
        JsonNode reasons = desk.error("ExecuteTransaction", request).path("CancellationReasons");
        assertThat(reasons.findValuesAsText("Code")).containsExactly("None", "ConditionalCheckFailed");
        assertThat(reasons.at("/1/Item/v/S").asText()).isEqualTo("y");
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void exists_ofNoItem_cancels() {
        assertThat(desk.failure("ExecuteTransaction", body("", "EXISTS(SELECT * FROM Tab WHERE p=`z` AND n=1)")))
                .endsWith("[ConditionalCheckFailed]");
    }

    @Test
    void exists_outsideATransaction_isRefused() {
        assertThat(desk.failure(
                        "ExecuteStatement",
                        "{'Statement':'EXISTS(SELECT * FROM Tab WHERE p=\\u0027z\\u0027 AND n=1)'}"))
                .startsWith("ValidationException");
    }

    @Test
    void reads_answerInOrderAndNothingForWhatIsNotThere() {
        JsonNode answer = desk.ok(
                "ExecuteTransaction",
                body(
                        ",'ReturnConsumedCapacity':'TOTAL'",
                        "SELECT v FROM Tab WHERE p=`a` AND n=2",
                        "SELECT * FROM Tab WHERE p=`a` AND n=3",
                        "SELECT v FROM Tab WHERE p=`a` AND n=1 AND v=`other`"));
        assertThat(answer.path("Responses")).isEqualTo(Desk.parse(Desk.json("[{'Item':{'v':{'S':'y'}}},{},{}]")));
        assertThat(answer.at("/ConsumedCapacity/0/ReadCapacityUnits").asDouble())
                .isEqualTo(6);
    }

    @Test
    void read_withoutTheWholeKey_cancels() {
        assertThat(desk.failure("ExecuteTransaction", body("", "SELECT * FROM Tab WHERE p=`a`")))
                .startsWith("TransactionCanceledException");
    }

    @Test
    void readAndWrite_areRefused() {
        assertThat(desk.failure(
                        "ExecuteTransaction",
                        body("", "SELECT * FROM Tab WHERE p=`a` AND n=1", "DELETE FROM Tab WHERE p=`a` AND n=2")))
                .startsWith("ValidationException The entire transaction must consist of");
    }

    @Test
    void oneItemTwice_isRefused() {
        assertThat(desk.failure(
                        "ExecuteTransaction",
                        body(
                                "",
                                "UPDATE Tab SET v=`z` WHERE p=`a` AND n=1",
                                "EXISTS(SELECT * FROM Tab WHERE p=`a` AND n=1)")))
                .isEqualTo("ValidationException Transaction request cannot include multiple operations on one item");
    }

    @Test
    void sameToken_isNotDoneTwiceAndAnotherRequestIsRefused() {
        String token = ",'ClientRequestToken':'t','ReturnConsumedCapacity':'TOTAL'";
        String insert = body(token, "INSERT INTO Tab VALUE {`p`:`b`,`n`:1}");
        desk.ok("ExecuteTransaction", insert);
        assertThat(desk.ok("ExecuteTransaction", insert)
                        .at("/ConsumedCapacity/0/ReadCapacityUnits")
                        .asDouble())
                .isEqualTo(2);
        assertThat(desk.failure("ExecuteTransaction", body(token, "INSERT INTO Tab VALUE {`p`:`c`,`n`:1}")))
                .startsWith("IdempotentParameterMismatchException");
    }

    @Test
    void failedTransaction_mayBeTriedAgainUnderItsToken() {
        String insert = body(",'ClientRequestToken':'t'", "INSERT INTO Tab VALUE {`p`:`a`,`n`:1}");
        assertThat(desk.failure("ExecuteTransaction", insert)).endsWith("[DuplicateItem]");
        desk.ok("DeleteItem", "{'TableName':'Tab','Key':{'p':{'S':'a'},'n':{'N':'1'}}}");
        desk.ok("ExecuteTransaction", insert);
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void moreThanAHundredStatements_areRefused() {
        String[] statements = Collections.nCopies(101, "EXISTS(SELECT * FROM Tab WHERE p=`a` AND n=1)")
                .toArray(String[]::new);
        assertThat(desk.failure("ExecuteTransaction", body("", statements)))
                .endsWith("at 'transactStatements' failed to satisfy constraint: Member must have length less than or"
                        + " equal to 100");
    }

    @Test
    void syntaxError_comesBeforeTheMissingTable() {
        assertThat(desk.failure(
                        "ExecuteTransaction", body("", "INSERT INTO Nowhere VALUE {`p`:`b`}", "INSERT INTO Tab WHERE")))
                .startsWith("ValidationException Statement wasn't well formed");
    }
}
