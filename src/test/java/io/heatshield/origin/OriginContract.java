package io.heatshield.origin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every origin does, whoever wrote it: the raw JSON that goes in and comes out. Bodies are written with single
 * quotes. Tables are made for each test and dropped after it, so that a suite can run on an origin that lives on.
 */
public abstract class OriginContract {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HASH = "ContractHash";
    private static final String RANGE = "ContractRange";

    /** The origin under test; the same for all tests of a class. */
    protected abstract Origin origin();

    @BeforeEach
    void makeTables() {
        make(
                HASH,
                "'AttributeDefinitions':[{'AttributeName':'id','AttributeType':'S'}],"
                        + "'KeySchema':[{'AttributeName':'id','KeyType':'HASH'}]");
        make(
                RANGE,
                "'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'},"
                        + "{'AttributeName':'n','AttributeType':'N'}],"
                        + "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'},"
                        + "{'AttributeName':'n','KeyType':'RANGE'}]");
    }

    @AfterEach
    void dropTables() {
        for (String table : List.of(HASH, RANGE)) {
            send("DeleteTable", "{'TableName':'" + table + "'}");
            Awaitility.await()
                    .until(() -> !send("DescribeTable", "{'TableName':'" + table + "'}")
                            .ok());
        }
    }

    private void make(String table, String members) {
        ok("CreateTable", "{'TableName':'" + table + "','BillingMode':'PAY_PER_REQUEST'," + members + "}");
        Awaitility.await()
                .until(() -> ok("DescribeTable", "{'TableName':'" + table + "'}")
                        .at("/Table/TableStatus")
                        .asText()
                        .equals("ACTIVE"));
    }

