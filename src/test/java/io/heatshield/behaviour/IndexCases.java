package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.PARAMETER;
import static io.heatshield.behaviour.CaseList.column;
import static io.heatshield.behaviour.CaseList.only;
import static io.heatshield.behaviour.CaseList.sorted;
import static io.heatshield.behaviour.Shape.INDEXED;

import java.util.List;

/** Queries and scans of local and global indexes. */
final class IndexCases {
    private static final String[] ITEMS = {
        "{p:'x',k:1,score:30,city:'Rome',name:'a',extra:true}",
        "{p:'x',k:2,score:10,city:'Oslo',name:'b'}",
        "{p:'x',k:3,score:20,city:'Rome'}",
        "{p:'x',k:4,name:'none'}",
        "{p:'y',k:1,score:20,city:'Rome',name:'d'}"
    };
    private static final String IN_ROME =
            "KeyConditionExpression:'city = :c',ExpressionAttributeValues:{':c':'Rome'},IndexName:";
    private static final String IN_X =
            "KeyConditionExpression:'p = :p',ExpressionAttributeValues:{':p':'x'},IndexName:";

    private IndexCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        global(list);
        local(list);
        changes(list);
        pages(list);
        refusals(list);
        return list.all();
    }

    private static void answers(CaseList list, String name, String operation, String members, String documented) {
        list.at(INDEXED, "index: " + name, bench -> bench.put(ITEMS).call(operation, members), documented);
    }

    private static void refused(CaseList list, String name, String operation, String members, String words) {
        list.at(INDEXED, "index refused: " + name, bench -> bench.put(ITEMS).call(operation, members), words);
    }

    private static void global(CaseList list) {
        list.at(
                INDEXED,
                "index: a global one has whole items by its own order",
                bench ->
                        column(bench.put(ITEMS).call("Query", IN_ROME + "'all'").get("Items"), "score"),
                "'20 20 30'");
        answers(
                list,
                "all attributes are projected",
                "Query",
                "KeyConditionExpression:'city = :c AND score > :s',ExpressionAttributeValues:{':c':'Rome',':s':20},IndexName:'all'",
                "{Count:1,Items:[{city:'Rome',extra:true,k:1,name:'a',p:'x',score:30}],ScannedCount:1}");
        answers(
                list,
                "only keys are projected",
                "Query",
                "KeyConditionExpression:'city = :c',ExpressionAttributeValues:{':c':'Oslo'},IndexName:'keys'",
                "{Count:1,Items:[{city:'Oslo',k:2,p:'x'}],ScannedCount:1}");
        answers(
                list,
                "some attributes are projected",
                "Query",
                "KeyConditionExpression:'city = :c',ExpressionAttributeValues:{':c':'Oslo'},IndexName:'some'",
                "{Count:1,Items:[{city:'Oslo',k:2,name:'b',p:'x'}],ScannedCount:1}");
        answers(
                list,
                "ALL_PROJECTED_ATTRIBUTES",
                "Query",
                "KeyConditionExpression:'city = :c',ExpressionAttributeValues:{':c':'Oslo'},IndexName:'keys',"
                        + "Select:'ALL_PROJECTED_ATTRIBUTES'",
                "{Count:1,Items:[{city:'Oslo',k:2,p:'x'}],ScannedCount:1}");
        answers(list, "counted", "Query", IN_ROME + "'keys',Select:'COUNT'", "{Count:3,ScannedCount:3}");
        list.at(
                INDEXED,
                "index: scanned, it leaves out items without its keys",
                bench -> sorted(bench.put(ITEMS).call("Scan", "IndexName:'all'").get("Items"), "name"),
                "' a b d'");
        list.at(
                INDEXED,
                "index: backwards",
                bench -> column(
                        bench.put(ITEMS)
                                .call("Query", IN_ROME + "'all',ScanIndexForward:false")
                                .get("Items"),
                        "score"),
                "'30 20 20'");
        answers(
                list,
                "filtered by the table's key",
                "Query",
                "KeyConditionExpression:'city = :c',FilterExpression:'p = :p',"
                        + "ExpressionAttributeValues:{':c':'Rome',':p':'y'},IndexName:'keys'",
                "{Count:1,Items:[{city:'Rome',k:1,p:'y'}],ScannedCount:3}");
    }

    private static void local(CaseList list) {
        list.at(
                INDEXED,
                "index: a local one by its own order",
                bench -> column(
                        bench.put(ITEMS).call("Query", IN_X + "'localAll'").get("Items"), "k"),
                "'2 3 1'");
        answers(
                list,
                "a local one has the keys",
                "Query",
                IN_X + "'local',Limit:1",
                "{Count:1,Items:[{k:2,p:'x',score:10}],LastEvaluatedKey:{k:2,p:'x',score:10},ScannedCount:1}");
        answers(
                list,
                "a local one fetches what is not projected",
                "Query",
                IN_X + "'local',Limit:1,ProjectionExpression:'city'",
                "{Count:1,Items:[{city:'Oslo'}],LastEvaluatedKey:{k:2,p:'x',score:10},ScannedCount:1}");
        answers(
                list,
                "a local one fetches whole items",
                "Query",
                IN_X + "'local',Limit:1,Select:'ALL_ATTRIBUTES'",
                "{Count:1,Items:[{city:'Oslo',k:2,name:'b',p:'x',score:10}],LastEvaluatedKey:{k:2,p:'x',score:10},"
                        + "ScannedCount:1}");
        list.at(
                INDEXED,
                "index: a local one may be read consistently",
                bench -> only(bench.put(ITEMS).call("Query", IN_X + "'local',ConsistentRead:true"), "Count"),
                "{Count:3}");
    }

    private static void changes(CaseList list) {
        list.at(
                INDEXED,
                "index: an item moves with its key",
                bench -> bench.put(ITEMS)
                        .then(
                                "UpdateItem",
                                "Key:{p:'x',k:2},UpdateExpression:'SET city = :c',ExpressionAttributeValues:{':c':'Bonn'}")
                        .call(
                                "Query",
                                "KeyConditionExpression:'city = :c',ExpressionAttributeValues:{':c':'Bonn'},IndexName:'keys'"),
                "{Count:1,Items:[{city:'Bonn',k:2,p:'x'}],ScannedCount:1}");
        list.at(
                INDEXED,
                "index: an item leaves with its key",
                bench -> only(
                        bench.put(ITEMS)
                                .then("UpdateItem", "Key:{p:'y',k:1},UpdateExpression:'REMOVE city'")
                                .call("Query", IN_ROME + "'keys'"),
                        "Count"),
                "{Count:2}");
        list.at(
                INDEXED,
                "index: an item leaves with its deletion",
                bench -> only(
                        bench.put(ITEMS).then("DeleteItem", "Key:{p:'x',k:1}").call("Query", IN_ROME + "'all'"),
                        "Count"),
                "{Count:2}");
        list.at(
                INDEXED,
                "index: items of one index key are all there",
                bench -> only(
                        bench.put("{p:'a',k:1,city:'Rome',score:1}", "{p:'b',k:1,city:'Rome',score:1}")
                                .call("Query", IN_ROME + "'all'"),
                        "Count"),
                "{Count:2}");
    }

    private static void pages(CaseList list) {
        list.at(
                INDEXED,
                "index: a page's key has the index's and the table's",
                bench -> bench.put(ITEMS)
                        .call("Query", IN_ROME + "'all',Limit:1,ScanIndexForward:false")
                        .get("LastEvaluatedKey"),
                "{city:'Rome',k:1,p:'x',score:30}");
        list.at(
                INDEXED,
                "index: a walk in pages sees everything",
                bench -> {
                    bench.put(ITEMS);
                    StringBuilder seen = new StringBuilder();
                    String start = "";
                    for (int page = 0; page < 9; page++) {
                        var answer = bench.call("Query", IN_ROME + "'all',Limit:1" + start);
                        answer.get("Items")
                                .forEach(item -> seen.append(item.get("score")).append(' '));
                        if (!answer.has("LastEvaluatedKey")) {
                            break;
                        }
                        start = ",ExclusiveStartKey:" + Notation.text(answer.get("LastEvaluatedKey"));
                    }
                    return com.fasterxml.jackson.databind.node.TextNode.valueOf(seen.toString());
                },
                "'20 20 30 '");
    }

    private static void refusals(CaseList list) {
        refused(
                list,
                "a consistent read of a global one",
                "Query",
                IN_ROME + "'all',ConsistentRead:true",
                INVALID + "Consistent reads are not supported on global secondary indexes");
        refused(
                list,
                "a consistent scan of a global one",
                "Scan",
                "IndexName:'all',ConsistentRead:true",
                INVALID + "Consistent reads are not supported on global secondary indexes");
        refused(
                list,
                "all attributes of a global one that has them not",
                "Query",
                IN_ROME + "'keys',Select:'ALL_ATTRIBUTES'",
                PARAMETER + "Select type ALL_ATTRIBUTES is not supported for global secondary index keys because its"
                        + " projection type is not ALL");
        refused(
                list,
                "an attribute that a global one has not",
                "Query",
                IN_ROME + "'keys',ProjectionExpression:'extra'",
                PARAMETER + "Global secondary index keys does not project [extra]");
        refused(
                list,
                "the table's key as condition",
                "Query",
                IN_X + "'all'",
                INVALID + "Query condition missed key schema element: city");
        refused(
                list,
                "an index key of the wrong type",
                "PutItem",
                "Item:{p:'x',k:9,score:'ten'}",
                PARAMETER + "Type mismatch for Index Key score Expected: N Actual: S IndexName: …");
        refused(
                list,
                "an empty index key",
                "PutItem",
                "Item:{p:'x',k:9,city:''}",
                INVALID
                        + "One or more parameter values are not valid. A value specified for a secondary index key is not"
                        + " supported. The AttributeValue for a key attribute cannot contain an empty string value."
                        + " IndexName: …, IndexKey: city");
        refused(
                list,
                "an unknown index",
                "Scan",
                "IndexName:'missing'",
                INVALID + "The table does not have the specified index: missing");
    }
}
