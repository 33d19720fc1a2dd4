package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.NOT_FOUND;
import static io.heatshield.behaviour.CaseList.times;
import static io.heatshield.behaviour.Shape.HASH;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** TransactWriteItems and TransactGetItems: all or nothing, and why nothing. */
final class TransactionCases {
    private static final String CANCELLED = "TransactionCanceledException: Transaction cancelled, please refer"
            + " cancellation reasons for specific reasons ";
    private static final String FAILED = "{Code:'ConditionalCheckFailed',Message:'The conditional request failed'}";

    private TransactionCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        writes(list);
        cancellations(list);
        tokens(list);
        reads(list);
        refusals(list);
        return list.all();
    }

    private static String put(String item, String more) {
        return "{Put:{TableName:'TABLE',Item:" + item + more + "}}";
    }

    private static String write(String... elements) {
        return "TransactItems:[" + String.join(",", elements) + "]";
    }

    private static final String NOT_THERE = ",ConditionExpression:'attribute_not_exists(id)'";

    private static void writes(CaseList list) {
        list.at(
                HASH,
                "transaction: answers nothing",
                bench -> bench.call("TransactWriteItems", write(put("{id:'a'}", ""))),
                "{}");
        list.at(
                HASH,
                "transaction: a put is done",
                bench -> bench.then("TransactWriteItems", write(put("{id:'a',v:1}", "")))
                        .item("{id:'a'}"),
                "{id:'a',v:1}");
        list.at(
                HASH,
                "transaction: an update is done",
                bench -> bench.put("{id:'a',n:1}")
                        .then(
                                "TransactWriteItems",
                                write("{Update:{TableName:'TABLE',Key:{id:'a'},UpdateExpression:'ADD n :v',"
                                        + "ExpressionAttributeValues:{':v':4}}}"))
                        .item("{id:'a'}"),
                "{id:'a',n:5}");
        list.at(
                HASH,
                "transaction: a delete is done",
                bench -> bench.put("{id:'a'}")
                        .then("TransactWriteItems", write("{Delete:{TableName:'TABLE',Key:{id:'a'}}}"))
                        .item("{id:'a'}"),
                "'none'");
        list.at(
                HASH,
                "transaction: a check that holds lets the rest pass",
                bench -> bench.put("{id:'a',n:1}")
                        .then(
                                "TransactWriteItems",
                                write(
                                        "{ConditionCheck:{TableName:'TABLE',Key:{id:'a'},ConditionExpression:'n = :v',"
                                                + "ExpressionAttributeValues:{':v':1}}}",
                                        put("{id:'b'}", "")))
                        .item("{id:'b'}"),
                "{id:'b'}");
        list.at(
                HASH,
                "transaction: a hundred elements",
                bench -> bench.then("TransactWriteItems", write(times(100, put("{id:'%'}", ""))))
                        .call("Scan", "Select:'COUNT'"),
                "{Count:100,ScannedCount:100}");
    }

    private static void cancellations(CaseList list) {
        list.at(
                HASH,
                "transaction cancelled: by the second of three",
                bench -> bench.put("{id:'b'}")
                        .call(
                                "TransactWriteItems",
                                write(put("{id:'a'}", ""), put("{id:'b'}", NOT_THERE), put("{id:'c'}", ""))),
                CANCELLED + "[None, ConditionalCheckFailed, None] [{Code:'None'}," + FAILED + ",{Code:'None'}]");
        list.at(
                HASH,
                "transaction cancelled: nothing of it is done",
                bench -> {
                    bench.put("{id:'b'}");
                    try {
                        return bench.call("TransactWriteItems", write(put("{id:'a'}", ""), put("{id:'b'}", NOT_THERE)));
                    } catch (TransactionCanceledException e) {
                        return bench.item("{id:'a'}");
                    }
                },
                "'none'");
        list.at(
                HASH,
                "transaction cancelled: the old item comes if asked",
                bench -> bench.put("{id:'b',v:7}")
                        .call(
                                "TransactWriteItems",
                                write(put("{id:'b'}", NOT_THERE + ",ReturnValuesOnConditionCheckFailure:'ALL_OLD'"))),
                CANCELLED + "[ConditionalCheckFailed] [{Code:'ConditionalCheckFailed',Item:{id:'b',v:7},"
                        + "Message:'The conditional request failed'}]");
        list.at(
                HASH,
                "transaction cancelled: by a check",
                bench -> bench.call(
                        "TransactWriteItems",
                        write(
                                "{ConditionCheck:{TableName:'TABLE',Key:{id:'a'},ConditionExpression:'attribute_exists(id)'}}",
                                put("{id:'b'}", ""))),
                CANCELLED + "[ConditionalCheckFailed, None] [" + FAILED + ",{Code:'None'}]");
        list.at(
                HASH,
                "transaction cancelled: by a delete's condition",
                bench -> bench.call(
                        "TransactWriteItems",
                        write("{Delete:{TableName:'TABLE',Key:{id:'a'},ConditionExpression:'attribute_exists(id)'}}")),
                CANCELLED + "[ConditionalCheckFailed] [" + FAILED + "]");
        list.at(
                HASH,
                "transaction cancelled: by an update that does not fit the item",
                bench -> bench.put("{id:'a',s:'x'}")
                        .call(
                                "TransactWriteItems",
                                write("{Update:{TableName:'TABLE',Key:{id:'a'},UpdateExpression:'ADD s :v',"
                                        + "ExpressionAttributeValues:{':v':4}}}")),
                CANCELLED
                        + "[ValidationError] [{Code:'ValidationError',Message:'An operand in the update expression has"
                        + " an incorrect data type'}]");
    }

    private static void tokens(CaseList list) {
        String token = ",ClientRequestToken:'token-TABLE'";
        String add = write("{Update:{TableName:'TABLE',Key:{id:'a'},UpdateExpression:'ADD n :v',"
                + "ExpressionAttributeValues:{':v':1}}}");
        list.at(
                HASH,
                "transaction: the same token does it once",
                bench -> bench.then("TransactWriteItems", add + token)
                        .then("TransactWriteItems", add + token)
                        .item("{id:'a'}"),
                "{id:'a',n:1}");
        list.at(
                HASH,
                "transaction: another token does it again",
                bench -> bench.then("TransactWriteItems", add + token)
                        .then("TransactWriteItems", add + ",ClientRequestToken:'other-TABLE'")
                        .item("{id:'a'}"),
                "{id:'a',n:2}");
        list.at(
                HASH,
                "transaction: the same token for something else is refused",
                bench -> bench.then("TransactWriteItems", add + token)
                        .call("TransactWriteItems", write(put("{id:'b'}", "")) + token),
                "IdempotentParameterMismatchException: …");
        list.one(
                HASH,
                "transaction: a token of more than 36 characters is refused",
                "TransactWriteItems",
                write(put("{id:'b'}", "")) + ",ClientRequestToken:'" + "t".repeat(37) + "'",
                INVALID + "1 validation error detected: Value '" + "t".repeat(37)
                        + "' at 'clientRequestToken' failed to"
                        + " satisfy constraint: Member must have length less than or equal to 36");
    }

    private static String get(String key, String more) {
        return "{Get:{TableName:'TABLE',Key:" + key + more + "}}";
    }

    private static void reads(CaseList list) {
        list.at(
                HASH,
                "transact get: in the order asked, with empty ones for nothing",
                bench -> bench.put("{id:'a'}", "{id:'b'}")
                        .call("TransactGetItems", write(get("{id:'b'}", ""), get("{id:'c'}", ""), get("{id:'a'}", ""))),
                "{Responses:[{Item:{id:'b'}},{},{Item:{id:'a'}}]}");
        list.at(
                HASH,
                "transact get: projected",
                bench -> bench.put("{id:'a',n:1,m:{x:1,y:2}}")
                        .call(
                                "TransactGetItems",
                                write(get(
                                        "{id:'a'}",
                                        ",ProjectionExpression:'#m.x',ExpressionAttributeNames:{'#m':'m'}"))),
                "{Responses:[{Item:{m:{x:1}}}]}");
        list.at(
                HASH,
                "transact get: a hundred",
                bench -> com.fasterxml.jackson.databind.node.IntNode.valueOf(bench.call(
                                "TransactGetItems", write(times(100, get("{id:'%'}", ""))))
                        .get("Responses")
                        .size()),
                "100");
        list.one(
                HASH,
                "transact get: the same item twice is refused",
                "TransactGetItems",
                write(get("{id:'a'}", ""), get("{id:'a'}", "")),
                INVALID + "Transaction request cannot include multiple operations on one item");
        list.one(
                HASH,
                "transact get: an unknown table",
                "TransactGetItems",
                write("{Get:{TableName:'Missing',Key:{id:'a'}}}"),
                NOT_FOUND);
        list.one(
                HASH,
                "transact get: a key of another form cancels it",
                "TransactGetItems",
                write(get("{id:'a'}", ""), get("{other:'a'}", "")),
                CANCELLED + "[None, ValidationError] [{Code:'None'},{Code:'ValidationError',Message:'The provided key"
                        + " element does not match the schema'}]");
    }

    private static void refused(CaseList list, String name, String members, String words) {
        list.one(HASH, "transaction refused: " + name, "TransactWriteItems", members, words);
    }

    private static void refusals(CaseList list) {
        refused(
                list,
                "nothing",
                "TransactItems:[]",
                INVALID + "1 validation error detected: Value '[]' at 'transactItems'"
                        + " failed to satisfy constraint: Member must have length greater than or equal to 1");
        refused(
                list,
                "a hundred and one",
                write(times(101, put("{id:'%'}", ""))),
                INVALID
                        + "1 validation error detected: Value '…' at 'transactItems' failed to satisfy constraint: Member"
                        + " must have length less than or equal to 100");
        refused(
                list,
                "one item twice",
                write(put("{id:'a'}", ""), "{Delete:{TableName:'TABLE',Key:{id:'a'}}}"),
                INVALID + "Transaction request cannot include multiple operations on one item");
        refused(
                list,
                "two operations in one element",
                write("{Put:{TableName:'TABLE',Item:{id:'a'}},Delete:{TableName:'TABLE',Key:{id:'b'}}}"),
                INVALID + "TransactItems can only contain one of Check, Put, Update or Delete");
        refused(list, "an unknown table", write("{Put:{TableName:'Missing',Item:{id:'a'}}}"), NOT_FOUND);
        refused(
                list,
                "a bad condition",
                write(put("{id:'a'}", ",ConditionExpression:'a ='")),
                INVALID + "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"=\"");
        refused(
                list,
                "an item without its key",
                write(put("{v:1}", "")),
                CANCELLED + "[ValidationError] [{Code:'ValidationError',Message:'One or more parameter values were"
                        + " invalid: Missing the key id in the item'}]");
    }
}