    /** Sends a body; the reply, whatever it is. */
    protected final OriginReply send(String operation, String body) {
        OriginRequest request = new OriginRequest(
                "DynamoDB_20120810." + operation,
                "application/x-amz-json-1.0",
                Buffer.buffer(body.replace('\'', '"')),
                null,
                false,
                null);
        try {
            return origin().send(request)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(20, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(operation + " was not answered", e);
        }
    }

    /** The answer of an operation that must succeed. */
    protected final JsonNode ok(String operation, String body) {
        OriginReply reply = send(operation, body);
        assertThat(reply.ok())
                .withFailMessage(
                        () -> operation + " answered " + reply.payload().body().toString())
                .isTrue();
        return parse(reply.payload().body().toString());
    }

    /** The shape name of the error of an operation that must fail. */
    protected final String errorOf(String operation, String body) {
        OriginReply reply = send(operation, body);
        assertThat(reply.ok()).as(operation + " must fail").isFalse();
        return parse(reply.payload().body().toString()).path("__type").asText().replaceAll(".*#", "");
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json.replace("\n", ""));
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + json, e);
        }
    }

    private static JsonNode json(String single) {
        return parse(single.replace('\'', '"'));
    }

    private void put(String table, String item) {
        ok("PutItem", "{'TableName':'" + table + "','Item':" + item + "}");
    }

    private JsonNode get(String id) {
        return ok("GetItem", "{'TableName':'" + HASH + "','ConsistentRead':true,'Key':{'id':{'S':'" + id + "'}}}");
    }

    @Test
    void get_ofWhatWasPut_isTheSameInTheServicesForm() {
        put(
                HASH,
                "{'id':{'S':'a'},'n':{'N':'1.50'},'l':{'L':[{'S':'x'},{'NULL':true}]},'m':{'M':{'k':{'BOOL':false}}}}");

        assertThat(get("a"))
                .isEqualTo(json("{'Item':{'id':{'S':'a'},'n':{'N':'1.5'},'l':{'L':[{'S':'x'},{'NULL':true}]},"
                        + "'m':{'M':{'k':{'BOOL':false}}}}}"));
    }

    @Test
    void get_ofNothing_hasNoItem() {
        assertThat(get("nothing").has("Item")).isFalse();
    }

    @Test
    void get_projected_givesTheParts() {
        put(HASH, "{'id':{'S':'a'},'m':{'M':{'x':{'S':'1'},'y':{'S':'2'}}},'z':{'S':'3'}}");

        assertThat(ok(
                        "GetItem",
                        "{'TableName':'" + HASH + "','Key':{'id':{'S':'a'}},'ProjectionExpression':'m.#x',"
                                + "'ExpressionAttributeNames':{'#x':'x'}}"))
                .isEqualTo(json("{'Item':{'m':{'M':{'x':{'S':'1'}}}}}"));
    }

    @Test
    void put_underAConditionThatFails_changesNothing() {
        put(HASH, "{'id':{'S':'a'},'v':{'N':'1'}}");

        assertThat(errorOf(
                        "PutItem",
                        "{'TableName':'" + HASH + "','Item':{'id':{'S':'a'}},"
                                + "'ConditionExpression':'attribute_not_exists(id)'}"))
                .isEqualTo("ConditionalCheckFailedException");
        assertThat(get("a").at("/Item/v/N").asText()).isEqualTo("1");
    }

    @Test
    void update_countsAndAnswersTheNewValue() {
        String update = "{'TableName':'" + HASH + "','Key':{'id':{'S':'c'}},'UpdateExpression':'ADD hits :one',"
                + "'ExpressionAttributeValues':{':one':{'N':'1'}},'ReturnValues':'UPDATED_NEW'}";
        ok("UpdateItem", update);

        assertThat(ok("UpdateItem", update)).isEqualTo(json("{'Attributes':{'hits':{'N':'2'}}}"));
    }

    @Test
    void delete_answersTheOldItem() {
        put(HASH, "{'id':{'S':'a'},'v':{'N':'1'}}");

        assertThat(ok("DeleteItem", "{'TableName':'" + HASH + "','Key':{'id':{'S':'a'}},'ReturnValues':'ALL_OLD'}"))
                .isEqualTo(json("{'Attributes':{'id':{'S':'a'},'v':{'N':'1'}}}"));
        assertThat(get("a").has("Item")).isFalse();
    }

    @Test
    void query_ofARange_comesInOrderOfNumbers() {
        for (String n : List.of("10", "9", "-1", "2.5", "100")) {
            put(RANGE, "{'p':{'S':'x'},'n':{'N':'" + n + "'}}");
        }
        put(RANGE, "{'p':{'S':'y'},'n':{'N':'5'}}");

        assertThat(sortKeys(query("n BETWEEN :a AND :b", "':a':{'N':'0'},':b':{'N':'10'}", "")))
                .containsExactly("2.5", "9", "10");
        assertThat(sortKeys(query("n > :a", "':a':{'N':'9'}", ",'ScanIndexForward':false")))
                .containsExactly("100", "10");
    }

    @Test
    void query_inPages_givesEachItemOnce() {
        for (int n = 0; n < 7; n++) {
            put(RANGE, "{'p':{'S':'x'},'n':{'N':'" + n + "'}}");
        }
        List<String> seen = new ArrayList<>();
        String start = "";
        do {
            JsonNode page = query("n >= :a", "':a':{'N':'0'}", ",'Limit':3" + start);
            seen.addAll(sortKeys(page));
            start = page.has("LastEvaluatedKey") ? ",'ExclusiveStartKey':" + page.get("LastEvaluatedKey") : "";
        } while (!start.isEmpty());

        assertThat(seen).containsExactly("0", "1", "2", "3", "4", "5", "6");
    }

    private JsonNode query(String sortCondition, String values, String more) {
        return ok(
                "Query",
                "{'TableName':'" + RANGE + "','KeyConditionExpression':'p = :p AND " + sortCondition + "',"
                        + "'ExpressionAttributeValues':{':p':{'S':'x'}," + values + "}" + more + "}");
    }

    private static List<String> sortKeys(JsonNode answer) {
        List<String> keys = new ArrayList<>();
        answer.get("Items").forEach(item -> keys.add(item.at("/n/N").asText()));
        return keys;
    }

    @Test
    void scan_filtered_countsWhatItLookedAt() {
        for (int n = 0; n < 4; n++) {
            put(RANGE, "{'p':{'S':'p" + n + "'},'n':{'N':'" + n + "'},'even':{'BOOL':" + (n % 2 == 0) + "}}");
        }
        JsonNode answer = ok(
                "Scan",
                "{'TableName':'" + RANGE + "','FilterExpression':'even = :t',"
                        + "'ExpressionAttributeValues':{':t':{'BOOL':true}}}");

        assertThat(sortKeys(answer)).containsExactlyInAnyOrder("0", "2");
        assertThat(answer.get("Count").asInt()).isEqualTo(2);
        assertThat(answer.get("ScannedCount").asInt()).isEqualTo(4);
    }

    @Test
    void batches_writeAndReadWhatTheySay() {
        put(HASH, "{'id':{'S':'gone'}}");
        assertThat(ok(
                        "BatchWriteItem",
                        "{'RequestItems':{'" + HASH + "':[{'PutRequest':{'Item':{'id':{'S':'a'}}}},"
                                + "{'DeleteRequest':{'Key':{'id':{'S':'gone'}}}}]}}"))
                .isEqualTo(json("{'UnprocessedItems':{}}"));

        assertThat(ok(
                        "BatchGetItem",
                        "{'RequestItems':{'" + HASH + "':{'Keys':[{'id':{'S':'a'}},{'id':{'S':'gone'}}]}}}"))
                .isEqualTo(json("{'Responses':{'" + HASH + "':[{'id':{'S':'a'}}]},'UnprocessedKeys':{}}"));
    }

    @Test
    void consumedCapacity_isCountedInBlocks() {
        String large = "x".repeat(5000);
        ObjectNode capacity = (ObjectNode) ok(
                        "PutItem",
                        "{'TableName':'" + HASH + "','Item':{'id':{'S':'big'},'v':{'S':'" + large
                                + "'}},'ReturnConsumedCapacity':'TOTAL'}")
                .get("ConsumedCapacity");
        assertThat(capacity.get("CapacityUnits").asDouble()).isEqualTo(5);

        assertThat(ok(
                                "GetItem",
                                "{'TableName':'" + HASH
                                        + "','Key':{'id':{'S':'big'}},'ReturnConsumedCapacity':'TOTAL'}")
                        .at("/ConsumedCapacity/CapacityUnits")
                        .asDouble())
                .isEqualTo(1);
    }

    @Test
    void errors_haveTheServicesNames() {
        assertThat(errorOf("GetItem", "{'TableName':'NoSuchTable','Key':{'id':{'S':'a'}}}"))
                .isEqualTo("ResourceNotFoundException");
        assertThat(errorOf("GetItem", "{'TableName':'" + HASH + "','Key':{'wrong':{'S':'a'}}}"))
                .isEqualTo("ValidationException");
        assertThat(errorOf("GetItem", "{'TableName':'" + HASH + "','Key':'text'}"))
                .isEqualTo("SerializationException");
        assertThat(errorOf("Scan", "{'TableName':'" + HASH + "','FilterExpression':'a ='}"))
                .isEqualTo("ValidationException");
        assertThat(errorOf(
                        "CreateTable",
                        "{'TableName':'" + HASH + "','BillingMode':'PAY_PER_REQUEST',"
                                + "'AttributeDefinitions':[{'AttributeName':'id','AttributeType':'S'}],"
                                + "'KeySchema':[{'AttributeName':'id','KeyType':'HASH'}]}"))
                .isEqualTo("ResourceInUseException");
    }
}
