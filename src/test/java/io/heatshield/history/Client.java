package io.heatshield.history;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Reads and adds to a few hot counters through nodes drawn at random, one by one, by batches, transactions and PartiQL,
 * and notes what it saw.
 */
final class Client implements Runnable {
    /**
     * A node as it runs now.
     *
     * @param run differs between two runs of one node
     * @param door opens a way to it
     */
    record Node(int run, Supplier<Door> door) {}

    /**
     * What the clients do.
     *
     * @param tables of which each operation draws one
     * @param keys how many counters of each table are hot at a time
     * @param writesPercent the share of writes
     * @param era moves on from time to time: the keys change with it, so that some are cold
     * @param own the counter that each client writes by batches, and nobody else does
     */
    record Habits(
            List<String> tables, int keys, int writesPercent, AtomicLong era, ConcurrentMap<Integer, String> own) {
        Habits(List<String> tables, int keys, int writesPercent, AtomicLong era) {
            this(tables, keys, writesPercent, era, new ConcurrentHashMap<>());
        }
    }

    /** Writes a counter in one of the ways there are. */
    private interface Way {
        long write(Door door) throws IOException;
    }

    /** What came of the operations, all clients together. */
    record Counts(
            LongAdder reads,
            LongAdder writes,
            LongAdder refused,
            LongAdder failedReads,
            LongAdder unknown,
            Map<String, LongAdder> from) {
        Counts() {
            this(
                    new LongAdder(),
                    new LongAdder(),
                    new LongAdder(),
                    new LongAdder(),
                    new LongAdder(),
                    new ConcurrentSkipListMap<>());
        }

        @Override
        public String toString() {
            return "reads " + reads + " (from " + from + "), reads failed " + failedReads + ", writes " + writes
                    + ", of unknown outcome " + unknown + ", refused " + refused;
        }
    }

    private static final int BATCHES_PERCENT = 15;
    private static final int OWN_PERCENT = 10;

    private final int number;
    private final Function<SplittableRandom, Node> nodes;
    private final Habits habits;
    private final SplittableRandom random;
    private final BooleanSupplier goesOn;
    private final Counts counts;
    private final Recorder recorder = new Recorder();
    private final Map<Integer, Door> doors = new HashMap<>();
    /** How many counters of its own the client has given up, and what the present one is at. */
    private int owned;

    private long version;

    Client(
            int number,
            Function<SplittableRandom, Node> nodes,
            Habits habits,
            SplittableRandom random,
            BooleanSupplier goesOn,
            Counts counts) {
        this.number = number;
        this.nodes = nodes;
        this.habits = habits;
        this.random = random;
        this.goesOn = goesOn;
        this.counts = counts;
    }

    Recorder recorder() {
        return recorder;
    }

    @Override
    public void run() {
        while (goesOn.getAsBoolean()) {
            String table = habits.tables().get(random.nextInt(habits.tables().size()));
            String key = key();
            Node node = nodes.apply(random);
            if (random.nextInt(100) < habits.writesPercent()) {
                write(node, table, key);
            } else if (random.nextInt(100) < BATCHES_PERCENT) {
                readSome(node, table);
            } else {
                read(node, table, random.nextInt(100) < OWN_PERCENT ? somebodysOwn(key) : key);
            }
        }
        doors.values().forEach(Door::close);
    }

    private String key() {
        return habits.era().get() + "-" + random.nextInt(habits.keys());
    }

    /** A counter that some client writes by batches, if there is one. */
    private String somebodysOwn(String instead) {
        return habits.own().getOrDefault(random.nextInt(habits.own().size() + 1), instead);
    }

    private Door door(Node node) {
        return doors.computeIfAbsent(node.run(), run -> node.door().get());
    }

    private void write(Node node, String table, String key) {
        int drawn = random.nextInt(100);
        if (drawn < 70) {
            write(node, table, key, door -> Writes.update(door, table, key));
        } else if (drawn < 80) {
            write(node, table, key, door -> Writes.statement(door, table, key));
        } else if (drawn < 90) {
            write(node, table, key, door -> Writes.transaction(door, table, key));
        } else {
            writeOwn(node);
        }
    }

