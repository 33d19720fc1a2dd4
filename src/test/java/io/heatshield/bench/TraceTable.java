package io.heatshield.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The table that a trace's numbers are read from: each number's item follows from the number, and is 400 bytes. */
final class TraceTable {
    static final String NAME = "Pages";

    private static final int BATCH = 25;
    private static final int TEXT_BYTES = 300;
    private static final int STEPS = 100;

    private final DynamoDbAsyncClient client;

    TraceTable(DynamoDbAsyncClient client) {
        this.client = client;
    }

    /** The item of a number; all are equally long. */
    static Map<String, AttributeValue> item(int number) {
        Random random = new Random(number);
        StringBuilder text = new StringBuilder(TEXT_BYTES);
        random.ints(TEXT_BYTES, 'a', 'z' + 1).forEach(letter -> text.append((char) letter));
        return Map.of(
                "id", AttributeValue.fromS(id(number)),
                "number", AttributeValue.fromN(Integer.toString(1_000_000 + number)),
                "text", AttributeValue.fromS(text.toString()),
                "seen", AttributeValue.fromBool(true));
    }

    private static String id(int number) {
        return String.format("page-%07d", number);
    }

    CompletableFuture<GetItemResponse> read(int number) {
        return client.getItem(GetItemRequest.builder()
                .tableName(NAME)
                .key(Map.of("id", AttributeValue.fromS(id(number))))
                .build());
    }

    /** Makes and fills the table, unless it is there. */
    void provide(int[] numbers) throws InterruptedException, ExecutionException {
        if (client.listTables().get().tableNames().contains(NAME)) {
            return;
        }
        client.createTable(create -> create.tableName(NAME)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(AttributeDefinition.builder()
                                .attributeName("id")
                                .attributeType(ScalarAttributeType.S)
                                .build())
                        .keySchema(KeySchemaElement.builder()
                                .attributeName("id")
                                .keyType(KeyType.HASH)
                                .build()))
                .get();
        awaitActive();
        for (int from = 0; from < numbers.length; from += BATCH) {
            write(numbers, from, Math.min(numbers.length, from + BATCH));
        }
    }

    private void awaitActive() throws InterruptedException, ExecutionException {
        for (int step = 0; step < STEPS; step++) {
            TableStatus status = client.describeTable(describe -> describe.tableName(NAME))
                    .get()
                    .table()
                    .tableStatus();
            if (status == TableStatus.ACTIVE) {
                return;
            }
            Thread.sleep(100);
        }
        throw new IllegalStateException("the table does not become active");
    }

    private void write(int[] numbers, int from, int to) throws InterruptedException, ExecutionException {
        List<WriteRequest> writes = new ArrayList<>();
        for (int i = from; i < to; i++) {
            PutRequest put = PutRequest.builder().item(item(numbers[i])).build();
            writes.add(WriteRequest.builder().putRequest(put).build());
        }
        for (int step = 0; step < STEPS && !writes.isEmpty(); step++) {
            Map<String, List<WriteRequest>> request = Map.of(NAME, writes);
            writes = client.batchWriteItem(batch -> batch.requestItems(request))
                    .get()
                    .unprocessedItems()
                    .getOrDefault(NAME, List.of());
        }
        if (!writes.isEmpty()) {
            throw new IllegalStateException("the origin does not take all items");
        }
    }
}
