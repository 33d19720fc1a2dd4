package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.only;
import static io.heatshield.behaviour.CaseList.sorted;
import static io.heatshield.behaviour.Shape.HASH;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Scans: everything once, in pages and segments, filtered, and what is refused. */
final class ScanCases {
    private ScanCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        list.at(HASH, "scan: of nothing", bench -> bench.call("Scan", ""), "{Count:0,Items:[],ScannedCount:0}");
        list.at(
                HASH,
                "scan: everything",
                bench -> sorted(ten(bench).call("Scan", "").get("Items"), "n"),
                "'0 1 2 3 4 5 6 7 8 9'");
        list.at(HASH, "scan: in pages", bench -> walk(ten(bench), ",Limit:3"), "'0 1 2 3 4 5 6 7 8 9'");
        list.at(
                HASH,
                "scan: in segments",
                bench -> {
                    ten(bench);
                    Set<String> seen = new TreeSet<>();
                    int count = 0;
                    for (int segment = 0; segment < 3; segment++) {
                        JsonNode items = bench.call("Scan", "Segment:" + segment + ",TotalSegments:3")
                                .get("Items");
                        items.forEach(item -> seen.add(item.get("n").asText()));
                        count += items.size();
                    }
                    return TextNode.valueOf(count + ": " + String.join(" ", seen));
                },
                "'10: 0 1 2 3 4 5 6 7 8 9'");
        list.at(
                HASH,
                "scan: filtered",
                bench -> only(
                        ten(bench)
                                .call(
                                        "Scan",
                                        "FilterExpression:'n >= :v AND NOT n = :w',ExpressionAttributeValues:{':v':7,':w':8}"),
                        "Count",
                        "ScannedCount"),
                "{Count:2,ScannedCount:10}");
        list.at(
                HASH,
                "scan: may filter by the key",
                bench -> only(
                        ten(bench).call("Scan", "FilterExpression:'id = :v',ExpressionAttributeValues:{':v':'i3'}"),
                        "Count"),
                "{Count:1}");
        list.at(
                HASH,
                "scan: counted",
                bench -> ten(bench).call("Scan", "Select:'COUNT'"),
                "{Count:10,ScannedCount:10}");
        list.at(
                HASH,
                "scan: projected",
                bench -> sorted(
                        ten(bench).call("Scan", "ProjectionExpression:'n'").get("Items"), "id"),
                "'" + " ".repeat(9) + "'");
        list.at(
                HASH,
                "scan: legacy ScanFilter",
                bench -> only(
                        ten(bench).call("Scan", "ScanFilter:{n:{ComparisonOperator:'LT',AttributeValueList:[3]}}"),
                        "Count",
                        "ScannedCount"),
                "{Count:3,ScannedCount:10}");
        list.at(
                HASH,
                "scan: strongly consistent",
                bench -> only(ten(bench).call("Scan", "ConsistentRead:true"), "Count"),
                "{Count:10}");
        refusals(list);
        return list.all();
    }

    private static Bench ten(Bench bench) {
        for (int n = 0; n < 10; n++) {
            bench.put("{id:'i" + n + "',n:" + n + "}");
        }
        return bench;
    }

    private static JsonNode walk(Bench bench, String more) {
        Set<String> seen = new TreeSet<>();
        String start = "";
        for (int page = 0; page < 20; page++) {
            JsonNode answer = bench.call("Scan", "Select:'ALL_ATTRIBUTES'" + more + start);
            answer.get("Items").forEach(item -> seen.add(item.get("n").asText()));
            if (!answer.has("LastEvaluatedKey")) {
                return TextNode.valueOf(String.join(" ", seen));
            }
            start = ",ExclusiveStartKey:" + Notation.text(answer.get("LastEvaluatedKey"));
        }
        throw new AssertionError("the pages do not end");
    }

    private static void refused(CaseList list, String name, String members, String words) {
        list.one(HASH, "scan refused: " + name, "Scan", members, INVALID + words);
    }

    private static void refusals(CaseList list) {
        refused(
                list,
                "a segment of how many",
                "Segment:0",
                "The TotalSegments parameter is required but was not present in the request when Segment parameter is"
                        + " present");
        refused(
                list,
                "which of the segments",
                "TotalSegments:2",
                "The Segment parameter is required but was not present in the request when parameter TotalSegments is"
                        + " present");
        refused(
                list,
                "a segment beyond the last",
                "Segment:2,TotalSegments:2",
                "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 2 is not"
                        + " less than TotalSegments: 2");
        refused(
                list,
                "too many segments",
                "Segment:0,TotalSegments:1000001",
                "1 validation error detected: Value '1000001' at 'totalSegments' failed to satisfy constraint: Member"
                        + " must have value less than or equal to 1000000");
        refused(
                list,
                "a start key of another form",
                "ExclusiveStartKey:{other:'x'}",
                "The provided starting key is invalid…");
        refused(
                list,
                "an empty filter",
                "FilterExpression:''",
                "Invalid FilterExpression: The expression can not be empty;");
        refused(
                list,
                "values without an expression",
                "ExpressionAttributeValues:{':v':1}",
                "ExpressionAttributeValues can only be specified when using expressions…");
        refused(
                list,
                "SPECIFIC_ATTRIBUTES without saying which",
                "Select:'SPECIFIC_ATTRIBUTES'",
                "…Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
        refused(
                list,
                "ALL_PROJECTED_ATTRIBUTES of a table",
                "Select:'ALL_PROJECTED_ATTRIBUTES'",
                "…ALL_PROJECTED_ATTRIBUTES can be used only when Scanning using an IndexName");
    }
}