    /** Writes the client's own counter. Once nobody knows what became of a write, that counter is written no more. */
    private void writeOwn(Node node) {
        String table = habits.tables().get(number % habits.tables().size());
        String key = habits.own()
                .computeIfAbsent(number, absent -> "own-" + habits.era().get() + "-" + number + "-" + owned);
        long written = write(node, table, key, door -> Writes.batch(door, table, key, version + 1));
        if (written == Written.UNKNOWN) {
            owned++;
            version = 0;
            habits.own().remove(number);
        } else if (written > 0) {
            version = written;
        }
    }

    private long write(Node node, String table, String key, Way way) {
        long invoked = System.nanoTime();
        long made = Written.UNKNOWN;
        try {
            made = way.write(door(node));
        } catch (Door.NotSentException e) {
            pause();
            made = Writes.NONE;
        } catch (IOException e) {
            // Nobody knows what became of it.
            made = Written.UNKNOWN;
        }
        if (made == Writes.NONE) {
            counts.refused().increment();
            return made;
        }
        (made == Written.UNKNOWN ? counts.unknown() : counts.writes()).increment();
        recorder.wrote(table + "/" + key, new Written(number, node.run(), invoked, System.nanoTime(), made));
        return made;
    }

    /** Some of the counters of a table at once. */
    private void readSome(Node node, String table) {
        Set<String> keys = new LinkedHashSet<>(List.of(key(), key(), somebodysOwn(key())));
        String asked = keys.stream()
                .map(key -> "{\"id\":{\"S\":\"" + key + "\"}}")
                .collect(Collectors.joining(",", "{\"RequestItems\":{\"" + table + "\":{\"Keys\":[", "]}}}"));
        long invoked = System.nanoTime();
        try {
            Door.Answer answer = door(node).ask("BatchGetItem", asked);
            long ended = System.nanoTime();
            if (answer.status() != 200) {
                counts.failedReads().increment();
                return;
            }
            counted(answer);
            JsonObject body = new JsonObject(answer.body());
            JsonObject left = body.getJsonObject("UnprocessedKeys").getJsonObject(table);
            Map<String, Long> versions = new HashMap<>();
            keys.forEach(key -> versions.put(key, 0L));
            if (left != null) {
                ids(left.getJsonArray("Keys")).forEach((id, none) -> versions.remove(id));
            }
            versions.putAll(ids(body.getJsonObject("Responses").getJsonArray(table)));
            versions.forEach((key, seen) ->
                    recorder.read(table + "/" + key, new Seen(number, node.run(), invoked, ended, seen)));
        } catch (IOException e) {
            counts.failedReads().increment();
            pause();
        }
    }

    /** By the id of each item or key: the counter, or 0. */
    private static Map<String, Long> ids(JsonArray items) {
        Map<String, Long> ids = new HashMap<>();
        for (int i = 0; i < items.size(); i++) {
            JsonObject item = items.getJsonObject(i);
            ids.put(item.getJsonObject("id").getString("S"), Writes.version(item.encode()));
        }
        return ids;
    }

    private void counted(Door.Answer answer) {
        counts.reads().increment();
        counts.from().computeIfAbsent(answer.cache(), cache -> new LongAdder()).increment();
    }

    private void read(Node node, String table, String key) {
        long invoked = System.nanoTime();
        try {
            Door.Answer answer = door(node)
                    .ask("GetItem", "{\"TableName\":\"" + table + "\",\"Key\":{\"id\":{\"S\":\"" + key + "\"}}}");
            long ended = System.nanoTime();
            if (answer.status() == 200) {
                recorder.read(
                        table + "/" + key, new Seen(number, node.run(), invoked, ended, Writes.version(answer.body())));
                counted(answer);
            } else {
                counts.failedReads().increment();
            }
        } catch (IOException e) {
            counts.failedReads().increment();
            pause();
        }
    }

    /** Nobody is there: no use in asking at once again. */
    private static void pause() {
        LockSupport.parkNanos(2_000_000);
    }
}
