package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.Dynalite;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * One program, run at an origin directly and through Heatshield in front of it, on tables of their own with the same
 * contents: every answer is the same, and every error, but for request ids, dates and the capacity that hits consume.
 * Each read is made three times, so that the tiers have answered it cold and warm.
 */
final class SameAnswersIT {
    private static Dynalite dynalite;
    private static HeatshieldProcess origin;
    private static HeatshieldProcess heatshield;
    private static HeatshieldProcess second;

    @BeforeAll
    static void start() {
        dynalite = Dynalite.start();
        origin = HeatshieldProcess.run(
                        "serve-origin", "--port", "0", "--admin-port", "0", "--set", "embedded.sample-tables=off")
                .awaitStarted();
        heatshield = before(dynalite.uri());
        second = before(origin.dynamoDb());
    }

    private static HeatshieldProcess before(URI origin) {
        return HeatshieldProcess.run(
                        "--set",
                        "listen.port=0",
                        "--set",
                        "admin.port=0",
                        "--set",
                        "origin.kind=dynamodb",
                        "--set",
                        "origin.region=us-east-1",
                        "--set",
                        "origin.credentials.access-key-id=any",
                        "--set",
                        "origin.credentials.secret-access-key=any",
                        "--set",
                        "origin.endpoint=" + origin)
                .awaitStarted();
    }

    @AfterAll
    static void stop() {
        second.close();
        heatshield.close();
        origin.close();
        dynalite.close();
    }

    private static URI direct(String name) {
        return name.equals("dynalite") ? dynalite.uri() : origin.dynamoDb();
    }

    private static URI through(String name) {
        return name.equals("dynalite") ? heatshield.dynamoDb() : second.dynamoDb();
    }

    /** What every opaque operation is asked; each may be asked twice, and answers the same. */
    private static final List<List<String>> OPAQUE = List.of(
            List.of("DescribeTable", "{'TableName':'Raw'}"),
            List.of("ListTables", "{}"),
            List.of("DescribeTimeToLive", "{'TableName':'Raw'}"),
            List.of(
                    "Query",
                    "{'TableName':'Raw','KeyConditionExpression':'id = :i','ExpressionAttributeValues':{':i':{'S':'a'}}}"),
            List.of("Scan", "{ 'TableName' : 'Raw', 'ReturnConsumedCapacity':'TOTAL' }"),
            List.of("Scan", "{'TableName':'Raw','FilterExpression':'a ='}"),
            List.of("BatchGetItem", "{'RequestItems':{'Raw':{'Keys':[{'id':{'S':'a'}}],'ConsistentRead':true}}}"),
            List.of("GetItem", "{'TableName':'Raw','Key':{'id':{'S':'a'}},'ConsistentRead':true}"),
            List.of("GetItem", "{'TableName':'Raw','Key':{'id':{'N':'1'}},'ConsistentRead':true}"),
            List.of("TransactGetItems", "{'TransactItems':[{'Get':{'TableName':'Raw','Key':{'id':{'S':'a'}}}}]}"),
            List.of("ExecuteStatement", "{'Statement':'SELECT * FROM Raw'}"),
            List.of("PutItem", "{'TableName':'Raw','Item':{'id':{'S':'a'},'n':{'N':'1.50'}},'ReturnValues':'ALL_OLD'}"),
            List.of(
                    "PutItem",
                    "{'TableName':'Raw','Item':{'id':{'S':'a'}},'ConditionExpression':'attribute_not_exists(id)'}"),
            List.of("UpdateItem", "{'TableName':'Raw','Key':{'id':{'S':'a'}},'ReturnValues':'ALL_NEW'}"),
            List.of("DeleteItem", "{'TableName':'Raw','Key':{'id':{'S':'never'}}}"),
            List.of("BatchWriteItem", "{'RequestItems':{'Raw':[{'PutRequest':{'Item':{'id':{'S':'b'}}}}]}}"),
            List.of("CreateTable", "{'TableName':'Raw'}"),
            List.of("DescribeLimits", "{}"),
            List.of("NoSuchOperation", "{}"),
            List.of("Scan", "{'TableName':"),
            List.of("Scan", ""));

