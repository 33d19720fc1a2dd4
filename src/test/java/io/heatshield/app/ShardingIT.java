package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A sharded table through the whole proxy, with programs that know nothing of it. */
final class ShardingIT {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String QUERY = "{\"TableName\":\"Events\",\"KeyConditionExpression\":\"pk = :d\","
            + "\"ExpressionAttributeValues\":{\":d\":{\"S\":\"DAY#1\"}}}";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"{hash-of: sk}", "{random: {}}", "{time: 1s}"})
    void unmodifiedProgram_onAShardedTable_seesOneKey(String chooseBy) throws IOException {
        try (InProcess origin = InProcess.originAlone();
                InProcess proxy = before(origin, chooseBy, "");
                DynamoDbClient client = client(proxy.dynamoDb())) {
            createEvents(client, true);
            for (int event = 0; event < 36; event++) {
                client.putItem(put(event));
            }

            int total = client.queryPaginator(query(2)).items().stream()
                    .mapToInt(item -> Integer.parseInt(value(item, "amount").n()))
                    .sum();
            assertThat(total).isEqualTo(666);
            assertThat(client.queryPaginator(query(2)).items().stream()
                            .map(item -> value(item, "sk").s()))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 36).mapToObj(ShardingIT::event).toList());
            assertThat(client.queryPaginator(query(5).copy(b -> b.scanIndexForward(false))).items().stream()
                            .map(item -> value(item, "pk").s()))
                    .hasSize(36)
                    .containsOnly("DAY#1");
            try (DynamoDbClient behind = client(origin.dynamoDb())) {
                TreeSet<String> places = new TreeSet<>();
                behind.scanPaginator(b -> b.tableName("Events"))
                        .items()
                        .forEach(item -> places.add(value(item, "pk").s()));
                assertThat(places).allMatch(place -> place.matches("DAY#1#\\d\\d"));
                assertThat(places.size()).isGreaterThan(chooseBy.contains("time") ? 0 : 6);
            }
        }
    }

    @Test
    void gather_isCachedUnderTheLogicalKey_andEndedByAWriteToAnyShard() throws Exception {
        try (InProcess origin = InProcess.originAlone();
                InProcess proxy = before(origin, "{hash-of: sk}", "");
                DynamoDbClient client = client(proxy.dynamoDb())) {
            createEvents(client, true);
            // The first time, the origin is asked whether it accepts the spelling.
            ask(proxy, "Query", QUERY, Map.of());
            for (int event = 0; event < 24; event++) {
                client.putItem(put(event));
                assertThat(ask(proxy, "Query", QUERY, Map.of()).headers().firstValue("x-heatshield-cache"))
                        .hasValue("miss");
                HttpResponse<String> again = ask(proxy, "Query", QUERY, Map.of());
                assertThat(again.headers().firstValue("x-heatshield-cache")).hasValue("local");
                assertThat(new JsonObject(again.body()).getInteger("Count")).isEqualTo(event + 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{hash-of: sk}", "{random: {}}", "{time: 1ms}"})
    void retry_throughAnotherNode_isOneItem(String chooseBy) throws Exception {
        try (InProcess origin = InProcess.originAlone();
                InProcess one = before(created(origin), chooseBy, "");
                InProcess other = before(origin, chooseBy, "");
                DynamoDbClient behind = client(origin.dynamoDb())) {
            for (int call = 0; call < 10; call++) {
                String put = "{\"TableName\":\"Events\",\"Item\":{\"pk\":{\"S\":\"DAY#1\"},\"sk\":{\"S\":\"" + call
                        + "\"}}}";
                for (int attempt = 1; attempt <= 2; attempt++) {
                    HttpResponse<String> answer = ask(
                            attempt == 1 ? one : other,
                            "PutItem",
                            put,
                            Map.of("amz-sdk-invocation-id", "call-" + call, "amz-sdk-request", "attempt=" + attempt));
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                }
            }

            assertThat(behind.scan(b -> b.tableName("Events")).count()).isEqualTo(10);
        }
    }

    @Test
    void partialGather_saysSoInAHeader_andIsNotKept() throws Exception {
        try (InProcess origin = InProcess.originAlone();
                InProcess proxy = before(origin, "{hash-of: sk}", "when-late: partial, budget: 300ms");
                DynamoDbClient client = client(proxy.dynamoDb())) {
            createEvents(client, true);
            for (int event = 0; event < 12; event++) {
                client.putItem(put(event));
            }
            laboratory(origin, "{\"faults\":{\"errors\":\"30%\"}}");
            HttpResponse<String> partial = null;
            for (int read = 0; read < 40 && partial == null; read++) {
                HttpResponse<String> answer = ask(
                        proxy,
                        "Query",
                        QUERY.replace("{\"TableName", "{\"Limit\":" + (20 + read) + ",\"TableName"),
                        Map.of());
                partial = answer.headers().firstValue("x-heatshield-partial").isPresent() ? answer : null;
            }
            assertThat(partial).isNotNull();
            assertThat(partial.statusCode()).isEqualTo(200);
            assertThat(partial.headers().firstValue("x-heatshield-partial").orElseThrow())
                    .endsWith("/12");
            laboratory(origin, "{}");
            HttpResponse<String> whole = ask(proxy, "Query", QUERY, Map.of());
            assertThat(whole.headers().firstValue("x-heatshield-partial")).isEmpty();
            assertThat(new JsonObject(whole.body()).getInteger("Count")).isEqualTo(12);
        }
    }

    @Test
    void start_withATableWithoutSortKey_isRefusedByTheSetting() throws IOException {
        try (InProcess origin = InProcess.originAlone();
                DynamoDbClient behind = client(origin.dynamoDb())) {
            createEvents(behind, false);

            assertThatThrownBy(() -> before(origin, "{hash-of: sk}", ""))
                    .hasMessageContaining("tables.Events.sharded-keys: the table has no sort key");
        }
    }

    private static InProcess created(InProcess origin) {
        try (DynamoDbClient behind = client(origin.dynamoDb())) {
            createEvents(behind, true);
        }
        return origin;
    }

    private InProcess before(InProcess origin, String chooseBy, String gather) throws IOException {
        Path file = Files.writeString(directory.resolve("sharded.yaml"), """
                tables:
                  Events:
                    sharded-keys:
                      - partition: "DAY#*"
                        choose-by: %s
                        layouts: [{version: 1, shards: 12}]
                        gather: {%s}
                """.formatted(chooseBy, gather));
        return InProcess.configuredBy(
                file,
                "origin.kind=dynamodb",
                "origin.region=us-east-1",
                "origin.endpoint=" + origin.dynamoDb(),
                "origin.credentials.access-key-id=any",
                "origin.credentials.secret-access-key=any");
    }

    private static void laboratory(InProcess origin, String json) throws Exception {
        HttpResponse<String> answer = HTTP.send(
                HttpRequest.newBuilder(origin.admin().resolve("/admin/laboratory"))
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static HttpResponse<String> ask(InProcess proxy, String operation, String body, Map<String, String> headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(proxy.dynamoDb())
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static AttributeValue value(Map<String, AttributeValue> item, String name) {
        return Objects.requireNonNull(item.get(name));
    }

    private static String event(int number) {
        return "event-%02d".formatted(number);
    }

    private static software.amazon.awssdk.services.dynamodb.model.PutItemRequest put(int event) {
        return software.amazon.awssdk.services.dynamodb.model.PutItemRequest.builder()
                .tableName("Events")
                .item(Map.of(
                        "pk", AttributeValue.fromS("DAY#1"),
                        "sk", AttributeValue.fromS(event(event)),
                        "amount", AttributeValue.fromN(Integer.toString(event + 1))))
                .build();
    }

    private static QueryRequest query(int limit) {
        return QueryRequest.builder()
                .tableName("Events")
                .keyConditionExpression("pk = :d")
                .expressionAttributeValues(Map.of(":d", AttributeValue.fromS("DAY#1")))
                .limit(limit)
                .build();
    }

    private static void createEvents(DynamoDbClient client, boolean sorted) {
        client.createTable(b -> {
            b.tableName("Events")
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(attribute("pk"), sorted ? attribute("sk") : attribute("pk"))
                    .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE));
            if (!sorted) {
                b.attributeDefinitions(attribute("pk")).keySchema(key("pk", KeyType.HASH));
            }
        });
        client.waiter().waitUntilTableExists(b -> b.tableName("Events"));
    }

    private static AttributeDefinition attribute(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static DynamoDbClient client(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
    }
}
