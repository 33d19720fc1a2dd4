package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.column;
import static io.heatshield.behaviour.CaseList.only;
import static io.heatshield.behaviour.Shape.BINARY;
import static io.heatshield.behaviour.Shape.HASH;
import static io.heatshield.behaviour.Shape.RANGE;
import static io.heatshield.behaviour.Shape.TEXTS;

import java.util.List;

/** Queries of a table: key conditions, order, pages, filters, what is selected, and what is refused. */
final class QueryCases {
    private static final String[] NUMBERS = {
        "{p:'x',k:-2,even:true}",
        "{p:'x',k:1,even:false}",
        "{p:'x',k:2.5}",
        "{p:'x',k:9,even:false}",
        "{p:'x',k:10,even:true}",
        "{p:'y',k:1}"
    };

    private QueryCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        sortConditions(list);
        textConditions(list);
        order(list);
        pages(list);
        filters(list);
        selections(list);
        legacy(list);
        refusals(list);
        return list.all();
    }

    private static Bench numbers(Bench bench) {
        return bench.put(NUMBERS);
    }

    private static String keys(String condition, String values) {
        return "KeyConditionExpression:'p = :p" + (condition.isEmpty() ? "" : " AND " + condition)
                + "',ExpressionAttributeValues:{':p':'x'" + (values.isEmpty() ? "" : "," + values) + "}";
    }

    private static void finds(CaseList list, String condition, String values, String sortKeys) {
        list.at(
                RANGE,
                "query: " + (condition.isEmpty() ? "a partition" : condition) + " " + values,
                bench -> column(
                        numbers(bench).call("Query", keys(condition, values)).get("Items"), "k"),
                "'" + sortKeys + "'");
    }

    private static void sortConditions(CaseList list) {
        finds(list, "", "", "-2 1 2.5 9 10");
        finds(list, "k = :v", "':v':{$N:'1.0'}", "1");
        finds(list, "k = :v", "':v':3", "");
        finds(list, "k < :v", "':v':2.5", "-2 1");
        finds(list, "k <= :v", "':v':2.5", "-2 1 2.5");
        finds(list, "k > :v", "':v':2.5", "9 10");
        finds(list, "k >= :v", "':v':2.5", "2.5 9 10");
        finds(list, "k BETWEEN :v AND :w", "':v':1,':w':9", "1 2.5 9");
        finds(list, "(k > :v)", "':v':9", "10");
        finds(list, ":v < k", "':v':9", "10");
        list.at(
                RANGE,
                "query: the sort key's condition may stand first",
                bench -> column(
                        numbers(bench)
                                .call(
                                        "Query",
                                        "KeyConditionExpression:'k > :v AND p = :p',ExpressionAttributeValues:{':p':'x',':v':9}")
                                .get("Items"),
                        "k"),
                "'10'");
        list.at(
                RANGE,
                "query: names may stand in the key condition",
                bench -> column(
                        numbers(bench)
                                .call(
                                        "Query",
                                        "KeyConditionExpression:'#p = :p',ExpressionAttributeNames:{'#p':'p'},"
                                                + "ExpressionAttributeValues:{':p':'y'}")
                                .get("Items"),
                        "k"),
                "'1'");
    }

    private static void textConditions(CaseList list) {
        list.at(
                TEXTS,
                "query: strings are in the order of their UTF-8 bytes",
                bench -> column(
                        bench.put(
                                        "{p:'x',k:'b'}",
                                        "{p:'x',k:'B'}",
                                        "{p:'x',k:'é'}",
                                        "{p:'x',k:'a'}",
                                        "{p:'x',k:'\uFB01'}",
                                        "{p:'x',k:'😀'}")
                                .call("Query", keys("", ""))
                                .get("Items"),
                        "k"),
                "'B a b é \uFB01 😀'");
        list.at(
                TEXTS,
                "query: begins_with of a string",
                bench -> column(
                        bench.put("{p:'x',k:'ab'}", "{p:'x',k:'abc'}", "{p:'x',k:'ac'}", "{p:'x',k:'b'}")
                                .call("Query", keys("begins_with(k, :v)", "':v':'ab'"))
                                .get("Items"),
                        "k"),
                "'ab abc'");
        list.at(
                BINARY,
                "query: bytes are in the order of unsigned numbers",
                bench -> bench.put("{p:'x',k:{$B:'/w=='}}", "{p:'x',k:{$B:'AQ=='}}", "{p:'x',k:{$B:'AQA='}}")
                        .call("Query", keys("", ""))
                        .get("Items"),
                "[{k:{$B:'AQ=='},p:'x'},{k:{$B:'AQA='},p:'x'},{k:{$B:'/w=='},p:'x'}]");
        list.at(
                HASH,
                "query: a table without a sort key",
                bench -> bench.put("{id:'a',v:1}", "{id:'b'}")
                        .call("Query", "KeyConditionExpression:'id = :p',ExpressionAttributeValues:{':p':'a'}"),
                "{Count:1,Items:[{id:'a',v:1}],ScannedCount:1}");
    }

    private static void order(CaseList list) {
        list.at(
                RANGE,
                "query: backwards",
                bench -> column(
                        numbers(bench)
                                .call("Query", keys("", "") + ",ScanIndexForward:false")
                                .get("Items"),
                        "k"),
                "'10 9 2.5 1 -2'");
        list.at(
                RANGE,
                "query: of an unknown partition is empty",
                bench -> bench.call("Query", keys("", "")),
                "{Count:0,Items:[],ScannedCount:0}");
        list.at(
                RANGE,
                "query: strongly consistent",
                bench -> only(numbers(bench).call("Query", keys("", "") + ",ConsistentRead:true"), "Count"),
                "{Count:5}");
    }

    private static void pages(CaseList list) {
        list.at(
                RANGE,
                "query: a page says where it ended",
                bench -> numbers(bench).call("Query", keys("", "") + ",Limit:2,ProjectionExpression:'k'"),
                "{Count:2,Items:[{k:-2},{k:1}],LastEvaluatedKey:{k:1,p:'x'},ScannedCount:2}");
        list.at(
                RANGE,
                "query: the next page begins behind it",
                bench -> numbers(bench)
                        .call(
                                "Query",
                                keys("", "") + ",Limit:2,ExclusiveStartKey:{p:'x',k:1},ProjectionExpression:'k'"),
                "{Count:2,Items:[{k:2.5},{k:9}],LastEvaluatedKey:{k:9,p:'x'},ScannedCount:2}");
        list.at(
                RANGE,
                "query: a page backwards",
                bench -> numbers(bench)
                        .call(
                                "Query",
                                keys("", "")
                                        + ",Limit:2,ExclusiveStartKey:{p:'x',k:9},ScanIndexForward:false,ProjectionExpression:'k'"),
                "{Count:2,Items:[{k:2.5},{k:1}],LastEvaluatedKey:{k:1,p:'x'},ScannedCount:2}");
        list.at(
                RANGE,
                "query: a full last page still names a key",
                bench -> only(numbers(bench).call("Query", keys("", "") + ",Limit:5"), "LastEvaluatedKey"),
                "{LastEvaluatedKey:{k:10,p:'x'}}");
        list.at(
                RANGE,
                "query: and the page behind it is empty",
                bench -> numbers(bench).call("Query", keys("", "") + ",ExclusiveStartKey:{p:'x',k:10}"),
                "{Count:0,Items:[],ScannedCount:0}");
        list.at(
                RANGE,
                "query: may begin behind a key that is not there",
                bench -> column(
                        numbers(bench)
                                .call("Query", keys("", "") + ",ExclusiveStartKey:{p:'x',k:3}")
                                .get("Items"),
                        "k"),
                "'9 10'");
        list.at(
                RANGE,
                "query: a page that the filter empties names a key",
                bench -> numbers(bench)
                        .call(
                                "Query",
                                keys("", "':t':true")
                                        + ",FilterExpression:'even = :t',Limit:2,ExclusiveStartKey:{p:'x',k:-2}"),
                "{Count:0,Items:[],LastEvaluatedKey:{k:2.5,p:'x'},ScannedCount:2}");
        list.at(
                RANGE,
                "query: a page ends at one megabyte",
                bench -> {
                    String large = "x".repeat(300_000);
                    for (int i = 0; i < 5; i++) {
                        bench.put("{p:'x',k:" + i + ",v:'" + large + "'}");
                    }
                    return only(bench.call("Query", keys("", "")), "Count", "LastEvaluatedKey");
                },
                "{Count:4,LastEvaluatedKey:{k:3,p:'x'}}");
    }

    private static void filters(CaseList list) {
        list.at(
                RANGE,
                "query: a filter counts what it looked at",
                bench -> only(
                        numbers(bench).call("Query", keys("", "':t':true") + ",FilterExpression:'even = :t'"),
                        "Count",
                        "ScannedCount"),
                "{Count:2,ScannedCount:5}");
        list.at(
                RANGE,
                "query: the limit counts before the filter",
                bench -> only(
                        numbers(bench).call("Query", keys("", "':t':true") + ",FilterExpression:'even = :t',Limit:3"),
                        "Count",
                        "ScannedCount"),
                "{Count:1,ScannedCount:3}");
        list.at(
                RANGE,
                "query: a filter on the sort key is refused",
                bench -> bench.call("Query", keys("", "':v':1") + ",FilterExpression:'k = :v'"),
                INVALID + "Filter Expression can only contain non-primary key attributes: Primary key attribute: k");
    }

    private static void selections(CaseList list) {
        list.at(
                RANGE,
                "query: COUNT has no items",
                bench -> numbers(bench).call("Query", keys("", "") + ",Select:'COUNT'"),
                "{Count:5,ScannedCount:5}");
        list.at(
                RANGE,
                "query: SPECIFIC_ATTRIBUTES with a projection",
                bench -> numbers(bench)
                        .call(
                                "Query",
                                keys("k = :v", "':v':1") + ",Select:'SPECIFIC_ATTRIBUTES',ProjectionExpression:'even'"),
                "{Count:1,Items:[{even:false}],ScannedCount:1}");
        list.at(
                RANGE,
                "query: an item without the projected attribute is empty",
                bench -> numbers(bench).call("Query", keys("k = :v", "':v':2.5") + ",ProjectionExpression:'even'"),
                "{Count:1,Items:[{}],ScannedCount:1}");
        refused(
                list,
                "ALL_PROJECTED_ATTRIBUTES of a table",
                keys("", "") + ",Select:'ALL_PROJECTED_ATTRIBUTES'",
                "…ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
        refused(
                list,
                "COUNT with a projection",
                keys("", "") + ",Select:'COUNT',ProjectionExpression:'k'",
                "…Cannot specify the ProjectionExpression when choosing to get only the Count");
        refused(
                list,
                "ALL_ATTRIBUTES with a projection",
                keys("", "") + ",Select:'ALL_ATTRIBUTES',ProjectionExpression:'k'",
                "…Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES");
    }

    private static void legacy(CaseList list) {
        list.at(
                RANGE,
                "query: legacy KeyConditions and QueryFilter",
                bench -> numbers(bench)
                        .call(
                                "Query",
                                "KeyConditions:{p:{ComparisonOperator:'EQ',AttributeValueList:['x']},"
                                        + "k:{ComparisonOperator:'GT',AttributeValueList:[0]}},"
                                        + "QueryFilter:{even:{ComparisonOperator:'EQ',AttributeValueList:[false]}},"
                                        + "AttributesToGet:['k']"),
                "{Count:2,Items:[{k:1},{k:9}],ScannedCount:4}");
        list.at(
                RANGE,
                "query: legacy filters joined by OR",
                bench -> column(
                        numbers(bench)
                                .call(
                                        "Query",
                                        "KeyConditions:{p:{ComparisonOperator:'EQ',AttributeValueList:['x']}},"
                                                + "QueryFilter:{even:{ComparisonOperator:'NULL'},"
                                                + "other:{ComparisonOperator:'NOT_NULL'}},ConditionalOperator:'OR'")
                                .get("Items"),
                        "k"),
                "'2.5'");
        refused(
                list,
                "legacy and expression together",
                keys("", "") + ",KeyConditions:{p:{ComparisonOperator:'EQ',AttributeValueList:['x']}}",
                "Can not use both expression and non-expression parameters in the same request: Non-expression"
                        + " parameters: {KeyConditions} Expression parameters: {KeyConditionExpression}");
    }

    private static void refused(CaseList list, String name, String members, String words) {
        list.one(RANGE, "query refused: " + name, "Query", members, INVALID + words);
    }

    private static void refusals(CaseList list) {
        String invalid = "Invalid KeyConditionExpression: ";
        refused(
                list,
                "no condition",
                "",
                "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
        refused(
                list,
                "no partition key",
                "KeyConditionExpression:'k = :k',ExpressionAttributeValues:{':k':1}",
                "Query condition missed key schema element: p");
        refused(
                list,
                "a range of partition keys",
                "KeyConditionExpression:'p > :p',ExpressionAttributeValues:{':p':'x'}",
                "Query key condition not supported");
        refused(
                list,
                "another attribute",
                keys("extra = :v", "':v':1"),
                "Query condition missed key schema element: k");
        refused(list, "inequality", keys("k <> :v", "':v':1"), "…Invalid operator used in KeyConditionExpression: <>");
        refused(
                list,
                "OR",
                "KeyConditionExpression:'p = :p OR k = :v',ExpressionAttributeValues:{':p':'x',':v':1}",
                "…Invalid operator used in KeyConditionExpression: OR");
        refused(
                list,
                "a partition key of another type",
                "KeyConditionExpression:'p = :p',ExpressionAttributeValues:{':p':1}",
                "One or more parameter values were invalid: Condition parameter type does not match schema type");
        refused(
                list,
                "begins_with of a number",
                keys("begins_with(k, :v)", "':v':1"),
                invalid + "Incorrect operand type for operator or function; operator or function: begins_with, operand"
                        + " type: N");
        refused(
                list,
                "a range that is none",
                keys("k BETWEEN :v AND :w", "':v':2,':w':1"),
                invalid + "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower"
                        + " bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}");
        refused(
                list,
                "a limit of nothing",
                keys("", "") + ",Limit:0",
                "1 validation error detected: Value …imit' failed to satisfy constraint: Member must have value"
                        + " greater than or equal to 1");
        refused(
                list,
                "half a start key",
                keys("", "") + ",ExclusiveStartKey:{p:'x'}",
                "The provided starting key is invalid");
        refused(
                list,
                "a start key of another partition",
                keys("", "") + ",ExclusiveStartKey:{p:'y',k:1}",
                "The provided starting key is outside query boundaries based on provided conditions");
        refused(
                list,
                "an unknown index",
                keys("", "") + ",IndexName:'missing'",
                "The table does not have the specified index: missing");
    }
}
