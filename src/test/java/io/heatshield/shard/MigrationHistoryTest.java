package io.heatshield.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * A key's migration from no shards to 12 and on to 24, under reads and writes through two nodes that are reconfigured
 * one after the other, with nodes that die in the middle of a write and a tool that dies in the middle of a move: no
 * item is ever missing, doubled, or back after its delete.
 */
final class MigrationHistoryTest {
    private static final Layout TWELVE = Layout.of(1, 12, "#%02d");
    private static final Layout MORE = Layout.of(2, 24, "#%02d");
    private static final int ITEMS = 30;
    /** Stands for an item that does not exist. */
    private static final int NONE = 0;

    /** The tool dies. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class History {
        private final Random random;
        private final Sharded table = new Sharded("S");
        private final ShardedOrigin[] nodes = new ShardedOrigin[2];
        /** What each item may be; more than one value after a write whose end nobody heard. */
        private final Map<String, Set<Integer>> possible = new TreeMap<>();

        private int value = 1;
        /** After how many requests of a node it dies; none if negative. */
        private int dies = -1;

        History(long seed) {
            this.random = new Random(seed);
            for (int at = 0; at < ITEMS; at++) {
                possible.put("i%02d".formatted(at), new HashSet<>(Set.of(NONE)));
            }
        }

        /** What a node asks, until it dies. */
        private final Origin dying = new Origin() {
            @Override
            public Future<OriginReply> send(OriginRequest request) {
                if (dies == 0) {
                    return Promise.<OriginReply>promise().future();
                }
                dies--;
                return table.embedded.send(request);
            }

            @Override
            public String describe() {
                return "dying";
            }

            @Override
            public Future<Void> close() {
                return Future.succeededFuture();
            }
        };

        void run() {
            configure(0, List.of(0));
            operations(40);
            migrate(Layout.NONE, TWELVE);
            migrate(TWELVE, MORE);
            operations(20);
            assertThat(table.places()).allMatch(place -> place.matches("DAY#1#\\d\\d"));
        }

        private void migrate(Layout from, Layout to) {
            rolling(from.version(), List.of(from.version(), to.version()));
            rolling(to.version(), List.of(from.version(), to.version()));
            reshard(from, to);
            rolling(to.version(), List.of(to.version()));
        }

        private void rolling(int write, List<Integer> read) {
            for (int node = 0; node < nodes.length; node++) {
                nodes[node] = node(write, read);
                operations(6);
            }
        }

        private void configure(int write, List<Integer> read) {
            nodes[0] = node(write, read);
            nodes[1] = node(write, read);
        }

        private ShardedOrigin node(int write, List<Integer> read) {
            return table.node(dying, List.of(), Sharded.key(new Choice.HashOf(null), write, read, TWELVE, MORE));
        }

        private void reshard(Layout from, Layout to) {
            ShardedKey key = Sharded.key(
                    new Choice.HashOf(null), to.version(), List.of(from.version(), to.version()), TWELVE, MORE);
            Reshard.Pace pace = units -> {
                operations(random.nextInt(3));
                if (random.nextInt(8) == 0) {
                    throw new Killed();
                }
            };
            List<Reshard.Checkpoint> noted = new ArrayList<>(List.of(Reshard.Checkpoint.BEGINNING));
            Reshard.Report report = null;
            for (int run = 0; run < 200 && report == null; run++) {
                try {
                    report = new Reshard(
                                    table.embedded,
                                    new ShardedTable("Days", List.of(key), List.of()),
                                    table.description(),
                                    Reshard.Task.of("DAY#1", key, from.version(), to.version()),
                                    pace)
                            .run(noted.get(noted.size() - 1), noted::add);
                } catch (Killed killed) {
                    assertThat(killed).isNotNull();
                }
            }
            assertThat(report).isNotNull();
            assertThat(report.left()).isZero();
        }

        private void operations(int count) {
            for (int at = 0; at < count; at++) {
                String item = "i%02d".formatted(random.nextInt(ITEMS));
                switch (random.nextInt(6)) {
                    case 0 -> checkAll();
                    case 1 -> check(item);
                    case 2 -> write(item, "DeleteItem", "'Key':" + key(item), NONE);
                    case 3, 4 -> {
                        value++;
                        write(
                                item,
                                "PutItem",
                                "'Item':{'pk':{'S':'DAY#1'},'sk':{'S':'" + item + "'},'n':{'N':'" + value + "'}}",
                                value);
                    }
                    default -> {
                        value++;
                        write(
                                item,
                                "UpdateItem",
                                "'Key':" + key(item) + ",'UpdateExpression':'SET n = :n',"
                                        + "'ExpressionAttributeValues':{':n':{'N':'" + value + "'}}",
                                value);
                    }
                }
            }
        }

        private String key(String item) {
            return "{'pk':{'S':'DAY#1'},'sk':{'S':'" + item + "'}}";
        }

        private ObjectNode ask(String operation, String body) {
            Future<OriginReply> answer = future(operation, body);
            assertThat(answer.isComplete()).isTrue();
            return Sharded.answered(answer.result());
        }

        private Future<OriginReply> future(String operation, String body) {
            return nodes[random.nextInt(2)].send(new OriginRequest(
                    "DynamoDB_20120810." + operation,
                    "application/x-amz-json-1.0",
                    Json.buffer(Sharded.tree("{'TableName':'Days'," + body + "}")),
                    "Days",
                    false,
                    null));
        }

        private void write(String item, String operation, String body, int becomes) {
            dies = random.nextInt(5) == 0 ? random.nextInt(4) : -1;
            Future<OriginReply> answer = future(operation, body);
            dies = -1;
            Set<Integer> values = of(item);
            if (answer.isComplete()) {
                assertThat(answer.result().ok())
                        .as("%s", answer.result().payload().body())
                        .isTrue();
                values.clear();
            }
            values.add(becomes);
        }

        private void check(String item) {
            JsonNode found =
                    ask("GetItem", "'Key':" + key(item)).path("Item").path("n").path("N");
            seen(item, found.isMissingNode() ? NONE : found.asInt());
        }

        private void seen(String item, int seen) {
            assertThat(of(item)).as(item).contains(seen);
            of(item).retainAll(Set.of(seen));
        }

        private Set<Integer> of(String item) {
            return Objects.requireNonNull(possible.get(item));
        }

        private void checkAll() {
            Map<String, Integer> all = new TreeMap<>();
            JsonNode start = null;
            do {
                ObjectNode page = ask(
                        "Query",
                        "'KeyConditionExpression':'pk = :d','ExpressionAttributeValues':{':d':{'S':'DAY#1'}},'Limit':"
                                + (1 + random.nextInt(40)) + (start == null ? "" : ",'ExclusiveStartKey':" + start));
                for (JsonNode item : page.path("Items")) {
                    Integer before = all.put(
                            item.path("sk").path("S").asText(),
                            item.path("n").path("N").asInt());
                    assertThat(before).isNull();
                }
                start = page.get("LastEvaluatedKey");
            } while (start != null);
            possible.keySet().forEach(item -> seen(item, all.getOrDefault(item, NONE)));
        }
    }

    @Property(tries = 25)
    void migration_withCrashes_losesNothing(@ForAll long seed) {
        new History(seed).run();
    }
}
