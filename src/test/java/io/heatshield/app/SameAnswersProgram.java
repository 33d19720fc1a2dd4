package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A program of about 130 steps on a table of its own, and what it saw. Each read is made three times. */
final class SameAnswersProgram {
    private SameAnswersProgram() {}

    static DynamoDbClient client(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .httpClient(UrlConnectionHttpClient.create())
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
    }

    static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue n(String text) {
        return AttributeValue.fromN(text);
    }

    /** What the program saw, step by step. */
    static final class Transcript {
        private final DynamoDbClient dynamo;
        private final Map<String, String> seen = new LinkedHashMap<>();

        Transcript(DynamoDbClient dynamo) {
            this.dynamo = dynamo;
        }

        /** By the step's name. */
        Map<String, String> seen() {
            return seen;
        }

        void step(String name, Supplier<Object> action) {
            String answer;
            try {
                answer = String.valueOf(action.get());
            } catch (DynamoDbException e) {
                answer = e.statusCode() + " " + e.awsErrorDetails().errorCode() + " "
                        + e.awsErrorDetails().errorMessage();
            }
            assertThat(seen.put(name, answer))
                    .as("steps have names of their own")
                    .isNull();
        }

        void read(String name, Supplier<GetItemResponse> action) {
            for (int i = 1; i <= 3; i++) {
                step(name + " #" + i, () -> withoutCapacity(action.get()));
            }
        }

        private static String withoutCapacity(GetItemResponse answer) {
            ConsumedCapacity capacity = answer.consumedCapacity();
            return answer.hasItem() + " " + new TreeMap<>(answer.item()) + " "
                    + (capacity == null
                            ? "none"
                            : capacity.tableName() + " " + (capacity.capacityUnits() != null) + " "
                                    + (capacity.table() != null));
        }
    }

    static Map<String, String> program(URI endpoint, String table) {
        try (DynamoDbClient dynamo = client(endpoint)) {
            Transcript transcript = new Transcript(dynamo);
            tables(transcript, table);
            reads(transcript, table);
            keys(transcript, table);
            writes(transcript, table);
            collections(transcript, table);
            errors(transcript, table);
            transcript.step(
                    "delete table",
                    () -> dynamo.deleteTable(r -> r.tableName(table))
                            .tableDescription()
                            .tableName()
                            .length());
            Map<String, String> neutral = new LinkedHashMap<>();
            transcript.seen.forEach((step, answer) -> neutral.put(step, answer.replace(table, "TABLE")));
            return neutral;
        }
    }

    private static void tables(Transcript t, String table) {
        t.step(
                "create",
                () -> t.dynamo
                        .createTable(r -> r.tableName(table)
                                .attributeDefinitions(
                                        attribute("id", ScalarAttributeType.S), attribute("n", ScalarAttributeType.N))
                                .keySchema(key("id", KeyType.HASH), key("n", KeyType.RANGE))
                                .provisionedThroughput(
                                        p -> p.readCapacityUnits(10L).writeCapacityUnits(10L)))
                        .tableDescription()
                        .keySchema());
        t.step("wait", () -> t.dynamo.waiter().waitUntilTableExists(r -> r.tableName(table)) != null);
        t.step(
                "describe",
                () -> t.dynamo.describeTable(r -> r.tableName(table)).table().attributeDefinitions());
        t.step(
                "create again",
                () -> t.dynamo.createTable(r -> r.tableName(table)
                        .attributeDefinitions(attribute("id", ScalarAttributeType.S))
                        .keySchema(key("id", KeyType.HASH))
                        .provisionedThroughput(p -> p.readCapacityUnits(1L).writeCapacityUnits(1L))));
    }

