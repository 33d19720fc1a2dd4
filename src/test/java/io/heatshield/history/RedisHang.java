package io.heatshield.history;

import io.heatshield.RedisServer;
import io.heatshield.Signals;
import io.heatshield.app.HeatshieldProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Redis hangs in the middle of load: {@code RedisHang SECONDS}. A node with one Redis and the embedded origin in a
 * process of its own, reads of a few hot items, of many others, and writes, each at a bounded rate: as long before the
 * hang, in it, and after. Ends with 1 if a request failed, if an event loop was blocked, or if the node did not use
 * Redis again.
 */
public final class RedisHang {
    private static final int HOT = 20;
    private static final int OTHERS = 20_000;
    private static final int WRITTEN = 200;

    private static final String[] PHASES = {"before", "hung", "after"};

    private final SplittableRandom random = new SplittableRandom(42);
    private final AtomicInteger phase = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final List<Row> rows = new ArrayList<>();
    private volatile boolean over;

    /** The latencies of one kind of request, by phase. Filled by one thread. */
    private static final class Row {
        private final String name;
        private final long[][] nanos = new long[PHASES.length][200_000];
        private final int[] counts = new int[PHASES.length];

        Row(String name) {
            this.name = name;
        }

        void add(int phase, long took) {
            if (counts[phase] < nanos[phase].length) {
                nanos[phase][counts[phase]++] = took;
            }
        }

        void print() {
            for (int i = 0; i < PHASES.length; i++) {
                long[] sorted = Arrays.copyOf(nanos[i], counts[i]);
                Arrays.sort(sorted);
                if (sorted.length > 0) {
                    System.out.printf(
                            Locale.ROOT,
                            "%-14s %-7s %7d  p50 %7.2f ms  p99 %7.2f ms  most %7.2f ms%n",
                            name,
                            PHASES[i],
                            sorted.length,
                            sorted[sorted.length / 2] / 1e6,
                            sorted[(int) (sorted.length * 0.99)] / 1e6,
                            sorted[sorted.length - 1] / 1e6);
                }
            }
        }
    }

    private RedisHang() {}

    /** Runs it and prints the figures. */
    public static void main(String[] args) throws Exception {
        System.exit(new RedisHang().run(Integer.parseInt(args[0])) ? 0 : 1);
    }

    private static HeatshieldProcess process(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(HeatshieldProcess.java(), "-Xmx512m", "-jar", HeatshieldProcess.JAR));
        command.addAll(List.of(arguments));
        return HeatshieldProcess.start(command, Map.of()).awaitStarted();
    }

    private boolean run(int seconds) throws Exception {
        try (RedisServer redis = RedisServer.start();
                HeatshieldProcess origin = process(
                        "serve-origin", "--port", "0", "--admin-port", "0", "--set", "embedded.sample-tables=off");
                HeatshieldProcess node = process(
                        "serve",
                        "--set",
                        "listen.port=0",
                        "--set",
                        "admin.port=0",
                        "--set",
                        "origin.kind=dynamodb",
                        "--set",
                        "origin.region=us-east-1",
                        "--set",
                        "origin.endpoint=" + origin.dynamoDb(),
                        "--set",
                        "origin.credentials.access-key-id=any",
                        "--set",
                        "origin.credentials.secret-access-key=any",
                        "--set",
                        "shared-tier.redis=" + redis.uri())) {
            try (Door door = new HttpDoor(origin.dynamoDb())) {
                door.ask("CreateTable", Fleet.tableOf("Things"));
            }
            load(node, Math.max(5, seconds / 3));
            phase.set(0);
            rows.forEach(row -> Arrays.fill(row.counts, 0));
            List<Thread> threads = start(node);
            Thread.sleep(seconds * 1_000L);
            phase.set(1);
            Signals.stop(redis.pid());
            Thread.sleep(seconds * 1_000L);
            Signals.goOn(redis.pid());
            phase.set(2);
            Thread.sleep(seconds * 1_000L);
            over = true;
            for (Thread thread : threads) {
                thread.join();
            }
            return report(node);
        }
    }

    /** Warms the node up, so that the first phase is not that of a cold machine. */
    private void load(HeatshieldProcess node, int seconds) throws InterruptedException {
        List<Thread> threads = start(node);
        Thread.sleep(seconds * 1_000L);
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
        over = false;
        rows.clear();
    }

    /** What asks once and says whether the answer is one of those to be counted. */
    private interface Request {
        Door.Answer send(Door door, SplittableRandom drawn) throws IOException;
    }

    private List<Thread> start(HeatshieldProcess node) {
        return List.of(
                start(node, "hot reads", 400, (door, drawn) -> door.ask("GetItem", key("hot", drawn.nextInt(HOT)))),
                start(
                        node,
                        "other reads",
                        100,
                        (door, drawn) -> door.ask("GetItem", key("other", drawn.nextInt(OTHERS)))),
                start(
                        node,
                        "writes",
                        50,
                        (door, drawn) -> door.ask("UpdateItem", """
                        {"TableName":"Things","Key":{"id":{"S":"written-%d"}},"UpdateExpression":"ADD v :one",\
                        "ExpressionAttributeValues":{":one":{"N":"1"}}}""".formatted(drawn.nextInt(WRITTEN)))));
    }

    private static String key(String kind, int number) {
        return "{\"TableName\":\"Things\",\"Key\":{\"id\":{\"S\":\"" + kind + "-" + number + "\"}}}";
    }

    private Thread start(HeatshieldProcess node, String name, int perSecond, Request request) {
        Row all = new Row(name);
        Row local = new Row(name + " (local)");
        rows.add(all);
        rows.add(local);
        SplittableRandom drawn = random.split();
        Thread thread = new Thread(
                () -> {
                    try (Door door = new HttpDoor(node.dynamoDb())) {
                        for (long due = System.nanoTime(); !over; due += 1_000_000_000L / perSecond) {
                            LockSupport.parkNanos(due - System.nanoTime());
                            ask(door, drawn, request, all, local);
                        }
                    }
                },
                name);
        thread.start();
        return thread;
    }

    private void ask(Door door, SplittableRandom drawn, Request request, Row all, Row local) {
        int now = phase.get();
        long sent = System.nanoTime();
        try {
            Door.Answer answer = request.send(door, drawn);
            long took = System.nanoTime() - sent;
            if (answer.status() != 200) {
                failures.incrementAndGet();
                System.out.println("failed: " + answer);
            }
            (answer.cache().equals("local") ? local : all).add(now, took);
        } catch (IOException e) {
            failures.incrementAndGet();
            System.out.println("failed: " + e);
        }
    }

    private boolean report(HeatshieldProcess node) {
        rows.forEach(Row::print);
        long blocked = java.util.stream.Stream.concat(node.out().stream(), node.err().stream())
                .filter(line -> line.contains("has been blocked"))
                .count();
        double age = Metrics.sum(node.admin(), "heatshield_bus_barrier_age_seconds", "");
        double repairs = Metrics.sum(node.admin(), "heatshield_shared_repairs", "");
        double unfenced = Metrics.sum(node.admin(), "heatshield_cache_unfenced_total", "");
        System.out.printf(
                Locale.ROOT,
                "failed requests %d, warnings of blocked threads %d; afterwards: barrier age %.2f s, repairs %.0f,"
                        + " writes unfenced %.0f%n",
                failures.get(),
                blocked,
                age,
                repairs,
                unfenced);
        boolean right = failures.get() == 0 && blocked == 0 && age < 1 && repairs == 0;
        System.out.println(right ? "PASSED" : "FAILED");
        return right;
    }
}
