package io.heatshield.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Any items, any layout, any Query, any split of its walk into pages: each page is the page of a table that is not
 * sharded, which the embedded origin answers.
 */
final class GatherPropertyTest {
    private static final List<String> TYPES = List.of("S", "N", "B");

    @Property(tries = 120)
    void walk_throughShards_isTheWalkThroughOneKey(@ForAll long seed) {
        Random random = new Random(seed);
        String type = TYPES.get(random.nextInt(3));
        Sharded sharded = new Sharded(type, key(random));
        int items = random.nextInt(45);
        for (int at = 0; at < items; at++) {
            String put = "{'Item':{'pk':{'S':'DAY#" + random.nextInt(2) + "'},'sk':" + sort(type, random)
                    + ",'n':{'N':'" + random.nextInt(5) + "'},'m':{'M':{'a':{'S':'x" + at + "'},'b':{'N':'2'}}}}}";
            both(sharded, "PutItem", put);
        }
        for (int walk = 0; walk < 4; walk++) {
            walk(sharded, query(type, random), random);
        }
    }

    /** Choosing at random puts an item somewhere else each time, so that only hashing has one copy of a key put twice. */
    private static ShardedKey key(Random random) {
        int shards = 1 + random.nextInt(9);
        return Sharded.key(new Choice.HashOf(null), 1, List.of(1), Layout.of(1, shards, "#%d"));
    }

    private static void walk(Sharded sharded, ObjectNode query, Random random) {
        JsonNode start = null;
        int pages = 0;
        do {
            ObjectNode asked = query.deepCopy();
            if (random.nextInt(3) > 0) {
                asked.put("Limit", 1 + random.nextInt(12));
            }
            if (start != null) {
                asked.set("ExclusiveStartKey", start);
            }
            ObjectNode page =
                    sharded.ask("Query", asked.put("TableName", "Days").toString());
            ObjectNode expected =
                    sharded.embedded("Query", asked.put("TableName", "Plain").toString());
            assertThat(page).isEqualTo(expected);
            start = page.get("LastEvaluatedKey");
            assertThat(++pages).isLessThan(100);
        } while (start != null);
    }

    private static ObjectNode query(String type, Random random) {
        ObjectNode query = Json.object();
        StringBuilder condition = new StringBuilder("pk = :pk");
        ObjectNode values = query.putObject("ExpressionAttributeValues");
        values.putObject(":pk").put("S", "DAY#" + random.nextInt(2));
        switch (random.nextInt(5)) {
            case 0 -> {
                condition.append(" AND sk >= :from");
                values.set(":from", Sharded.tree(sort(type, random)));
            }
            case 1 -> {
                condition.append(" AND sk < :from");
                values.set(":from", Sharded.tree(sort(type, random)));
            }
            case 2 -> {
                condition.append(" AND sk BETWEEN :from AND :to");
                values.set(":from", Sharded.tree(lowest(type)));
                values.set(":to", Sharded.tree(sort(type, random)));
            }
            default -> condition.append("");
        }
        query.put("KeyConditionExpression", condition.toString());
        if (random.nextBoolean()) {
            query.put("ScanIndexForward", random.nextBoolean());
        }
        if (random.nextBoolean()) {
            query.put("FilterExpression", "n > :n");
            values.putObject(":n").put("N", Integer.toString(random.nextInt(5)));
        }
        switch (random.nextInt(4)) {
            case 0 -> query.put("ProjectionExpression", "sk, m.a");
            case 1 -> query.put("Select", "COUNT");
            default -> query.put("ConsistentRead", random.nextBoolean());
        }
        return query;
    }

    private static String lowest(String type) {
        return switch (type) {
            case "S" -> "{'S':'!'}";
            case "N" -> "{'N':'-1000'}";
            default -> "{'B':'AA=='}";
        };
    }

    private static String sort(String type, Random random) {
        int number = random.nextInt(60);
        return switch (type) {
            case "S" -> "{'S':'" + (number % 3 == 0 ? "é" : number % 3 == 1 ? "\uD83D\uDE00" : "~") + number + "'}";
            case "N" -> "{'N':'" + (number - 30) * 0.25 + "'}";
            default ->
                "{'B':'" + Base64.getEncoder().encodeToString(new byte[] {(byte) (number * 5), (byte) number}) + "'}";
        };
    }

    private static void both(Sharded sharded, String operation, String body) {
        for (String table : List.of("Days", "Plain")) {
            ObjectNode request = Sharded.tree(body).put("TableName", table);
            ObjectNode answer = table.equals("Days")
                    ? sharded.ask(operation, request.toString())
                    : sharded.embedded(operation, request.toString());
            assertThat(answer.get("kind")).as("%s", answer).isNull();
        }
    }

    @Property(tries = 40)
    void items_chosenAtRandom_comeOnceEachAndInOrder(@ForAll long seed) {
        Random random = new Random(seed);
        Sharded sharded = new Sharded(
                "N", Sharded.key(new Choice.Random(), 1, List.of(1), Layout.of(1, 1 + random.nextInt(12), "#%02d")));
        int items = random.nextInt(60);
        for (int at = 0; at < items; at++) {
            both(sharded, "PutItem", "{'Item':{'pk':{'S':'DAY#0'},'sk':{'N':'" + at + "'}}}");
        }
        walk(
                sharded,
                Sharded.tree(
                        "{'KeyConditionExpression':'pk = :pk'," + "'ExpressionAttributeValues':{':pk':{'S':'DAY#0'}}}"),
                random);
    }

    /** What a walk has answered, all pages together. */
    static ArrayNode items(Sharded sharded, String query, @Nullable Integer limit) {
        ArrayNode all = Json.object().arrayNode();
        JsonNode start = null;
        do {
            ObjectNode asked = Sharded.tree(query);
            if (limit != null) {
                asked.put("Limit", limit);
            }
            if (start != null) {
                asked.set("ExclusiveStartKey", start);
            }
            ObjectNode page = sharded.ask("Query", asked.toString());
            page.path("Items").forEach(all::add);
            start = page.get("LastEvaluatedKey");
        } while (start != null);
        return all;
    }
}
