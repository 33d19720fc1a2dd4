package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.times;
import static io.heatshield.behaviour.Shape.HASH;
import static io.heatshield.behaviour.Shape.INDEXED;
import static io.heatshield.behaviour.Shape.RANGE;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Consumed capacity: reads in blocks of 4 KB, writes in blocks of 1 KB, by table and by index. */
final class CapacityCases {
    private static final String TOTAL = ",ReturnConsumedCapacity:'TOTAL'";
    private static final String INDEXES = ",ReturnConsumedCapacity:'INDEXES'";

    private CapacityCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        reads(list);
        writes(list);
        queries(list);
        indexes(list);
        batches(list);
        transactions(list);
        return list.all();
    }

    private static String item(int bytes) {
        return "{id:'a',v:'" + "x".repeat(bytes - 4) + "'}";
    }

    private static JsonNode units(JsonNode answer) {
        return answer.at("/ConsumedCapacity/CapacityUnits");
    }

    private static void read(CaseList list, String name, int bytes, String more, String units) {
        list.at(
                HASH,
                "capacity: reading " + name,
                bench -> units(
                        (bytes > 0 ? bench.put(item(bytes)) : bench).call("GetItem", "Key:{id:'a'}" + more + TOTAL)),
                units);
    }

    private static void reads(CaseList list) {
        read(list, "4 KB", 4096, "", "0.5");
        read(list, "a byte more", 4097, "", "1.0");
        read(list, "4 KB consistently", 4096, ",ConsistentRead:true", "1.0");
        read(list, "a byte more consistently", 4097, ",ConsistentRead:true", "2.0");
        read(list, "nothing", 0, "", "0.5");
        read(list, "nothing consistently", 0, ",ConsistentRead:true", "1.0");
        read(list, "a part of 8 KB", 8192, ",ProjectionExpression:'id'", "1.0");
        list.at(
                HASH,
                "capacity: TOTAL has no parts",
                bench -> bench.call("GetItem", "Key:{id:'a'}" + TOTAL),
                "{ConsumedCapacity:{CapacityUnits:0.5,TableName:'TABLE'}}");
        list.at(
                HASH,
                "capacity: INDEXES has the table's part",
                bench -> bench.call("GetItem", "Key:{id:'a'}" + INDEXES),
                "{ConsumedCapacity:{CapacityUnits:0.5,Table:{CapacityUnits:0.5},TableName:'TABLE'}}");
        list.at(
                HASH,
                "capacity: NONE has none",
                bench -> bench.call("GetItem", "Key:{id:'a'},ReturnConsumedCapacity:'NONE'"),
                "{}");
    }

    private static void write(CaseList list, String name, Case.Steps steps, String units) {
        list.at(
                HASH,
                "capacity: writing " + name,
                bench -> units(java.util.Objects.requireNonNull(steps.run(bench))),
                units);
    }

    private static void writes(CaseList list) {
        write(list, "1 KB", bench -> bench.call("PutItem", "Item:" + item(1024) + TOTAL), "1.0");
        write(list, "a byte more", bench -> bench.call("PutItem", "Item:" + item(1025) + TOTAL), "2.0");
        write(list, "less over more", bench -> bench.put(item(3000)).call("PutItem", "Item:{id:'a'}" + TOTAL), "3.0");
        write(
                list,
                "a deletion of 3000 bytes",
                bench -> bench.put(item(3000)).call("DeleteItem", "Key:{id:'a'}" + TOTAL),
                "3.0");
        write(list, "a deletion of nothing", bench -> bench.call("DeleteItem", "Key:{id:'a'}" + TOTAL), "1.0");
        write(
                list,
                "a small update of 3000 bytes",
                bench -> bench.put(item(3000))
                        .call(
                                "UpdateItem",
                                "Key:{id:'a'},UpdateExpression:'SET n = :n',ExpressionAttributeValues:{':n':1}"
                                        + TOTAL),
                "3.0");
    }

    private static Bench five(Bench bench) {
        for (int i = 0; i < 5; i++) {
            bench.put("{p:'x',k:" + i + ",v:'" + "x".repeat(1000) + "'}");
        }
        return bench;
    }

    private static void queries(CaseList list) {
        String query = "KeyConditionExpression:'p = :p',ExpressionAttributeValues:{':p':'x'}";
        list.at(
                RANGE,
                "capacity: a query rounds its page up",
                bench -> units(five(bench).call("Query", query + TOTAL)),
                "1.0");
        list.at(
                RANGE,
                "capacity: a consistent query",
                bench -> units(five(bench).call("Query", query + ",ConsistentRead:true" + TOTAL)),
                "2.0");
        list.at(
                RANGE,
                "capacity: a filter saves nothing",
                bench -> units(five(bench)
                        .call(
                                "Query",
                                "KeyConditionExpression:'p = :p',FilterExpression:'v = :p',"
                                        + "ExpressionAttributeValues:{':p':'x'}" + TOTAL)),
                "1.0");
        list.at(
                RANGE,
                "capacity: counting costs the same",
                bench -> units(five(bench).call("Scan", "Select:'COUNT'" + TOTAL)),
                "1.0");
        list.at(RANGE, "capacity: a query of nothing", bench -> units(bench.call("Query", query + TOTAL)), "0.5");
    }

    private static void indexes(CaseList list) {
        list.at(
                INDEXED,
                "capacity: a put is counted in each index that it enters",
                bench -> bench.call("PutItem", "Item:{p:'x',k:1,score:1,city:'Rome'}" + INDEXES)
                        .get("ConsumedCapacity"),
                "{CapacityUnits:6.0,GlobalSecondaryIndexes:{all:{CapacityUnits:1.0},keys:{CapacityUnits:1.0},"
                        + "some:{CapacityUnits:1.0}},LocalSecondaryIndexes:{local:{CapacityUnits:1.0},"
                        + "localAll:{CapacityUnits:1.0}},Table:{CapacityUnits:1.0},TableName:'TABLE'}");
        list.at(
                INDEXED,
                "capacity: and not where it does not",
                bench -> units(bench.call("PutItem", "Item:{p:'x',k:1}" + TOTAL)),
                "1.0");
        list.at(
                INDEXED,
                "capacity: a key of an index that changes costs two",
                bench -> bench.put("{p:'x',k:1,city:'Rome'}")
                        .call(
                                "UpdateItem",
                                "Key:{p:'x',k:1},UpdateExpression:'SET city = :c',ExpressionAttributeValues:{':c':'Oslo'}"
                                        + INDEXES)
                        .at("/ConsumedCapacity/GlobalSecondaryIndexes/keys/CapacityUnits"),
                "2.0");
        list.at(
                INDEXED,
                "capacity: what an index does not have costs it nothing",
                bench -> units(bench.put("{p:'x',k:1,city:'Rome'}")
                        .call(
                                "UpdateItem",
                                "Key:{p:'x',k:1},UpdateExpression:'SET extra = :c',ExpressionAttributeValues:{':c':'Oslo'}"
                                        + TOTAL)),
                "1.0");
        list.at(
                INDEXED,
                "capacity: a query of an index is the index's",
                bench -> bench.put("{p:'x',k:1,city:'Rome'}")
                        .call(
                                "Query",
                                "KeyConditionExpression:'city = :c',ExpressionAttributeValues:{':c':'Rome'},IndexName:'keys'"
                                        + INDEXES)
                        .get("ConsumedCapacity"),
                "{CapacityUnits:0.5,GlobalSecondaryIndexes:{keys:{CapacityUnits:0.5}},Table:{CapacityUnits:0.0},"
                        + "TableName:'TABLE'}");
    }

    private static void batches(CaseList list) {
        list.at(
                HASH,
                "capacity: a batch of reads rounds each item",
                bench -> bench.put(item(4097))
                        .call("BatchGetItem", "RequestItems:{TABLE:{Keys:[{id:'a'},{id:'b'}]}}" + TOTAL)
                        .get("ConsumedCapacity"),
                "[{CapacityUnits:1.5,TableName:'TABLE'}]");
        list.at(
                HASH,
                "capacity: a batch of writes",
                bench -> bench.call(
                                "BatchWriteItem",
                                "RequestItems:{TABLE:[" + times(3, "{PutRequest:{Item:{id:'%'}}}") + "]}" + TOTAL)
                        .get("ConsumedCapacity"),
                "[{CapacityUnits:3.0,TableName:'TABLE'}]");
    }

    private static void transactions(CaseList list) {
        list.at(
                HASH,
                "capacity: a transaction writes at double",
                bench -> bench.call(
                                "TransactWriteItems",
                                "TransactItems:[{Put:{TableName:'TABLE',Item:" + item(1025) + "}}]" + TOTAL)
                        .get("ConsumedCapacity"),
                "[{CapacityUnits:4.0,TableName:'TABLE',WriteCapacityUnits:4.0}]");
        list.at(
                HASH,
                "capacity: a transaction reads at double",
                bench -> bench.put(item(4097))
                        .call(
                                "TransactGetItems",
                                "TransactItems:[{Get:{TableName:'TABLE',Key:{id:'a'}}},{Get:{TableName:'TABLE',Key:{id:'b'}}}]"
                                        + TOTAL)
                        .get("ConsumedCapacity"),
                "[{CapacityUnits:6.0,ReadCapacityUnits:6.0,TableName:'TABLE'}]");
        list.at(
                HASH,
                "capacity: a statement",
                bench -> bench.put("{id:'a'}")
                        .call("ExecuteStatement", "Statement:\"SELECT * FROM \\\"TABLE\\\" WHERE id = 'a'\"" + TOTAL)
                        .at("/ConsumedCapacity/CapacityUnits"),
                "0.5");
    }
}