    @ParameterizedTest
    @ValueSource(strings = {"dynalite", "serve-origin"})
    void opaqueAnswers_areTheOriginsToTheByte(String name) throws Exception {
        try (DynamoDbClient dynamo = SameAnswersProgram.client(direct(name))) {
            dynamo.createTable(r -> r.tableName("Raw")
                    .attributeDefinitions(SameAnswersProgram.attribute("id", ScalarAttributeType.S))
                    .keySchema(SameAnswersProgram.key("id", KeyType.HASH))
                    .provisionedThroughput(p -> p.readCapacityUnits(1L).writeCapacityUnits(1L)));
            dynamo.waiter().waitUntilTableExists(r -> r.tableName("Raw"));
            raw(direct(name), "PutItem", "{'TableName':'Raw','Item':{'id':{'S':'a'},'n':{'N':'1.50'}}}");
        }
        for (List<String> request : OPAQUE) {
            HttpResponse<byte[]> expected = raw(direct(name), request.get(0), request.get(1));
            HttpResponse<byte[]> seen = raw(through(name), request.get(0), request.get(1));
            assertThat(seen.statusCode()).as(request.toString()).isEqualTo(expected.statusCode());
            assertThat(new String(seen.body(), StandardCharsets.UTF_8))
                    .as(request.toString())
                    .isEqualTo(new String(expected.body(), StandardCharsets.UTF_8));
            assertThat(seen.headers().firstValue("x-amz-crc32"))
                    .as(request.toString())
                    .isEqualTo(expected.headers().firstValue("x-amz-crc32"));
        }
    }

    private static HttpResponse<byte[]> raw(URI endpoint, String operation, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .header("Content-Type", "application/x-amz-json-1.0")
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=any/20261201/us-east-1/dynamodb/aws4_request,"
                                + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0")
                .header("X-Amz-Date", "20261201T000000Z")
                .POST(BodyPublishers.ofString(body.replace('\'', '"')))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dynalite", "serve-origin"})
    void program_seesTheSameDirectlyAndThroughHeatshield(String origin) {
        Map<String, String> direct = SameAnswersProgram.program(direct(origin), "TableDirect");
        Map<String, String> through = SameAnswersProgram.program(through(origin), "TableBehind");
        assertThat(direct.size()).isGreaterThan(130);
        assertThat(through.keySet()).isEqualTo(direct.keySet());
        assertThat(through).containsExactlyEntriesOf(direct);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dynalite", "serve-origin"})
    void manyItems_areTheSameDirectlyAndThroughHeatshield(String origin) {
        Map<String, String> direct = ManyItemsProgram.program(direct(origin), "ManyDirect");
        Map<String, String> through = ManyItemsProgram.program(through(origin), "ManyBehind");
        assertThat(direct.size()).isGreaterThan(130);
        assertThat(through).containsExactlyEntriesOf(direct);
    }

    @Test
    void asyncClient_isServedFromTheLocalTier() {
        try (DynamoDbClient direct = SameAnswersProgram.client(dynalite.uri());
                DynamoDbAsyncClient dynamo = DynamoDbAsyncClient.builder()
                        .endpointOverride(heatshield.dynamoDb())
                        .region(Region.US_EAST_1)
                        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                        .build()) {
            direct.createTable(r -> r.tableName("Async")
                    .attributeDefinitions(SameAnswersProgram.attribute("id", ScalarAttributeType.S))
                    .keySchema(SameAnswersProgram.key("id", KeyType.HASH))
                    .provisionedThroughput(p -> p.readCapacityUnits(1L).writeCapacityUnits(1L)));
            direct.waiter().waitUntilTableExists(r -> r.tableName("Async"));
            direct.putItem(r ->
                    r.tableName("Async").item(Map.of("id", SameAnswersProgram.s("a"), "v", SameAnswersProgram.n("1"))));
            List<String> tiers = Stream.generate(() -> dynamo.getItem(
                                    r -> r.tableName("Async").key(Map.of("id", SameAnswersProgram.s("a"))))
                            .join())
                    .limit(3)
                    .map(answer -> {
                        assertThat(answer.item()).containsEntry("v", SameAnswersProgram.n("1"));
                        return answer.sdkHttpResponse()
                                .firstMatchingHeader("x-heatshield-cache")
                                .orElse("absent");
                    })
                    .toList();
            assertThat(tiers).isEqualTo(Arrays.asList("miss", "local", "local"));
        }
    }
}
