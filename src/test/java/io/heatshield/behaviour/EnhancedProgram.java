package io.heatshield.behaviour;

import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primarySortKey;

import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.extensions.VersionedRecordExtension;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetResultPage;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.PageIterable;
import software.amazon.awssdk.enhanced.dynamodb.model.PutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** A program that speaks through the enhanced client of the AWS SDK for Java: versioned records, batches, transactions. */
final class EnhancedProgram {
    private final List<String> told = new ArrayList<>();
    private final DynamoDbEnhancedClient client;
    private final DynamoDbTable<Part> parts;
    /** The same, as batches of writes must see it, which can have no conditions. */
    private final DynamoDbTable<Part> unversioned;

    private EnhancedProgram(DynamoDbClient low) {
        this.client = DynamoDbEnhancedClient.builder()
                .dynamoDbClient(low)
                .extensions(VersionedRecordExtension.builder().build())
                .build();
        this.parts = client.table("Parts", schema(true));
        this.unversioned = client.table("Parts", schema(false));
    }

    /** A record as the mapper fills it. */
    static final class Part {
        @Nullable
        String set;

        @Nullable
        Integer number;

        @Nullable
        Long version;

        @Nullable
        String name;

        @Nullable
        Set<String> marks;

        static Part of(int number, String name) {
            Part part = new Part();
            part.set = "s";
            part.number = number;
            part.name = name;
            part.marks = new TreeSet<>(List.of("x", name));
            return part;
        }

        @Override
        public String toString() {
            return set + "/" + number + " v" + version + " " + name + " "
                    + (marks == null ? null : new TreeSet<>(marks));
        }
    }

    private static TableSchema<Part> schema(boolean versioned) {
        StaticTableSchema.Builder<Part> schema = TableSchema.builder(Part.class)
                .newItemSupplier(Part::new)
                .addAttribute(
                        String.class,
                        a -> a.name("set")
                                .getter(part -> part.set)
                                .setter((part, value) -> part.set = value)
                                .tags(primaryPartitionKey()))
                .addAttribute(
                        Integer.class,
                        a -> a.name("number")
                                .getter(part -> part.number)
                                .setter((part, value) -> part.number = value)
                                .tags(primarySortKey()))
                .addAttribute(
                        String.class,
                        a -> a.name("name").getter(part -> part.name).setter((part, value) -> part.name = value))
                .addAttribute(
                        EnhancedType.setOf(String.class),
                        a -> a.name("marks").getter(part -> part.marks).setter((part, value) -> part.marks = value));
        if (versioned) {
            schema.addAttribute(
                    Long.class,
                    a -> a.name("version")
                            .getter(part -> part.version)
                            .setter((part, value) -> part.version = value)
                            .tags(VersionedRecordExtension.AttributeTags.versionAttribute()));
        }
        return schema.build();
    }

    /** Runs it on tables of its own; what it saw, in order. */
    static List<String> run(URI endpoint) {
        try (DynamoDbClient low = DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build()) {
            EnhancedProgram program = new EnhancedProgram(low);
            program.parts.createTable(
                    r -> r.provisionedThroughput(p -> p.readCapacityUnits(100L).writeCapacityUnits(100L)));
            low.waiter().waitUntilTableExists(r -> r.tableName("Parts"));
            program.items();
            program.batches();
            program.queries();
            program.transactions();
            return program.told;
        }
    }

    private void tell(String name, Callable<@Nullable Object> action) {
        String seen;
        try {
            seen = String.valueOf(action.call());
        } catch (DynamoDbException error) {
            seen = error.awsErrorDetails().errorCode() + " "
                    + error.awsErrorDetails().errorMessage();
        } catch (Exception error) {
            throw new IllegalStateException(name, error);
        }
        told.add(name + ": " + seen);
    }

    private void reads(String name, Callable<@Nullable Object> action) {
        for (String turn : List.of("cold", "warm", "warmer")) {
            tell(name + " (" + turn + ")", action);
        }
    }

    private static Key key(int number) {
        return Key.builder().partitionValue("s").sortValue(number).build();
    }

