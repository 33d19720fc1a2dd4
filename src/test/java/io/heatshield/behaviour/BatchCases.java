package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.NOT_FOUND;
import static io.heatshield.behaviour.CaseList.sorted;
import static io.heatshield.behaviour.CaseList.times;
import static io.heatshield.behaviour.Shape.HASH;
import static io.heatshield.behaviour.Shape.RANGE;

import java.util.List;

/** BatchGetItem and BatchWriteItem. */
final class BatchCases {
    private BatchCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        reads(list);
        writes(list);
        readRefusals(list);
        writeRefusals(list);
        return list.all();
    }

    private static String get(String members) {
        return "RequestItems:{TABLE:{" + members + "}}";
    }

    private static String write(String requests) {
        return "RequestItems:{TABLE:[" + requests + "]}";
    }

    private static void reads(CaseList list) {
        list.at(
                HASH,
                "batch get: what is there",
                bench -> sorted(
                        bench.put("{id:'a'}", "{id:'b'}")
                                .call("BatchGetItem", get("Keys:[{id:'b'},{id:'none'},{id:'a'}]"))
                                .at("/Responses")
                                .iterator()
                                .next(),
                        "id"),
                "'a b'");
        list.at(
                HASH,
                "batch get: of nothing is an empty list",
                bench -> bench.call("BatchGetItem", get("Keys:[{id:'a'}]")),
                "{Responses:{TABLE:[]},UnprocessedKeys:{}}");
        list.at(
                HASH,
                "batch get: projected",
                bench -> bench.put("{id:'a',n:1,name:'x'}")
                        .call(
                                "BatchGetItem",
                                get(
                                        "Keys:[{id:'a'}],ProjectionExpression:'#n',ExpressionAttributeNames:{'#n':'name'}")),
                "{Responses:{TABLE:[{name:'x'}]},UnprocessedKeys:{}}");
        list.at(
                HASH,
                "batch get: projected to nothing",
                bench ->
                        bench.put("{id:'a',n:1}").call("BatchGetItem", get("Keys:[{id:'a'}],ProjectionExpression:'x'")),
                "{Responses:{TABLE:[{}]},UnprocessedKeys:{}}");
        list.at(
                HASH,
                "batch get: legacy AttributesToGet, consistent",
                bench -> bench.put("{id:'a',n:1}")
                        .call("BatchGetItem", get("Keys:[{id:'a'}],AttributesToGet:['n'],ConsistentRead:true")),
                "{Responses:{TABLE:[{n:1}]},UnprocessedKeys:{}}");
        list.at(
                HASH,
                "batch get: a hundred keys",
                bench -> bench.call("BatchGetItem", get("Keys:[" + times(100, "{id:'%'}") + "]")),
                "{Responses:{TABLE:[]},UnprocessedKeys:{}}");
        list.at(
                HASH,
                "batch get: over sixteen megabytes the rest is unprocessed",
                bench -> {
                    String large = "x".repeat(390_000);
                    for (int i = 0; i < 45; i++) {
                        bench.put("{id:'" + (100 + i) + "',v:'" + large + "'}");
                    }
                    var answer = bench.call(
                            "BatchGetItem",
                            get("Keys:[" + times(45, "{id:'1%'}").replace("'10", "'1") + "]"));
                    int given = answer.at("/Responses").iterator().next().size();
                    int left = answer.at("/UnprocessedKeys")
                            .iterator()
                            .next()
                            .get("Keys")
                            .size();
                    return com.fasterxml.jackson.databind.node.TextNode.valueOf(
                            (given + left) + " " + (given > 30 && given < 45));
                },
                "'45 true'");
    }

    private static void writes(CaseList list) {
        list.at(
                HASH,
                "batch write: puts and deletes",
                bench -> {
                    bench.put("{id:'gone'}", "{id:'old',v:1}")
                            .call(
                                    "BatchWriteItem",
                                    write("{PutRequest:{Item:{id:'new',v:2}}},{PutRequest:{Item:{id:'old',v:2}}},"
                                            + "{DeleteRequest:{Key:{id:'gone'}}},{DeleteRequest:{Key:{id:'never'}}}"));
                    return sorted(bench.call("Scan", "").get("Items"), "v");
                },
                "'2 2'");
        list.at(
                HASH,
                "batch write: answers what is unprocessed",
                bench -> bench.call("BatchWriteItem", write("{PutRequest:{Item:{id:'a'}}}")),
                "{UnprocessedItems:{}}");
        list.at(
                HASH,
                "batch write: twenty-five requests",
                bench -> bench.then("BatchWriteItem", write(times(25, "{PutRequest:{Item:{id:'%'}}}")))
                        .call("Scan", "Select:'COUNT'"),
                "{Count:25,ScannedCount:25}");
        list.at(
                RANGE,
                "batch write: the same partition twice",
                bench -> bench.then(
                                "BatchWriteItem",
                                write("{PutRequest:{Item:{p:'x',k:1}}},{PutRequest:{Item:{p:'x',k:2}}}"))
                        .call("Scan", "Select:'COUNT'"),
                "{Count:2,ScannedCount:2}");
    }

    private static void readRefusals(CaseList list) {
        refused(
                list,
                "BatchGetItem",
                "no tables",
                "RequestItems:{}",
                INVALID + "1 validation error detected: Value …"
                        + "equestItems' failed to satisfy constraint: Member must have length greater than or equal to 1");
        refused(
                list,
                "BatchGetItem",
                "no keys",
                get("Keys:[]"),
                INVALID + "1 validation error detected: Value …"
                        + "equestItems.TABLE.member.…eys' failed to satisfy constraint: Member must have length greater than"
                        + " or equal to 1");
        refused(
                list,
                "BatchGetItem",
                "a hundred and one keys",
                get("Keys:[" + times(101, "{id:'%'}") + "]"),
                INVALID + "1 validation error detected: Value …equestItems.TABLE.member.…eys' failed to satisfy"
                        + " constraint: Member must have length less than or equal to 100");
        refused(
                list,
                "BatchGetItem",
                "a key twice",
                get("Keys:[{id:'a'},{id:'a'}]"),
                INVALID + "Provided list of item keys contains duplicates");
        refused(
                list,
                "BatchGetItem",
                "a key of another form",
                get("Keys:[{other:'a'}]"),
                INVALID + "The provided key element does not match the schema");
        refused(list, "BatchGetItem", "an unknown table", "RequestItems:{Missing:{Keys:[{id:'a'}]}}", NOT_FOUND);
        refused(
                list,
                "BatchGetItem",
                "a bad projection",
                get("Keys:[{id:'a'}],ProjectionExpression:'a b'"),
                INVALID + "Invalid ProjectionExpression: Syntax error; token: \"b\", near: \"a b\"");
    }

    private static void writeRefusals(CaseList list) {
        refused(
                list,
                "BatchWriteItem",
                "twenty-six requests",
                write(times(26, "{PutRequest:{Item:{id:'%'}}}")),
                INVALID + "1 validation error detected: Value …equestItems' failed to satisfy constraint: Map"
                        + " value must satisfy constraint: [Member must have length less than or equal to 25, Member must"
                        + " have length greater than or equal to 1]");
        refused(
                list,
                "BatchWriteItem",
                "a key twice",
                write("{PutRequest:{Item:{id:'a'}}},{DeleteRequest:{Key:{id:'a'}}}"),
                INVALID + "Provided list of item keys contains duplicates");
        refused(
                list,
                "BatchWriteItem",
                "an item without its key",
                write("{PutRequest:{Item:{v:1}}}"),
                INVALID + "The provided key element does not match the schema");
        refused(
                list,
                "BatchWriteItem",
                "a request of both kinds",
                write("{PutRequest:{Item:{id:'a'}},DeleteRequest:{Key:{id:'a'}}}"),
                INVALID + "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
                        + " supported datatypes");
        refused(
                list,
                "BatchWriteItem",
                "an unknown table",
                "RequestItems:{Missing:[{DeleteRequest:{Key:{id:'a'}}}]}",
                NOT_FOUND);
        refused(
                list,
                "BatchWriteItem",
                "too large an item",
                write("{PutRequest:{Item:{id:'a',v:'" + "x".repeat(409_600) + "'}}}"),
                INVALID + "Item size has exceeded the maximum allowed size");
        list.at(
                HASH,
                "batch write: one bad request and nothing is written",
                bench -> {
                    try {
                        return bench.call(
                                "BatchWriteItem", write("{PutRequest:{Item:{id:'a'}}},{PutRequest:{Item:{id:1}}}"));
                    } catch (software.amazon.awssdk.services.dynamodb.model.DynamoDbException e) {
                        return bench.call("Scan", "Select:'COUNT'");
                    }
                },
                "{Count:0,ScannedCount:0}");
    }

    private static void refused(CaseList list, String operation, String name, String members, String words) {
        list.one(HASH, operation + " refused: " + name, operation, members, words);
    }
}
