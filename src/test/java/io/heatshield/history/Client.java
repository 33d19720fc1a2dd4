package io.heatshield.history;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and adds to a few hot counters through nodes drawn at random, and notes what it saw. */
final class Client implements Runnable {
    private static final Pattern VERSION = Pattern.compile("\"v\":\\{\"N\":\"(\\d+)\"}");

    /** The error by which a strict write is refused before it is sent. */
    private static final String NOT_WRITTEN = "nothing was written";

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
     */
    record Habits(List<String> tables, int keys, int writesPercent, AtomicLong era) {}

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

    private final int number;
    private final Function<SplittableRandom, Node> nodes;
    private final Habits habits;
    private final SplittableRandom random;
    private final BooleanSupplier goesOn;
    private final Counts counts;
    private final Recorder recorder = new Recorder();
    private final Map<Integer, Door> doors = new HashMap<>();

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
            String key = habits.era().get() + "-" + random.nextInt(habits.keys());
            Node node = nodes.apply(random);
            if (random.nextInt(100) < habits.writesPercent()) {
                write(node, table, key);
            } else {
                read(node, table, key);
            }
        }
        doors.values().forEach(Door::close);
    }

    private Door door(Node node) {
        return doors.computeIfAbsent(node.run(), run -> node.door().get());
    }

    private void write(Node node, String table, String key) {
        long invoked = System.nanoTime();
        long version = Written.UNKNOWN;
        try {
            Door.Answer answer = door(node).ask("UpdateItem", """
                    {"TableName":"%s","Key":{"id":{"S":"%s"}},"UpdateExpression":"ADD v :one",\
                    "ExpressionAttributeValues":{":one":{"N":"1"}},"ReturnValues":"ALL_NEW"}""".formatted(table, key));
            if (answer.status() == 200) {
                version = version(answer.body());
                counts.writes().increment();
            } else if (answer.body().contains(NOT_WRITTEN)) {
                counts.refused().increment();
                return;
            } else {
                counts.unknown().increment();
            }
        } catch (Door.NotSentException e) {
            pause();
            return;
        } catch (IOException e) {
            counts.unknown().increment();
        }
        recorder.wrote(table + "/" + key, new Written(number, node.run(), invoked, System.nanoTime(), version));
    }

    private void read(Node node, String table, String key) {
        long invoked = System.nanoTime();
        try {
            Door.Answer answer = door(node)
                    .ask("GetItem", "{\"TableName\":\"" + table + "\",\"Key\":{\"id\":{\"S\":\"" + key + "\"}}}");
            long ended = System.nanoTime();
            if (answer.status() == 200) {
                recorder.read(table + "/" + key, new Seen(number, node.run(), invoked, ended, version(answer.body())));
                counts.reads().increment();
                counts.from()
                        .computeIfAbsent(answer.cache(), cache -> new LongAdder())
                        .increment();
            } else {
                counts.failedReads().increment();
            }
        } catch (IOException e) {
            counts.failedReads().increment();
            pause();
        }
    }

    private static long version(String body) {
        Matcher found = VERSION.matcher(body);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    /** Nobody is there: no use in asking at once again. */
    private static void pause() {
        LockSupport.parkNanos(2_000_000);
    }
}