    private void items() {
        reads("nothing", () -> parts.getItem(key(1)));
        tell(
                "put",
                () -> parts.putItemWithResponse(r -> r.item(Part.of(1, "one"))).attributes());
        reads("get", () -> parts.getItem(key(1)));
        reads("consistent", () -> parts.getItem(r -> r.key(key(1)).consistentRead(true)));
        tell("put of an older version", () -> {
            parts.putItem(Part.of(1, "again"));
            return "put";
        });
        tell("update", () -> {
            Part part = parts.getItem(key(1));
            part.name = "uno";
            return parts.updateItem(part);
        });
        reads("get updated", () -> parts.getItem(key(1)));
        tell("condition", () -> {
            parts.putItem(PutItemEnhancedRequest.builder(Part.class)
                    .item(Part.of(2, "two"))
                    .conditionExpression(Expression.builder()
                            .expression("attribute_exists(#n)")
                            .putExpressionName("#n", "name")
                            .build())
                    .build());
            return "put";
        });
        tell("delete", () -> parts.deleteItem(key(9)));
    }

    private void batches() {
        tell("batch put", () -> {
            WriteBatch.Builder<Part> puts = WriteBatch.builder(Part.class).mappedTableResource(unversioned);
            IntStream.rangeClosed(2, 8).forEach(i -> puts.addPutItem(Part.of(i, "p" + i)));
            return client.batchWriteItem(BatchWriteItemEnhancedRequest.builder()
                            .writeBatches(puts.build())
                            .build())
                    .unprocessedPutItemsForTable(unversioned);
        });
        reads("batch get", () -> batch(false));
        reads("consistent batch get", () -> batch(true));
        tell("delete one", () -> parts.deleteItem(key(3)));
        reads("batch get without it", () -> batch(false));
    }

    private List<String> batch(boolean consistent) {
        ReadBatch.Builder<Part> gets = ReadBatch.builder(Part.class).mappedTableResource(parts);
        for (int number : List.of(1, 3, 5, 20)) {
            gets.addGetItem(r -> r.key(key(number)).consistentRead(consistent));
        }
        List<String> found = new ArrayList<>();
        for (BatchGetResultPage page : client.batchGetItem(
                BatchGetItemEnhancedRequest.builder().readBatches(gets.build()).build())) {
            page.resultsForTable(parts).forEach(part -> found.add(part.toString()));
            found.add("left " + page.unprocessedKeysForTable(parts));
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    private void queries() {
        QueryConditional all = QueryConditional.keyEqualTo(k -> k.partitionValue("s"));
        reads("query", () -> text(parts.query(all)));
        reads(
                "query in pages",
                () -> text(parts.query(r -> r.queryConditional(all).limit(2))));
        reads(
                "query backwards",
                () -> text(parts.query(r -> r.queryConditional(QueryConditional.sortBetween(
                                a -> a.partitionValue("s").sortValue(2),
                                b -> b.partitionValue("s").sortValue(6)))
                        .scanIndexForward(false))));
        reads(
                "filtered",
                () -> text(parts.query(r -> r.queryConditional(all)
                        .filterExpression(Expression.builder()
                                .expression("#n = :n")
                                .expressionNames(Map.of("#n", "name"))
                                .expressionValues(Map.of(":n", AttributeValue.fromS("p5")))
                                .build()))));
        reads("scan", () -> text(parts.scan(r -> r.limit(3))));
        tell("update in between", () -> parts.updateItem(parts.getItem(key(5))));
        reads("query again", () -> text(parts.query(all)));
    }

    private static List<String> text(PageIterable<Part> pages) {
        List<String> text = new ArrayList<>();
        pages.forEach(page -> {
            page.items().forEach(part -> text.add(part.toString()));
            text.add("| " + page.lastEvaluatedKey());
        });
        return text;
    }

    private void transactions() {
        tell("transaction", () -> {
            client.transactWriteItems(
                    r -> r.addPutItem(parts, Part.of(30, "thirty")).addDeleteItem(parts, key(6)));
            return "written";
        });
        reads("written", () -> parts.getItem(key(30)));
        reads("deleted", () -> parts.getItem(key(6)));
        reads(
                "transaction of reads",
                () -> client.transactGetItems(r -> r.addGetItem(parts, key(30)).addGetItem(parts, key(6))).stream()
                        .map(document -> String.valueOf(document.getItem(parts)))
                        .toList());
        tell("cancelled transaction", () -> {
            client.transactWriteItems(
                    r -> r.addPutItem(parts, Part.of(30, "again")).addDeleteItem(parts, key(7)));
            return "written";
        });
        reads("not deleted", () -> parts.getItem(key(7)));
    }
}