    static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static Map<String, AttributeValue> item(String id, String number) {
        Map<String, AttributeValue> item = new LinkedHashMap<>();
        item.put("id", s(id));
        item.put("n", n(number));
        item.put("name", s("Ünïcode \"quoted\" \\ and 😀"));
        item.put("price", n("12.50"));
        item.put("tags", AttributeValue.fromSs(List.of("a", "b")));
        item.put("blob", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, 1, -1})));
        item.put("flag", AttributeValue.fromBool(false));
        item.put("none", AttributeValue.fromNul(true));
        item.put(
                "deep",
                AttributeValue.fromM(Map.of(
                        "list",
                        AttributeValue.fromL(List.of(
                                s("x"), AttributeValue.fromM(Map.of("y", n("1"))), AttributeValue.fromL(List.of()))))));
        return item;
    }

    private static Map<String, AttributeValue> keyOf(String id, String number) {
        return Map.of("id", s(id), "n", n(number));
    }

    private static void reads(Transcript t, String table) {
        t.step("put", () -> t.dynamo.putItem(r -> r.tableName(table).item(item("p", "1"))));
        t.read("get", () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("p", "1"))));
        t.read("get missing", () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("q", "1"))));
        for (String projection : List.of(
                "price",
                "price, tags",
                "deep.#l[1].y",
                "deep.#l[0], deep.#l[1], price",
                "nothing",
                "price.x",
                "deep.#l[7]")) {
            boolean names = projection.contains("#l");
            t.read(
                    "get " + projection,
                    () -> t.dynamo.getItem(r -> r.tableName(table)
                            .key(keyOf("p", "1"))
                            .projectionExpression(projection)
                            .expressionAttributeNames(names ? Map.of("#l", "list") : null)));
        }
        t.read(
                "get legacy",
                () -> t.dynamo.getItem(
                        r -> r.tableName(table).key(keyOf("p", "1")).attributesToGet("price", "flag")));
        for (ReturnConsumedCapacity level : List.of(ReturnConsumedCapacity.TOTAL, ReturnConsumedCapacity.INDEXES)) {
            t.read(
                    "get with capacity " + level,
                    () -> t.dynamo.getItem(
                            r -> r.tableName(table).key(keyOf("p", "1")).returnConsumedCapacity(level)));
        }
        t.read(
                "get consistent",
                () -> t.dynamo.getItem(
                        r -> r.tableName(table).key(keyOf("p", "1")).consistentRead(true)));
    }

    private static void keys(Transcript t, String table) {
        // Not "+1": DynamoDB takes it for 1, and dynalite for no number.
        for (String spelling : List.of("1.0", "1e0", "0.1e1")) {
            t.read(
                    "get n=" + spelling,
                    () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("p", spelling))));
        }
        t.step("put odd key", () -> t.dynamo.putItem(r -> r.tableName(table).item(item("ключ 😀", "-0.5"))));
        t.read("get odd key", () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("ключ 😀", "-5e-1"))));
        t.read(
                "get wrong type",
                () -> t.dynamo.getItem(r -> r.tableName(table).key(Map.of("id", n("1"), "n", n("1")))));
        t.read("get half a key", () -> t.dynamo.getItem(r -> r.tableName(table).key(Map.of("id", s("p")))));
        t.read("get no number", () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("p", "one"))));
        t.read(
                "get empty string",
                () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("", "1"))));
    }

    private static void writes(Transcript t, String table) {
        for (ReturnValue values : List.of(ReturnValue.ALL_NEW, ReturnValue.UPDATED_OLD, ReturnValue.NONE)) {
            t.step(
                    "update returning " + values,
                    () -> t.dynamo.updateItem(r -> r.tableName(table)
                            .key(keyOf("p", "1"))
                            .updateExpression(
                                    "SET price = price + :one, #d.#n = :one REMOVE flag ADD hits :one DELETE tags :a")
                            .expressionAttributeNames(Map.of("#d", "deep", "#n", "new"))
                            .expressionAttributeValues(
                                    Map.of(":one", n("1"), ":a", AttributeValue.fromSs(List.of("a"))))
                            .returnValues(values)));
            t.read(
                    "get after update " + values,
                    () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("p", "1"))));
        }
        t.step(
                "condition fails",
                () -> t.dynamo.putItem(
                        r -> r.tableName(table).item(keyOf("p", "1")).conditionExpression("attribute_not_exists(id)")));
        t.read(
                "get after failure",
                () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("p", "1"))));
        t.step(
                "delete",
                () -> t.dynamo.deleteItem(
                        r -> r.tableName(table).key(keyOf("p", "1")).returnValues(ReturnValue.ALL_OLD)));
        t.read(
                "get after delete",
                () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("p", "1"))));
        t.step("put again", () -> t.dynamo.putItem(r -> r.tableName(table).item(item("p", "1"))));
        t.read("get after put", () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("p", "1"))));
    }

    private static void collections(Transcript t, String table) {
        List<WriteRequest> puts = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            String number = Integer.toString(i);
            puts.add(WriteRequest.builder()
                    .putRequest(p -> p.item(item("c", number)))
                    .build());
        }
        t.step(
                "batch write",
                () -> t.dynamo
                        .batchWriteItem(r -> r.requestItems(Map.of(table, puts)))
                        .unprocessedItems());
        t.read("get from batch", () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("c", "7"))));
        t.step(
                "query",
                () -> t.dynamo.query(r -> r.tableName(table)
                        .keyConditionExpression("id = :c AND n BETWEEN :a AND :b")
                        .expressionAttributeValues(Map.of(":c", s("c"), ":a", n("3"), ":b", n("9")))
                        .scanIndexForward(false)
                        .limit(4)));
        t.step(
                "query pages",
                () -> t
                        .dynamo
                        .queryPaginator(r -> r.tableName(table)
                                .keyConditionExpression("id = :c")
                                .filterExpression("n > :a")
                                .expressionAttributeValues(Map.of(":c", s("c"), ":a", n("15")))
                                .limit(6))
                        .items()
                        .stream()
                        .map(SameAnswersProgram::number)
                        .toList());
        t.step(
                "scan",
                () -> t.dynamo.scan(r -> r.tableName(table).select("COUNT")).count());
        KeysAndAttributes wanted = KeysAndAttributes.builder()
                .keys(List.of(keyOf("c", "1"), keyOf("c", "2"), keyOf("zz", "1")))
                .projectionExpression("n")
                .build();
        t.step(
                "batch get",
                () -> t
                        .dynamo
                        .batchGetItem(r -> r.requestItems(Map.of(table, wanted)))
                        .responses()
                        .getOrDefault(table, List.of())
                        .stream()
                        .map(SameAnswersProgram::number)
                        .sorted()
                        .toList());
        t.step(
                "batch delete",
                () -> t.dynamo
                        .batchWriteItem(r -> r.requestItems(Map.of(
                                table,
                                List.of(WriteRequest.builder()
                                        .deleteRequest(d -> d.key(keyOf("c", "7")))
                                        .build()))))
                        .unprocessedItems());
        t.read("get after batch", () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("c", "7"))));
    }

    private static String number(Map<String, AttributeValue> item) {
        return item.getOrDefault("n", n("0")).n();
    }

    private static void errors(Transcript t, String table) {
        t.read(
                "unknown table",
                () -> t.dynamo.getItem(r -> r.tableName("NoSuchTable").key(keyOf("p", "1"))));
        for (String expression : List.of("", "a b", "#x", "a, a.b", "name", "a[-1]", "a..b")) {
            t.read(
                    "projection '" + expression + "'",
                    () -> t.dynamo.getItem(
                            r -> r.tableName(table).key(keyOf("p", "1")).projectionExpression(expression)));
        }
        t.read(
                "unused name",
                () -> t.dynamo.getItem(r -> r.tableName(table)
                        .key(keyOf("p", "1"))
                        .projectionExpression("price")
                        .expressionAttributeNames(Map.of("#u", "unused"))));
        t.step(
                "bad update",
                () -> t.dynamo.updateItem(r -> r.tableName(table)
                        .key(keyOf("p", "1"))
                        .updateExpression("SET id = :x")
                        .expressionAttributeValues(Map.of(":x", s("y")))));
        t.step(
                "item too large",
                () -> t.dynamo.putItem(r ->
                        r.tableName(table).item(Map.of("id", s("big"), "n", n("1"), "v", s("x".repeat(410_000))))));
        t.step(
                "large item",
                () -> t.dynamo.putItem(r ->
                        r.tableName(table).item(Map.of("id", s("big"), "n", n("1"), "v", s("x".repeat(390_000))))));
        t.read("get large item", () -> t.dynamo.getItem(r -> r.tableName(table).key(keyOf("big", "1"))));
    }
}
