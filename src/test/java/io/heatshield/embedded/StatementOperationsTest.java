package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StatementOperationsTest {
    private final Desk desk = new Desk();

    @BeforeEach
    void fill() {
        desk.table("Tab", "p", "n:N");
        for (int n = 1; n <= 4; n++) {
            desk.put("Tab", "{'p':{'S':'a'},'n':{'N':'" + n + "'},'v':{'S':'x'}}");
        }
        desk.put("Tab", "{'p':{'S':'b'},'n':{'N':'1'}}");
    }

    /** Runs a statement whose strings are between backquotes. */
    private JsonNode run(String statement, String more) {
        return desk.ok("ExecuteStatement", body(statement, more));
    }

    private String failure(String statement) {
        return desk.failure("ExecuteStatement", body(statement, ""));
    }

    private static String body(String statement, String more) {
        return "{'Statement':'" + statement.replace("`", "\\u0027") + "'" + more + "}";
    }

    @Test
    void select_byWholeKey_readsOneItem() {
        JsonNode answer = run("SELECT v FROM Tab WHERE p=? AND n=?", ",'Parameters':[{'S':'a'},{'N':'2'}]");
        assertThat(answer).isEqualTo(Desk.parse(Desk.json("{'Items':[{'v':{'S':'x'}}]}")));
    }

    @Test
    void select_byPartition_readsItInOrder() {
        assertThat(run("SELECT * FROM Tab WHERE p=`a` AND n>2 ORDER BY n DESC", "")
                        .findValuesAsText("N"))
                .containsExactly("4", "3");
    }

    @Test
    void select_withLimit_resumesByToken() {
        JsonNode first = run("SELECT * FROM Tab WHERE p IN [`a`,`b`]", ",'Limit':3");
        JsonNode rest = run(
                "SELECT * FROM Tab WHERE p IN [`a`,`b`]",
                ",'NextToken':'" + first.path("NextToken").asText() + "'");
        assertThat(first.path("Items")).hasSize(3);
        assertThat(rest.path("Items")).hasSize(2);
        assertThat(rest.has("NextToken")).isFalse();
    }

    @Test
    void select_withoutKey_scans() {
        assertThat(run("SELECT * FROM Tab WHERE v=`x`", "").path("Items")).hasSize(4);
    }

    @Test
    void select_withForeignToken_isRefused() {
        assertThat(desk.failure("ExecuteStatement", body("SELECT * FROM Tab", ",'NextToken':'?'")))
                .startsWith("ValidationException");
    }

    @Test
    void select_withTokenOfAnotherStatement_isRefused() {
        String of3 = run("SELECT * FROM Tab WHERE p=?", ",'Parameters':[{'S':'a'}],'Limit':3")
                .path("NextToken")
                .asText();
        assertThat(desk.failure("ExecuteStatement", body("SELECT * FROM Tab WHERE n>0", ",'NextToken':'" + of3 + "'")))
                .isEqualTo("ValidationException NextToken does not match request");
        assertThat(desk.failure(
                        "ExecuteStatement",
                        body("SELECT * FROM Tab WHERE p=?", ",'Parameters':[{'S':'b'}],'NextToken':'" + of3 + "'")))
                .isEqualTo("ValidationException NextToken does not match request");
        assertThat(run("SELECT * FROM Tab WHERE p=?", ",'Parameters':[{'S':'a'}],'NextToken':'" + of3 + "'")
                        .path("Items"))
                .hasSize(1);
    }

    @Test
    void insert_ofNewItem_isRead() {
        run("INSERT INTO Tab VALUE {`p`:`c`,`n`:1}", "");
        assertThat(run("SELECT * FROM Tab WHERE p=`c`", "").path("Items")).hasSize(1);
    }

    @Test
    void insert_overItem_isDuplicate() {
        assertThat(failure("INSERT INTO Tab VALUE {`p`:`a`,`n`:1}"))
                .isEqualTo("DuplicateItemException Duplicate primary key exists in table");
    }

    @Test
    void update_ofItem_returnsWhatItChanged() {
        assertThat(run("UPDATE Tab SET v=`y` WHERE p=`a` AND n=1 RETURNING MODIFIED NEW *", "")
                        .path("Items"))
                .isEqualTo(Desk.parse(Desk.json("[{'v':{'S':'y'}}]")));
    }

    @Test
    void update_ofNoItem_fails() {
        assertThat(failure("UPDATE Tab SET v=`y` WHERE p=`z` AND n=1"))
                .isEqualTo("ConditionalCheckFailedException The conditional request failed");
    }

    @Test
    void delete_ofItem_returnsIt() {
        assertThat(run("DELETE FROM Tab WHERE p=`b` AND n=1 RETURNING ALL OLD *", "")
                        .path("Items"))
                .hasSize(1);
        assertThat(run("DELETE FROM Tab WHERE p=`b` AND n=1", "").path("Items")).isEmpty();
    }

    @Test
    void delete_withoutWholeKey_isRefused() {
        assertThat(failure("DELETE FROM Tab WHERE p=`b`")).startsWith("ValidationException Where clause does not");
    }

    @Test
    void statement_onNoTable_isRefused() {
        assertThat(failure("SELECT * FROM Nowhere")).startsWith("ResourceNotFoundException");
    }

    @Test
    void batch_withErrors_answersEachStatement() {
        JsonNode responses = desk.ok(
                        "BatchExecuteStatement",
                        "{'Statements':["
                                + body("SELECT * FROM Tab WHERE p=`a` AND n=1", "") + ","
                                + body("SELECT * FROM Tab WHERE p=`a`", "") + ","
                                + body("INSERT INTO Tab VALUE {`p`:`a`,`n`:1}", "") + ","
                                + body("DELETE FROM Nowhere WHERE p=`a`", "") + "]}")
                .path("Responses");
        assertThat(responses.path(0).at("/Item/n/N").asText()).isEqualTo("1");
        assertThat(responses.findValuesAsText("Code"))
                .containsExactly("ValidationError", "DuplicateItem", "ResourceNotFound");
    }
}
