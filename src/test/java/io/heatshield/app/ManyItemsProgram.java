package io.heatshield.app;

import static io.heatshield.app.SameAnswersProgram.attribute;
import static io.heatshield.app.SameAnswersProgram.key;
import static io.heatshield.app.SameAnswersProgram.n;
import static io.heatshield.app.SameAnswersProgram.s;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What reads and writes more than one item: batches, queries, scans, transactions, PartiQL. Each read three times. */
final class ManyItemsProgram {
    private final SameAnswersProgram.Transcript seen;
    private final DynamoDbClient dynamo;
    private final String table;

    private ManyItemsProgram(DynamoDbClient dynamo, String table) {
        this.seen = new SameAnswersProgram.Transcript(dynamo);
        this.dynamo = dynamo;
        this.table = table;
    }

    /** Runs it on a table of its own; what it saw, with the table's name taken out. */
    static Map<String, String> program(URI endpoint, String table) {
        try (DynamoDbClient dynamo = SameAnswersProgram.client(endpoint)) {
            dynamo.createTable(r -> r.tableName(table)
                    .attributeDefinitions(attribute("id", ScalarAttributeType.S), attribute("n", ScalarAttributeType.N))
                    .keySchema(key("id", KeyType.HASH), key("n", KeyType.RANGE))
                    .provisionedThroughput(p -> p.readCapacityUnits(10L).writeCapacityUnits(10L)));
            dynamo.waiter().waitUntilTableExists(r -> r.tableName(table));
            ManyItemsProgram program = new ManyItemsProgram(dynamo, table);
            program.batches();
            program.queries();
            program.transactions();
            program.statements();
            Map<String, String> neutral = new LinkedHashMap<>();
            program.seen.seen().forEach((step, answer) -> neutral.put(step, answer.replace(table, "TABLE")));
            return neutral;
        }
    }

    private void reads(String name, Supplier<Object> action) {
        for (int i = 1; i <= 3; i++) {
            seen.step(name + " #" + i, action);
        }
    }

    private static Map<String, AttributeValue> at(int number) {
        return Map.of("id", s("c"), "n", n(Integer.toString(number)));
    }

    private static Map<String, AttributeValue> item(int number) {
        Map<String, AttributeValue> item = new LinkedHashMap<>(at(number));
        item.put("v", n(number + ".50"));
        item.put("l", AttributeValue.fromL(List.of(s("x"), n("1.0"), AttributeValue.fromM(Map.of("y", s("z"))))));
        return item;
    }

    private void put(int from, int to) {
        List<WriteRequest> puts = IntStream.rangeClosed(from, to)
                .mapToObj(i ->
                        WriteRequest.builder().putRequest(p -> p.item(item(i))).build())
                .toList();
        seen.step(
                "batch write " + from,
                () -> dynamo.batchWriteItem(r -> r.requestItems(Map.of(table, puts)))
                        .unprocessedItems());
    }

