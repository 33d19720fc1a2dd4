package io.heatshield.behaviour;

import static io.heatshield.behaviour.CaseList.INVALID;
import static io.heatshield.behaviour.CaseList.PARAMETER;
import static io.heatshield.behaviour.CaseList.only;
import static io.heatshield.behaviour.Shape.HASH;
import static io.heatshield.behaviour.Shape.INDEXED;
import static io.heatshield.behaviour.Shape.RANGE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;

/** Tables: making, describing, changing and deleting them, their time to live and their tags. */
final class TableCases {
    private static final String ID = "AttributeDefinitions:[{AttributeName:'id',AttributeType:'S'}]";
    private static final String BY_ID = "KeySchema:[{AttributeName:'id',KeyType:'HASH'}]";
    private static final String ON_DEMAND = "BillingMode:'PAY_PER_REQUEST'";

    private TableCases() {}

    static List<Case> all() {
        CaseList list = new CaseList();
        descriptions(list);
        lists(list);
        updates(list);
        deletions(list);
        lifetimes(list);
        tags(list);
        refusals(list);
        return list.all();
    }

    private static JsonNode described(Bench bench, String... members) {
        return ((ObjectNode) bench.call("DescribeTable", "").get("Table")).retain(members);
    }

    private static void descriptions(CaseList list) {
        list.at(
                RANGE,
                "table: its keys are described",
                bench -> described(bench, "AttributeDefinitions", "KeySchema", "TableName", "TableStatus", "ItemCount"),
                "{AttributeDefinitions:[{AttributeName:'p',AttributeType:'S'},{AttributeName:'k',AttributeType:'N'}],"
                        + "ItemCount:0,KeySchema:[{AttributeName:'p',KeyType:'HASH'},{AttributeName:'k',KeyType:'RANGE'}],"
                        + "TableName:'TABLE',TableStatus:'ACTIVE'}");
        list.at(
                HASH,
                "table: on demand it has no throughput",
                bench -> only(
                        described(bench, "ProvisionedThroughput").get("ProvisionedThroughput"),
                        "ReadCapacityUnits",
                        "WriteCapacityUnits",
                        "NumberOfDecreasesToday"),
                "{NumberOfDecreasesToday:0,ReadCapacityUnits:0,WriteCapacityUnits:0}");
        list.at(
                HASH,
                "table: on demand it says so",
                bench -> described(bench, "BillingModeSummary").at("/BillingModeSummary/BillingMode"),
                "'PAY_PER_REQUEST'");
        list.add(
                "table: with throughput",
                bench -> only(
                        bench.create(ID + "," + BY_ID
                                        + ",ProvisionedThroughput:{ReadCapacityUnits:3,WriteCapacityUnits:4}")
                                .call("DescribeTable", "")
                                .at("/Table/ProvisionedThroughput"),
                        "ReadCapacityUnits",
                        "WriteCapacityUnits"),
                "{ReadCapacityUnits:3,WriteCapacityUnits:4}");
        list.at(HASH, "table: has an ARN", bench -> described(bench, "TableArn").get("TableArn"), "'ARN:table/TABLE'");
        list.at(
                HASH,
                "table: its ARN does for its name",
                bench -> {
                    String arn = described(bench, "TableArn").get("TableArn").asText();
                    return bench.put("{id:'a'}").call("GetItem", "TableName:'" + arn + "',Key:{id:'a'}");
                },
                "{Item:{id:'a'}}");
        list.at(
                INDEXED,
                "table: its global indexes are described",
                bench -> {
                    StringBuilder names = new StringBuilder();
                    described(bench, "GlobalSecondaryIndexes")
                            .get("GlobalSecondaryIndexes")
                            .forEach(
                                    index -> names.append(index.get("IndexName").asText())
                                            .append(' ')
                                            .append(index.at("/Projection/ProjectionType")
                                                    .asText())
                                            .append(' ')
                                            .append(index.get("IndexStatus").asText())
                                            .append("; "));
                    return TextNode.valueOf(
                            java.util.Arrays.stream(names.toString().split("; "))
                                    .sorted()
                                    .collect(java.util.stream.Collectors.joining("; ")));
                },
                "'all ALL ACTIVE; keys KEYS_ONLY ACTIVE; some INCLUDE ACTIVE'");
        list.at(
                INDEXED,
                "table: its local indexes are described",
                bench -> com.fasterxml.jackson.databind.node.IntNode.valueOf(described(bench, "LocalSecondaryIndexes")
                        .get("LocalSecondaryIndexes")
                        .size()),
                "2");
        list.add(
                "table: an unknown one",
                bench -> bench.name().call("DescribeTable", ""),
                "ResourceNotFoundException: Requested resource not found: Table: TABLE not found");
        list.at(
                HASH,
                "table: made twice",
                bench -> bench.call("CreateTable", HASH.members),
                "ResourceInUseException: Table already exists: TABLE");
    }

