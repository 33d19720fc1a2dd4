package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.PARAMETER;
import static io.heatshield.behaviour.CaseList.times;
import static io.heatshield.behaviour.Shape.HASH;
import static io.heatshield.behaviour.Shape.TEXTS;

import java.util.List;

/** Sizes, counts and depths: the largest that pass, and the next one that does not. */
final class LimitCases {
    /** An item {@code {id:'a',v:…}} has four bytes beside the value's. */
    private static final int REST = 4;

    private static final int LARGEST = 400 * 1024;

    private LimitCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        items(list);
        keys(list);
        depth(list);
        expressions(list);
        transactions(list);
        numbers(list);
        return list.all();
    }

    private static String x(int length) {
        return "'" + "x".repeat(length) + "'";
    }

    private static void items(CaseList list) {
        String tooLarge = INVALID + "Item size has exceeded the maximum allowed size";
        list.one(HASH, "limit: an item of 400 KB", "PutItem", "Item:{id:'a',v:" + x(LARGEST - REST) + "}", "{}");
        list.one(
                HASH,
                "limit: an item of a byte more",
                "PutItem",
                "Item:{id:'a',v:" + x(LARGEST - REST + 1) + "}",
                tooLarge);
        list.one(
                HASH,
                "limit: text counts in UTF-8",
                "PutItem",
                "Item:{id:'a',v:'" + "é".repeat((LARGEST - REST) / 2 + 1) + "'}",
                tooLarge);
        list.one(
                HASH,
                "limit: names count too",
                "PutItem",
                "Item:{id:'a','" + "n".repeat(1000) + "':" + x(LARGEST - 1002) + "}",
                tooLarge);
        list.at(
                HASH,
                "limit: an update to more than 400 KB",
                bench -> bench.put("{id:'a',v:" + x(300_000) + "}")
                        .call(
                                "UpdateItem",
                                "Key:{id:'a'},UpdateExpression:'SET w = :w',ExpressionAttributeValues:{':w':"
                                        + x(120_000) + "}"),
                INVALID + "Item size to update has exceeded the maximum allowed size");
        list.one(
                HASH,
                "limit: a list and its elements cost three bytes and one each",
                "PutItem",
                "Item:{id:'a',v:[" + x(LARGEST - REST - 4) + "]}",
                "{}");
        list.one(HASH, "limit: and no more", "PutItem", "Item:{id:'a',v:[" + x(LARGEST - REST - 3) + "]}", tooLarge);
        list.at(
                HASH,
                "limit: an attribute name of 65535 bytes",
                bench -> {
                    String name = "n".repeat(65_535);
                    bench.put("{id:'a','" + name + "':1}").then("GetItem", "Key:{id:'a'}");
                    return bench.call("GetItem", "Key:{id:'a'}").get("Item").get(name);
                },
                "1");
    }

    private static void keys(CaseList list) {
        list.one(HASH, "limit: a partition key of 2048 bytes", "PutItem", "Item:{id:" + x(2048) + "}", "{}");
        list.one(
                HASH,
                "limit: a partition key of one more",
                "PutItem",
                "Item:{id:" + x(2049) + "}",
                PARAMETER + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
        list.one(
                HASH,
                "limit: reading a partition key of one more",
                "GetItem",
                "Key:{id:" + x(2049) + "}",
                PARAMETER + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
        list.one(TEXTS, "limit: a sort key of 1024 bytes", "PutItem", "Item:{p:'a',k:" + x(1024) + "}", "{}");
        list.one(
                TEXTS,
                "limit: a sort key of one more",
                "PutItem",
                "Item:{p:'a',k:" + x(1025) + "}",
                PARAMETER + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
    }

    private static void depth(CaseList list) {
        list.one(
                HASH,
                "limit: 32 levels",
                "PutItem",
                "Item:{id:'a',v:" + "[".repeat(31) + "1" + "]".repeat(31) + "}",
                "{}");
        list.one(
                HASH,
                "limit: 33 levels and more",
                "PutItem",
                "Item:{id:'a',v:" + "[".repeat(33) + "1" + "]".repeat(33) + "}",
                INVALID + "Nesting Levels have exceeded supported limits…");
    }

    private static void expressions(CaseList list) {
        list.one(
                HASH,
                "limit: an expression of more than 4 KB",
                "GetItem",
                "Key:{id:'a'},ProjectionExpression:'" + "p".repeat(4097) + "'",
                INVALID + "Invalid ProjectionExpression: Expression size has exceeded the maximum allowed size;…");
        list.one(
                HASH,
                "limit: an expression of 4 KB",
                "GetItem",
                "Key:{id:'a'},ProjectionExpression:'" + "p".repeat(4096) + "'",
                "{}");
        list.one(
                HASH,
                "limit: IN of a hundred operands",
                "Scan",
                "FilterExpression:'n IN (" + times(100, ":v%") + ")',ExpressionAttributeValues:{"
                        + times(100, "':v%':1") + "}",
                "{Count:0,Items:[],ScannedCount:0}");
        list.one(
                HASH,
                "limit: IN of a hundred and one",
                "Scan",
                "FilterExpression:'n IN (" + times(101, ":v%") + ")',ExpressionAttributeValues:{"
                        + times(101, "':v%':1") + "}",
                INVALID + "Invalid FilterExpression: …");
        list.one(
                HASH,
                "limit: more than three hundred operators",
                "Scan",
                "FilterExpression:'" + "NOT ".repeat(301) + "a = :v',ExpressionAttributeValues:{':v':1}",
                INVALID + "Invalid FilterExpression: The expression contains …");
        list.one(
                HASH,
                "limit: a path of more than 32 steps",
                "GetItem",
                "Key:{id:'a'},ProjectionExpression:'a" + ".b".repeat(32) + "'",
                INVALID + "Invalid ProjectionExpression: The document path has too many nesting …");
    }

    private static void transactions(CaseList list) {
        String large = "x".repeat(390_000);
        list.one(
                HASH,
                "limit: a transaction of more than 4 MB",
                "TransactWriteItems",
                "TransactItems:[" + times(11, "{Put:{TableName:'TABLE',Item:{id:'%',v:'" + large + "'}}}") + "]",
                INVALID + "…");
        list.at(
                HASH,
                "limit: a transaction that reads more than 4 MB",
                bench -> {
                    for (int i = 0; i < 11; i++) {
                        bench.put("{id:'" + (10 + i) + "',v:'" + large + "'}");
                    }
                    StringBuilder gets = new StringBuilder();
                    for (int i = 0; i < 11; i++) {
                        gets.append(i > 0 ? "," : "")
                                .append("{Get:{TableName:'TABLE',Key:{id:'")
                                .append(10 + i)
                                .append("'}}}");
                    }
                    return bench.call("TransactGetItems", "TransactItems:[" + gets + "]");
                },
                INVALID + "…");
    }

    private static void numbers(CaseList list) {
        list.at(
                HASH,
                "limit: the largest number",
                bench -> bench.put("{id:'a',v:{$N:'9.9999999999999999999999999999999999999E+125'}}")
                        .item("{id:'a'}")
                        .get("v"),
                "9" + "9".repeat(37) + "0".repeat(88));
        list.at(
                HASH,
                "limit: the smallest number",
                bench -> com.fasterxml.jackson.databind.node.TextNode.valueOf(
                        Notation.text(bench.put("{id:'a',v:{$N:'1E-130'}}").item("{id:'a'}"))),
                "'{id:'a',v:{$N:'0." + "0".repeat(129) + "1'}}'");
        list.at(
                HASH,
                "limit: a sum beyond the largest number",
                bench -> bench.put("{id:'a',v:{$N:'9E+125'}}")
                        .call(
                                "UpdateItem",
                                "Key:{id:'a'},UpdateExpression:'ADD v :v',ExpressionAttributeValues:{':v':{$N:'9E+125'}}"),
                INVALID + "Number overflow. Attempting to store a number with magnitude larger than supported range");
    }
}
