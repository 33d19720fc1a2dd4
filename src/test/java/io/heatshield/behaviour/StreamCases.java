package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** Streams: what is recorded of each change, under each view, and how it is read. */
final class StreamCases {
    private StreamCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        views(list);
        events(list);
        reading(list);
        refusals(list);
        return list.all();
    }

    private static Bench streaming(Bench bench, String view) {
        return bench.create(
                Shape.HASH.members + ",StreamSpecification:{StreamEnabled:true,StreamViewType:'" + view + "'}");
    }

    private static String arn(Bench bench) {
        return bench.call("DescribeTable", "").at("/Table/LatestStreamArn").asText();
    }

    private static JsonNode description(Bench bench) {
        return bench.call("DescribeStream", "StreamArn:'" + arn(bench) + "'").get("StreamDescription");
    }

    /** All records from the beginning, of the shards in order; waits until there are so many. */
    private static ArrayNode records(Bench bench, int count) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> readAll(bench), all -> all.size() >= count);
    }

    private static ArrayNode readAll(Bench bench) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        String arn = arn(bench);
        for (JsonNode shard : description(bench).get("Shards")) {
            String iterator = iterator(bench, arn, shard, "ShardIteratorType:'TRIM_HORIZON'");
            bench.call("GetRecords", "ShardIterator:'" + iterator + "'")
                    .get("Records")
                    .forEach(all::add);
        }
        return all;
    }

    private static String iterator(Bench bench, String arn, JsonNode shard, String type) {
        return bench.call(
                        "GetShardIterator",
                        "StreamArn:'" + arn + "',ShardId:'"
                                + shard.get("ShardId").asText() + "'," + type)
                .get("ShardIterator")
                .asText();
    }

    private static JsonNode image(JsonNode record) {
        return ((ObjectNode) record.get("dynamodb")).retain("Keys", "NewImage", "OldImage", "StreamViewType");
    }

    private static void view(CaseList list, String view, String documented) {
        list.add(
                "stream: the view " + view,
                bench -> image(records(streaming(bench, view).put("{id:'a',v:1}", "{id:'a',v:2}"), 2)
                        .get(1)),
                documented);
    }

    private static void views(CaseList list) {
        view(list, "KEYS_ONLY", "{Keys:{id:'a'},StreamViewType:'KEYS_ONLY'}");
        view(list, "NEW_IMAGE", "{Keys:{id:'a'},NewImage:{id:'a',v:2},StreamViewType:'NEW_IMAGE'}");
        view(list, "OLD_IMAGE", "{Keys:{id:'a'},OldImage:{id:'a',v:1},StreamViewType:'OLD_IMAGE'}");
        view(
                list,
                "NEW_AND_OLD_IMAGES",
                "{Keys:{id:'a'},NewImage:{id:'a',v:2},OldImage:{id:'a',v:1},StreamViewType:'NEW_AND_OLD_IMAGES'}");
    }

    private static JsonNode names(ArrayNode records) {
        StringBuilder names = new StringBuilder();
        records.forEach(record -> names.append(names.length() > 0 ? " " : "")
                .append(record.get("eventName").asText()));
        return TextNode.valueOf(names.toString());
    }

    private static void events(CaseList list) {
        list.add(
                "stream: insert, modify and remove",
                bench -> names(records(
                        streaming(bench, "NEW_AND_OLD_IMAGES")
                                .put("{id:'a',v:1}")
                                .then(
                                        "UpdateItem",
                                        "Key:{id:'a'},UpdateExpression:'SET v = :v',ExpressionAttributeValues:{':v':2}")
                                .then("DeleteItem", "Key:{id:'a'}"),
                        3)),
                "'INSERT MODIFY REMOVE'");
        list.add(
                "stream: a write that changes nothing is not recorded",
                bench -> names(records(
                        streaming(bench, "KEYS_ONLY")
                                .put("{id:'a',v:1}", "{id:'a',v:1}")
                                .then("DeleteItem", "Key:{id:'none'}")
                                .then("DeleteItem", "Key:{id:'a'}"),
                        2)),
                "'INSERT REMOVE'");
        list.add(
                "stream: a batch and a transaction are recorded",
                bench -> com.fasterxml.jackson.databind.node.IntNode.valueOf(records(
                                streaming(bench, "KEYS_ONLY")
                                        .then(
                                                "BatchWriteItem",
                                                "RequestItems:{TABLE:[{PutRequest:{Item:{id:'a'}}},{PutRequest:{Item:{id:'b'}}}]}")
                                        .then(
                                                "TransactWriteItems",
                                                "TransactItems:[{Put:{TableName:'TABLE',Item:{id:'c'}}}]"),
                                3)
                        .size()),
                "3");
        list.add(
                "stream: what a record says of itself",
                bench -> {
                    ObjectNode record =
                            (ObjectNode) records(streaming(bench, "KEYS_ONLY").put("{id:'a'}"), 1)
                                    .get(0);
                    return record.retain("eventName", "eventSource", "eventVersion", "awsRegion");
                },
                "{awsRegion:'us-east-1',eventName:'INSERT',eventSource:'aws:dynamodb',eventVersion:'1.1'}");
    }

    private static void reading(CaseList list) {
        list.add(
                "stream: its description",
                bench -> ((ObjectNode) description(streaming(bench, "NEW_IMAGE")))
                        .retain("KeySchema", "StreamStatus", "StreamViewType", "TableName"),
                "{KeySchema:[{AttributeName:'id',KeyType:'HASH'}],StreamStatus:'ENABLED',StreamViewType:'NEW_IMAGE',"
                        + "TableName:'TABLE'}");
        list.add(
                "stream: is listed for its table",
                bench -> {
                    streaming(bench, "NEW_IMAGE");
                    return bench.call("ListStreams", "TableName:'TABLE'")
                            .get("Streams")
                            .get(0)
                            .get("TableName");
                },
                "'TABLE'");
        list.add(
                "stream: the latest begins behind everything",
                bench -> {
                    streaming(bench, "KEYS_ONLY").put("{id:'a'}");
                    records(bench, 1);
                    int seen = 0;
                    for (JsonNode shard : description(bench).get("Shards")) {
                        String iterator = iterator(bench, arn(bench), shard, "ShardIteratorType:'LATEST'");
                        seen += bench.call("GetRecords", "ShardIterator:'" + iterator + "'")
                                .get("Records")
                                .size();
                    }
                    return com.fasterxml.jackson.databind.node.IntNode.valueOf(seen);
                },
                "0");
        list.add(
                "stream: after a sequence number",
                bench -> {
                    streaming(bench, "NEW_IMAGE").put("{id:'a',v:1}", "{id:'a',v:2}", "{id:'a',v:3}");
                    String first = records(bench, 3)
                            .get(0)
                            .at("/dynamodb/SequenceNumber")
                            .asText();
                    return from(bench, "AFTER_SEQUENCE_NUMBER", first);
                },
                "'2 3'");
        list.add(
                "stream: at a sequence number",
                bench -> {
                    streaming(bench, "NEW_IMAGE").put("{id:'a',v:1}", "{id:'a',v:2}", "{id:'a',v:3}");
                    String second = records(bench, 3)
                            .get(1)
                            .at("/dynamodb/SequenceNumber")
                            .asText();
                    return from(bench, "AT_SEQUENCE_NUMBER", second);
                },
                "'2 3'");
        list.add(
                "stream: a limit of records, and the next iterator goes on",
                bench -> {
                    streaming(bench, "NEW_IMAGE").put("{id:'a',v:1}", "{id:'a',v:2}", "{id:'a',v:3}");
                    records(bench, 3);
                    StringBuilder sizes = new StringBuilder();
                    JsonNode shard = shardOfA(bench);
                    String next = iterator(bench, arn(bench), shard, "ShardIteratorType:'TRIM_HORIZON'");
                    for (int i = 0; i < 3; i++) {
                        JsonNode answer = bench.call("GetRecords", "ShardIterator:'" + next + "',Limit:2");
                        sizes.append(answer.get("Records").size());
                        next = answer.get("NextShardIterator").asText();
                    }
                    return TextNode.valueOf(sizes.toString());
                },
                "'210'");
    }

    /** The shard on which the changes of item {@code a} are. */
    private static JsonNode shardOfA(Bench bench) {
        String arn = arn(bench);
        for (JsonNode shard : description(bench).get("Shards")) {
            String iterator = iterator(bench, arn, shard, "ShardIteratorType:'TRIM_HORIZON'");
            if (bench.call("GetRecords", "ShardIterator:'" + iterator + "'")
                            .get("Records")
                            .size()
                    > 0) {
                return shard;
            }
        }
        throw new AssertionError("no shard has the records");
    }

    private static JsonNode from(Bench bench, String type, String sequence) {
        String iterator = iterator(
                bench,
                arn(bench),
                shardOfA(bench),
                "ShardIteratorType:'" + type + "',SequenceNumber:'" + sequence + "'");
        StringBuilder seen = new StringBuilder();
        bench.call("GetRecords", "ShardIterator:'" + iterator + "'")
                .get("Records")
                .forEach(record -> seen.append(seen.length() > 0 ? " " : "")
                        .append(record.at("/dynamodb/NewImage/v").asText()));
        return TextNode.valueOf(seen.toString());
    }

    private static void refusals(CaseList list) {
        list.add(
                "stream refused: an unknown one",
                bench -> bench.call(
                        "DescribeStream",
                        "StreamArn:'arn:aws:dynamodb:us-east-1:000000000000:table/Missing/stream/2026-01-01T00:00:00.000'"),
                "ResourceNotFoundException: Requested resource not found: Stream: …");
        list.add(
                "stream refused: an iterator that is none",
                bench -> bench.call("GetRecords", "ShardIterator:'nonsense'"),
                INVALID + "Invalid ShardIterator…");
        list.add(
                "stream refused: a table with a stream and no view",
                bench -> bench.name()
                        .call("CreateTable", Shape.HASH.members + ",StreamSpecification:{StreamEnabled:true}"),
                INVALID + "One or more parameter values were invalid: …");
        list.add(
                "stream: switched off, the table says so no more",
                bench -> {
                    streaming(bench, "KEYS_ONLY").then("UpdateTable", "StreamSpecification:{StreamEnabled:false}");
                    bench.awaitActive();
                    return TextNode.valueOf(bench.call("DescribeTable", "")
                            .at("/Table/StreamSpecification/StreamEnabled")
                            .asText("off"));
                },
                "'off'");
    }
}