    private static void lists(CaseList list) {
        list.at(
                HASH,
                "tables: listed behind a name",
                bench -> {
                    String name = described(bench, "TableName").get("TableName").asText();
                    String before = name.substring(0, name.length() - 1);
                    return bench.call("ListTables", "ExclusiveStartTableName:'" + before + "',Limit:1")
                            .get("TableNames");
                },
                "['TABLE']");
        list.add(
                "tables: a limit of nothing is refused",
                bench -> bench.call("ListTables", "Limit:0"),
                INVALID + "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must"
                        + " have value greater than or equal to 1");
        list.add(
                "tables: more than a hundred at once is refused",
                bench -> bench.call("ListTables", "Limit:101"),
                INVALID
                        + "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: Member must"
                        + " have value less than or equal to 100");
    }

    private static void updates(CaseList list) {
        list.at(
                HASH,
                "table update: to throughput",
                bench -> only(
                        bench.then(
                                        "UpdateTable",
                                        "BillingMode:'PROVISIONED',ProvisionedThroughput:{ReadCapacityUnits:5,WriteCapacityUnits:6}")
                                .awaitActive()
                                .call("DescribeTable", "")
                                .at("/Table/ProvisionedThroughput"),
                        "ReadCapacityUnits",
                        "WriteCapacityUnits"),
                "{ReadCapacityUnits:5,WriteCapacityUnits:6}");
        list.at(
                HASH,
                "table update: a global index is made and filled",
                bench -> {
                    bench.put("{id:'a',c:'x'}", "{id:'b'}")
                            .call(
                                    "UpdateTable",
                                    "AttributeDefinitions:[{AttributeName:'id',AttributeType:'S'},{AttributeName:'c',AttributeType:'S'}],"
                                            + "GlobalSecondaryIndexUpdates:[{Create:{IndexName:'byC',"
                                            + "KeySchema:[{AttributeName:'c',KeyType:'HASH'}],Projection:{ProjectionType:'ALL'}}}]");
                    org.awaitility.Awaitility.await()
                            .until(() -> bench.call("DescribeTable", "")
                                    .at("/Table/GlobalSecondaryIndexes/0/IndexStatus")
                                    .asText()
                                    .equals("ACTIVE"));
                    return bench.call("Scan", "IndexName:'byC'");
                },
                "{Count:1,Items:[{c:'x',id:'a'}],ScannedCount:1}");
        list.at(
                INDEXED,
                "table update: a global index is removed",
                bench -> {
                    bench.call("UpdateTable", "GlobalSecondaryIndexUpdates:[{Delete:{IndexName:'some'}}]");
                    org.awaitility.Awaitility.await()
                            .atMost(java.time.Duration.ofSeconds(5))
                            .until(() -> bench.call("DescribeTable", "")
                                            .at("/Table/GlobalSecondaryIndexes")
                                            .size()
                                    == 2);
                    return bench.call("Scan", "IndexName:'some'");
                },
                INVALID + "The table does not have the specified index: some");
        list.at(
                HASH,
                "table update: of nothing is refused",
                bench -> bench.call("UpdateTable", ""),
                INVALID + "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled,"
                        + " GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
        list.at(
                HASH,
                "table update: protected, it cannot be deleted",
                bench -> {
                    bench.then("UpdateTable", "DeletionProtectionEnabled:true").awaitActive();
                    try {
                        return bench.call("DeleteTable", "");
                    } finally {
                        bench.then("UpdateTable", "DeletionProtectionEnabled:false")
                                .awaitActive();
                    }
                },
                INVALID + "Resource cannot be deleted as it is currently protected against deletion. Disable deletion"
                        + " protection first.");
    }

    private static void deletions(CaseList list) {
        list.at(
                HASH,
                "table: deleted, it is described once more",
                bench -> bench.call("DeleteTable", "").at("/TableDescription/TableStatus"),
                "'DELETING'");
        list.at(
                HASH,
                "table: made anew, it is empty",
                bench -> {
                    bench.put("{id:'a'}").call("DeleteTable", "");
                    org.awaitility.Awaitility.await()
                            .ignoreExceptionsInstanceOf(
                                    software.amazon.awssdk.services.dynamodb.model.ResourceInUseException.class)
                            .until(() -> bench.call("CreateTable", HASH.members) != null);
                    return bench.awaitActive().call("Scan", "");
                },
                "{Count:0,Items:[],ScannedCount:0}");
        list.add(
                "table: an unknown one cannot be deleted",
                bench -> bench.name().call("DeleteTable", ""),
                "ResourceNotFoundException: Requested resource not found: Table: TABLE not found");
    }

    private static void lifetimes(CaseList list) {
        list.at(
                HASH,
                "time to live: off at first",
                bench -> bench.call("DescribeTimeToLive", ""),
                "{TimeToLiveDescription:{TimeToLiveStatus:'DISABLED'}}");
        list.at(
                HASH,
                "time to live: switched on",
                bench -> bench.call("UpdateTimeToLive", "TimeToLiveSpecification:{Enabled:true,AttributeName:'until'}"),
                "{TimeToLiveSpecification:{AttributeName:'until',Enabled:true}}");
        list.at(
                HASH,
                "time to live: switched on twice is refused",
                bench -> bench.then("UpdateTimeToLive", "TimeToLiveSpecification:{Enabled:true,AttributeName:'until'}")
                        .call("UpdateTimeToLive", "TimeToLiveSpecification:{Enabled:true,AttributeName:'until'}"),
                INVALID + "TimeToLive is already enabled");
        list.at(
                HASH,
                "time to live: switched off twice is refused",
                bench ->
                        bench.call("UpdateTimeToLive", "TimeToLiveSpecification:{Enabled:false,AttributeName:'until'}"),
                INVALID + "TimeToLive is already disabled");
    }

    private static void tags(CaseList list) {
        list.at(
                HASH,
                "tags: put on and read",
                bench -> {
                    String arn = described(bench, "TableArn").get("TableArn").asText();
                    bench.call("TagResource", "ResourceArn:'" + arn + "',Tags:[{Key:'team',Value:'a'}]");
                    return bench.call("ListTagsOfResource", "ResourceArn:'" + arn + "'");
                },
                "{Tags:[{Key:'team',Value:'a'}]}");
        list.at(
                HASH,
                "tags: taken off",
                bench -> {
                    String arn = described(bench, "TableArn").get("TableArn").asText();
                    bench.call(
                            "TagResource", "ResourceArn:'" + arn + "',Tags:[{Key:'a',Value:'1'},{Key:'b',Value:'2'}]");
                    bench.call("UntagResource", "ResourceArn:'" + arn + "',TagKeys:['a']");
                    return bench.call("ListTagsOfResource", "ResourceArn:'" + arn + "'");
                },
                "{Tags:[{Key:'b',Value:'2'}]}");
    }

    private static void refused(CaseList list, String name, String members, String words) {
        list.add("table refused: " + name, bench -> bench.name().call("CreateTable", members), words);
    }

    private static void refusals(CaseList list) {
        String ends = "TableName:'ab'," + HASH.members;
        refused(list, "too short a name", ends, INVALID + "…Member must have length greater than or equal to 3");
        refused(
                list,
                "a name with a space",
                "TableName:'a b c'," + HASH.members,
                INVALID + "…Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
        refused(
                list,
                "a key without a definition",
                "AttributeDefinitions:[{AttributeName:'x',AttributeType:'S'}]," + BY_ID + "," + ON_DEMAND,
                INVALID + "One or more parameter values were invalid: Some index key attributes are not defined in"
                        + " AttributeDefinitions. Keys: [id], AttributeDefinitions: [x]");
        refused(
                list,
                "a definition without use",
                "AttributeDefinitions:[{AttributeName:'id',AttributeType:'S'},{AttributeName:'x',AttributeType:'S'}],"
                        + BY_ID + "," + ON_DEMAND,
                PARAMETER + "Number of attributes in KeySchema does not exactly match number of attributes defined in"
                        + " AttributeDefinitions");
        refused(
                list,
                "a sort key first",
                ID + ",KeySchema:[{AttributeName:'id',KeyType:'RANGE'}]," + ON_DEMAND,
                INVALID + "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
        refused(
                list,
                "throughput on demand",
                ID + "," + BY_ID + "," + ON_DEMAND
                        + ",ProvisionedThroughput:{ReadCapacityUnits:1,WriteCapacityUnits:1}",
                PARAMETER + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                        + " PAY_PER_REQUEST");
        refused(
                list,
                "no throughput",
                ID + "," + BY_ID,
                PARAMETER + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
                        + " PROVISIONED");
        refused(
                list,
                "a local index without a sort key",
                ID + "," + BY_ID + "," + ON_DEMAND + ",LocalSecondaryIndexes:[{IndexName:'abc'," + BY_ID
                        + ",Projection:{ProjectionType:'ALL'}}]",
                PARAMETER + "Table KeySchema does not have a range key, which is required when specifying a"
                        + " LocalSecondaryIndex");
        refused(
                list,
                "a projection of keys and more",
                ID + "," + BY_ID + "," + ON_DEMAND + ",GlobalSecondaryIndexes:[{IndexName:'abc'," + BY_ID
                        + ",Projection:{ProjectionType:'KEYS_ONLY',NonKeyAttributes:['x']}}]",
                PARAMETER + "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified");
        refused(
                list,
                "two indexes of one name",
                ID + "," + BY_ID + "," + ON_DEMAND + ",GlobalSecondaryIndexes:[{IndexName:'abc'," + BY_ID
                        + ",Projection:{ProjectionType:'ALL'}},{IndexName:'abc'," + BY_ID
                        + ",Projection:{ProjectionType:'ALL'}}]",
                PARAMETER + "Duplicate index name: abc");
    }
}
