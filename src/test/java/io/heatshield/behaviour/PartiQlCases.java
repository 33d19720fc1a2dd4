package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.NOT_FOUND;
import static io.heatshield.behaviour.Shape.HASH;
import static io.heatshield.behaviour.Shape.RANGE;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** PartiQL: statements on one item and on many, in batches and in transactions. */
final class PartiQlCases {
    private PartiQlCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        selects(list);
        writes(list);
        batches(list);
        transactions(list);
        refusals(list);
        return list.all();
    }

    /** A statement as a text of the notation; table names stand in backquotes here. */
    private static String text(String statement) {
        return "\"" + statement.replace("`", "\\\"") + "\"";
    }

    private static JsonNode run(Bench bench, String statement, String parameters) {
        return bench.call(
                "ExecuteStatement",
                "Statement:" + text(statement) + (parameters.isEmpty() ? "" : ",Parameters:[" + parameters + "]"));
    }

    private static Bench numbers(Bench bench) {
        return bench.put(
                "{p:'x',k:1,v:'one',m:{a:[1,2]}}", "{p:'x',k:2,v:'two'}", "{p:'x',k:3}", "{p:'y',k:1,v:'other'}");
    }

    private static void selected(CaseList list, String statement, String parameters, String documented) {
        list.at(
                RANGE,
                "PartiQL: " + statement + (parameters.isEmpty() ? "" : " with " + parameters),
                bench -> run(numbers(bench), statement, parameters).get("Items"),
                documented);
    }

    private static void selects(CaseList list) {
        selected(list, "SELECT * FROM `TABLE` WHERE p = 'x' AND k = 2", "", "[{k:2,p:'x',v:'two'}]");
        selected(list, "SELECT * FROM `TABLE` WHERE p = ? AND k = ?", "'x',3", "[{k:3,p:'x'}]");
        selected(list, "SELECT v FROM `TABLE` WHERE p = 'x' AND k = 2", "", "[{v:'two'}]");
        selected(list, "SELECT k FROM `TABLE` WHERE p = 'x'", "", "[{k:1},{k:2},{k:3}]");
        selected(list, "SELECT k FROM `TABLE` WHERE p = 'x' AND k > 1", "", "[{k:2},{k:3}]");
        selected(list, "SELECT k FROM `TABLE` WHERE p = 'x' AND k BETWEEN 1 AND 2", "", "[{k:1},{k:2}]");
        selected(list, "SELECT k FROM `TABLE` WHERE p = 'x' ORDER BY k DESC", "", "[{k:3},{k:2},{k:1}]");
        selected(list, "SELECT k FROM `TABLE` WHERE p = 'x' AND v = 'two'", "", "[{k:2}]");
        selected(list, "SELECT k FROM `TABLE` WHERE p = 'x' AND begins_with(v, 't')", "", "[{k:2}]");
        selected(list, "SELECT k FROM `TABLE` WHERE p = 'x' AND v IS MISSING", "", "[{k:3}]");
        selected(list, "SELECT m.a[1] FROM `TABLE` WHERE p = 'x' AND k = 1", "", "[{a[1]:2}]");
        selected(list, "SELECT * FROM `TABLE` WHERE p = 'none' AND k = 1", "", "[]");
        list.at(
                RANGE,
                "PartiQL: a limit and a token, and the token goes on",
                bench -> {
                    JsonNode first = numbers(bench)
                            .call(
                                    "ExecuteStatement",
                                    "Statement:" + text("SELECT k FROM `TABLE` WHERE p = 'x'") + ",Limit:2");
                    JsonNode second = bench.call(
                            "ExecuteStatement",
                            "Statement:" + text("SELECT k FROM `TABLE` WHERE p = 'x'") + ",Limit:2,NextToken:'"
                                    + first.get("NextToken").asText() + "'");
                    return second.get("Items");
                },
                "[{k:3}]");
    }

    private static void changed(CaseList list, String statement, String parameters, String after) {
        list.at(
                HASH,
                "PartiQL: " + statement + (parameters.isEmpty() ? "" : " with " + parameters),
                bench -> {
                    bench.put("{id:'a',n:1,t:{$SS:['x']}}");
                    run(bench, statement, parameters);
                    return bench.item("{id:'a'}");
                },
                after);
    }

    private static void writes(CaseList list) {
        list.at(
                HASH,
                "PartiQL: INSERT",
                bench -> {
                    run(bench, "INSERT INTO `TABLE` VALUE {'id': 'a', 'n': 1, 'l': [1, 'x'], 'm': {'k': true}}", "");
                    return bench.item("{id:'a'}");
                },
                "{id:'a',l:[1,'x'],m:{k:true},n:1}");
        list.at(
                HASH,
                "PartiQL: INSERT with parameters",
                bench -> {
                    run(bench, "INSERT INTO `TABLE` VALUE {'id': ?, 'v': ?}", "'a',{k:[1]}");
                    return bench.item("{id:'a'}");
                },
                "{id:'a',v:{k:[1]}}");
        list.at(
                HASH,
                "PartiQL: INSERT of what is there",
                bench -> run(bench.put("{id:'a'}"), "INSERT INTO `TABLE` VALUE {'id': 'a'}", ""),
                "DuplicateItemException: Duplicate primary key exists in table");
        changed(list, "UPDATE `TABLE` SET n = n + 1 WHERE id = 'a'", "", "{id:'a',n:2,t:{$SS:['x']}}");
        changed(list, "UPDATE `TABLE` SET n = ? WHERE id = ?", "'y','a'", "{id:'a',n:'y',t:{$SS:['x']}}");
        changed(list, "UPDATE `TABLE` SET n = 2 SET o = 3 WHERE id = 'a'", "", "{id:'a',n:2,o:3,t:{$SS:['x']}}");
        changed(list, "UPDATE `TABLE` REMOVE n WHERE id = 'a'", "", "{id:'a',t:{$SS:['x']}}");
        changed(
                list,
                "UPDATE `TABLE` SET t = set_add(t, <<'y'>>) WHERE id = 'a'",
                "",
                "{id:'a',n:1,t:{$SS:['x','y']}}");
        changed(list, "UPDATE `TABLE` SET n = 2 WHERE id = 'a' AND n = 1", "", "{id:'a',n:2,t:{$SS:['x']}}");
        changed(list, "DELETE FROM `TABLE` WHERE id = 'a'", "", "'none'");
        list.at(
                HASH,
                "PartiQL: UPDATE RETURNING ALL NEW",
                bench -> run(
                                bench.put("{id:'a',n:1}"),
                                "UPDATE `TABLE` SET n = 2 WHERE id = 'a' RETURNING ALL NEW *",
                                "")
                        .get("Items"),
                "[{id:'a',n:2}]");
        list.at(
                HASH,
                "PartiQL: DELETE RETURNING ALL OLD",
                bench -> run(bench.put("{id:'a',n:1}"), "DELETE FROM `TABLE` WHERE id = 'a' RETURNING ALL OLD *", "")
                        .get("Items"),
                "[{id:'a',n:1}]");
        list.at(
                HASH,
                "PartiQL: UPDATE of nothing",
                bench -> run(bench, "UPDATE `TABLE` SET n = 2 WHERE id = 'a'", ""),
                "ConditionalCheckFailedException: The conditional request failed");
        list.at(
                HASH,
                "PartiQL: UPDATE under a condition that fails",
                bench -> run(bench.put("{id:'a',n:1}"), "UPDATE `TABLE` SET n = 2 WHERE id = 'a' AND n = 5", ""),
                "ConditionalCheckFailedException: The conditional request failed");
    }

    private static void batches(CaseList list) {
        list.at(
                HASH,
                "PartiQL: a batch of reads",
                bench -> bench.put("{id:'a',n:1}")
                        .call(
                                "BatchExecuteStatement",
                                "Statements:[{Statement:" + text("SELECT * FROM `TABLE` WHERE id = 'a'")
                                        + "},{Statement:" + text("SELECT * FROM `TABLE` WHERE id = 'b'") + "}]"),
                "{Responses:[{Item:{id:'a',n:1},TableName:'TABLE'},{TableName:'TABLE'}]}");
        list.at(
                HASH,
                "PartiQL: a batch of which one fails",
                bench -> bench.put("{id:'a'}")
                        .call(
                                "BatchExecuteStatement",
                                "Statements:[{Statement:" + text("INSERT INTO `TABLE` VALUE {'id': 'a'}")
                                        + "},{Statement:" + text("INSERT INTO `TABLE` VALUE {'id': 'b'}") + "}]"),
                "{Responses:[{Error:{Code:'DuplicateItem',Message:'Duplicate primary key exists in table'},"
                        + "TableName:'TABLE'},{TableName:'TABLE'}]}");
    }

    private static void transactions(CaseList list) {
        list.at(
                HASH,
                "PartiQL: a transaction of writes",
                bench -> bench.then(
                                "ExecuteTransaction",
                                "TransactStatements:[{Statement:" + text("INSERT INTO `TABLE` VALUE {'id': 'a'}")
                                        + "},{Statement:" + text("INSERT INTO `TABLE` VALUE {'id': 'b'}") + "}]")
                        .call("Scan", "Select:'COUNT'"),
                "{Count:2,ScannedCount:2}");
        list.at(
                HASH,
                "PartiQL: a transaction of reads",
                bench -> bench.put("{id:'a',n:1}")
                        .call(
                                "ExecuteTransaction",
                                "TransactStatements:[{Statement:" + text("SELECT n FROM `TABLE` WHERE id = 'a'")
                                        + "}]"),
                "{Responses:[{Item:{n:1}}]}");
        list.at(
                HASH,
                "PartiQL: a transaction that is cancelled",
                bench -> bench.put("{id:'a'}")
                        .call(
                                "ExecuteTransaction",
                                "TransactStatements:[{Statement:" + text("INSERT INTO `TABLE` VALUE {'id': 'a'}")
                                        + "},{Statement:" + text("INSERT INTO `TABLE` VALUE {'id': 'b'}") + "}]"),
                "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for specific"
                        + " reasons [DuplicateItem, None] [{Code:'DuplicateItem',Message:'Duplicate primary key exists in"
                        + " table'},{Code:'None'}]");
    }

    private static void refused(CaseList list, String statement, String words) {
        list.at(HASH, "PartiQL refused: " + statement, bench -> run(bench, statement, ""), words);
    }

    private static void refusals(CaseList list) {
        refused(list, "SELEC * FROM `TABLE`", INVALID + "Statement wasn't well formed, can't be processed: …");
        refused(list, "SELECT * FROM `Missing` WHERE id = 'a'", NOT_FOUND);
        refused(
                list,
                "UPDATE `TABLE` SET n = 1 WHERE n = 1",
                INVALID + "Where clause does not contain a mandatory equality on all key attributes");
        refused(
                list,
                "DELETE FROM `TABLE` WHERE n = 1",
                INVALID + "Where clause does not contain a mandatory equality on all key attributes");
        refused(
                list,
                "SELECT * FROM `TABLE` WHERE id = ?",
                INVALID + "Number of parameters in request and statement don't match.");
        refused(list, "CREATE TABLE t", INVALID + "Statement wasn't well formed, can't be processed: …");
    }
}