    private Object batch(Consumer<KeysAndAttributes.Builder> how, int... numbers) {
        KeysAndAttributes.Builder wanted = KeysAndAttributes.builder()
                .keys(IntStream.of(numbers).mapToObj(ManyItemsProgram::at).toList());
        how.accept(wanted);
        BatchGetItemResponse answer = dynamo.batchGetItem(r ->
                r.requestItems(Map.of(table, wanted.build())).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
        return sorted(answer.responses().getOrDefault(table, List.of())) + " " + answer.unprocessedKeys() + " "
                + answer.consumedCapacity().size();
    }

    private static List<String> sorted(List<Map<String, AttributeValue>> items) {
        return List.copyOf(new TreeSet<>(
                items.stream().map(item -> new TreeMap<>(item).toString()).toList()));
    }

    private static List<String> inOrder(List<Map<String, AttributeValue>> items) {
        return items.stream().map(item -> new TreeMap<>(item).toString()).toList();
    }

    private void batches() {
        reads("batch of nothing", () -> batch(all -> {}, 1, 2));
        put(1, 12);
        reads("batch", () -> batch(all -> {}, 1, 2, 50));
        reads("batch half warm", () -> batch(all -> {}, 2, 3, 4, 50, 51));
        reads("consistent batch", () -> batch(all -> all.consistentRead(true), 1, 2));
        for (String projection : List.of("v", "n, l[2].y", "l[1], l[0]", "none", "v, v", "#x", "name", "")) {
            reads("batch of " + projection, () -> batch(all -> all.projectionExpression(projection), 1, 2, 50));
        }
        reads(
                "batch with names",
                () -> batch(all -> all.projectionExpression("#v").expressionAttributeNames(Map.of("#v", "v")), 1, 5));
        reads("legacy batch", () -> batch(all -> all.attributesToGet("v", "none"), 1, 2, 6));
        reads("batch of duplicates", () -> batch(all -> {}, 1, 1));
        reads(
                "batch of too many",
                () -> batch(all -> {}, IntStream.range(0, 101).toArray()));
        reads(
                "batch of an unknown table",
                () -> dynamo.batchGetItem(r -> r.requestItems(Map.of(
                        "NoSuchTable",
                        KeysAndAttributes.builder().keys(List.of(at(1))).build()))));
        seen.step("delete", () -> dynamo.deleteItem(r -> r.tableName(table).key(at(2))));
        reads("batch after delete", () -> batch(all -> {}, 1, 2, 3));
        seen.step(
                "batch delete",
                () -> dynamo.batchWriteItem(r -> r.requestItems(Map.of(
                                table,
                                List.of(WriteRequest.builder()
                                        .deleteRequest(d -> d.key(at(3)))
                                        .build()))))
                        .unprocessedItems());
        reads("batch after batch delete", () -> batch(all -> {}, 1, 2, 3));
        seen.step(
                "batch write of duplicates",
                () -> dynamo.batchWriteItem(r -> r.requestItems(Map.of(
                        table,
                        List.of(
                                WriteRequest.builder()
                                        .deleteRequest(d -> d.key(at(4)))
                                        .build(),
                                WriteRequest.builder()
                                        .deleteRequest(d -> d.key(at(4)))
                                        .build())))));
    }

    private QueryRequest.Builder query() {
        return QueryRequest.builder()
                .tableName(table)
                .keyConditionExpression("id = :c")
                .expressionAttributeValues(Map.of(":c", s("c")));
    }

    private void queries() {
        reads("query", () -> inOrder(dynamo.query(query().build()).items()));
        reads(
                "query backwards",
                () -> inOrder(
                        dynamo.query(query().scanIndexForward(false).limit(3).build())
                                .items()));
        reads("query count", () -> dynamo.query(query().select("COUNT").build()).count());
        reads(
                "query projected",
                () -> inOrder(
                        dynamo.query(query().projectionExpression("n, l[2]").build())
                                .items()));
        reads(
                "query of none",
                () -> dynamo.query(query().expressionAttributeValues(Map.of(":c", s("none")))
                                .build())
                        .items());
        reads(
                "query refused",
                () -> dynamo.query(query().keyConditionExpression("v = :c").build()));
        reads("pages", () -> {
            List<Object> pages = new ArrayList<>();
            dynamo.queryPaginator(query().limit(4).build())
                    .forEach(page -> pages.add(inOrder(page.items()) + " " + new TreeMap<>(page.lastEvaluatedKey())));
            return pages;
        });
        reads("scan", () -> sorted(dynamo.scan(r -> r.tableName(table)).items()));
        reads(
                "scan pages",
                () -> dynamo
                        .scanPaginator(r -> r.tableName(table)
                                .limit(3)
                                .filterExpression("n > :m")
                                .expressionAttributeValues(Map.of(":m", n("5"))))
                        .items()
                        .stream()
                        .map(item -> item.getOrDefault("n", n("0")).n())
                        .toList());
        seen.step(
                "update",
                () -> dynamo.updateItem(r -> r.tableName(table)
                        .key(at(5))
                        .updateExpression("SET v = :v")
                        .expressionAttributeValues(Map.of(":v", n("99")))));
        reads("query after update", () -> inOrder(dynamo.query(query().build()).items()));
        put(21, 30);
        reads("query after batch", () -> inOrder(dynamo.query(query().build()).items()));
    }

    private TransactWriteItem update(int number, String condition) {
        return TransactWriteItem.builder()
                .update(u -> u.tableName(table)
                        .key(at(number))
                        .updateExpression("SET v = :v")
                        .conditionExpression(condition)
                        .expressionAttributeValues(Map.of(":v", n("7")))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    private void transactions() {
        for (String condition : List.of("attribute_exists(id)", "attribute_not_exists(id)")) {
            reads("batch before " + condition, () -> batch(all -> {}, 6, 7));
            seen.step(
                    "transaction if " + condition,
                    () -> dynamo.transactWriteItems(r -> r.transactItems(update(6, condition), update(7, condition))));
            reads("batch after " + condition, () -> batch(all -> {}, 6, 7));
        }
        reads(
                "transaction of reads",
                () -> dynamo.transactGetItems(r -> r.transactItems(List.of(
                                TransactGetItem.builder()
                                        .get(g -> g.tableName(table).key(at(6)))
                                        .build(),
                                TransactGetItem.builder()
                                        .get(g -> g.tableName(table).key(at(60)))
                                        .build())))
                        .responses());
    }

    private void statements() {
        String all = "SELECT * FROM \"" + table + "\" WHERE id = ? AND n = ?";
        List<AttributeValue> eight = List.of(s("c"), n("8"));
        reads(
                "select",
                () -> inOrder(dynamo.executeStatement(r -> r.statement(all).parameters(eight))
                        .items()));
        reads("batch before update", () -> batch(each -> {}, 8, 9));
        seen.step(
                "update by statement",
                () -> dynamo.executeStatement(
                                r -> r.statement("UPDATE \"" + table + "\" SET v = 8 WHERE id = ? AND n = ?")
                                        .parameters(eight))
                        .items());
        reads("batch after update", () -> batch(each -> {}, 8, 9));
        seen.step(
                "insert again",
                () -> dynamo.executeStatement(r -> r.statement("INSERT INTO \"" + table + "\" VALUE {'id': ?, 'n': ?}")
                        .parameters(eight)));
        seen.step(
                "statements",
                () -> dynamo.batchExecuteStatement(r -> r.statements(
                                BatchStatementRequest.builder()
                                        .statement("DELETE FROM \"" + table + "\" WHERE id = 'c' AND n = 9")
                                        .build(),
                                BatchStatementRequest.builder()
                                        .statement("DELETE FROM \"" + table + "\" WHERE id = 'c'")
                                        .build()))
                        .responses());
        reads("batch after statements", () -> batch(each -> {}, 8, 9));
        seen.step(
                "transaction of statements",
                () -> dynamo.executeTransaction(r -> r.transactStatements(ParameterizedStatement.builder()
                                .statement("UPDATE \"" + table + "\" SET v = 88 WHERE id = ? AND n = ?")
                                .parameters(eight)
                                .build()))
                        .responses());
        reads("batch after their transaction", () -> batch(each -> {}, 8, 9));
        reads("statement refused", () -> dynamo.executeStatement(r -> r.statement("SELEKT")));
    }
}
