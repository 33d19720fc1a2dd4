package io.heatshield.history;

import io.heatshield.RedisServer;
import io.heatshield.app.HeatshieldProcess;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Three nodes, one Redis, and an embedded origin behind a relay, whose eventually consistent reads lag: processes of
 * their own, all on loopback. The table {@link #STRICT} is coherent strictly, and {@link #BOUNDED} within a bound.
 */
final class Fleet implements AutoCloseable {
    static final String BOUNDED = "Bounded";
    static final String STRICT = "Strict";
    static final Duration STALENESS = Duration.ofSeconds(1);
    static final Duration SETTLE = Duration.ofSeconds(1);
    /** Shorter than the settle window, as the guarantee assumes. */
    static final Duration LAG = Duration.ofMillis(700);

    private static final int NODES = 3;
    private static final String FAULTLESS = "{\"lag\":\"" + LAG.toMillis() + "ms\"}";

    private final Vertx vertx = Vertx.vertx();
    private final HeatshieldProcess origin;
    private final Relay toOrigin;
    private final List<Relay> toRedis;
    private final List<FleetNode> nodes;
    private volatile RedisServer redis = RedisServer.start();

    private Fleet(long seed) {
        this.origin = HeatshieldProcess.start(
                command("serve-origin", List.of("embedded.sample-tables=off", "embedded.seed=" + (int) (seed >>> 33))),
                Map.of());
        origin.awaitStarted();
        Metrics.laboratory(origin.admin(), FAULTLESS);
        SplittableRandom random = new SplittableRandom(seed);
        this.toOrigin = Relay.start(vertx, "127.0.0.1", origin.dynamoDb().getPort(), random.split())
                .delays(4, 60);
        this.toRedis = IntStream.range(0, NODES)
                .mapToObj(number -> Relay.start(vertx, "127.0.0.1", redis.port(), random.split()))
                .toList();
        this.nodes = toRedis.stream()
                .map(relay -> new FleetNode(command("serve", settings(relay))))
                .toList();
    }

    /** Starts all of it and waits until every node hears the others. */
    static Fleet start(long seed) throws IOException {
        Fleet fleet = new Fleet(seed);
        fleet.nodes.forEach(FleetNode::awaitStarted);
        try (Door door = new HttpDoor(fleet.origin.dynamoDb())) {
            for (String table : List.of(BOUNDED, STRICT)) {
                door.ask("CreateTable", tableOf(table));
            }
        }
        fleet.awaitOrder(System.nanoTime());
        return fleet;
    }

    /** What makes a table of items by {@code id}. */
    static String tableOf(String name) {
        return """
                {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",\
                "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],\
                "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}""".formatted(name);
    }

    private List<String> settings(Relay redisOfNode) {
        return List.of(
                "origin.kind=dynamodb",
                "origin.region=us-east-1",
                "origin.endpoint=http://" + toOrigin.authority(),
                "origin.credentials.access-key-id=any",
                "origin.credentials.secret-access-key=any",
                "origin.answer-timeout=1s",
                "shared-tier.redis=redis://" + redisOfNode.authority(),
                "shared-tier.staleness=" + STALENESS.toMillis() + "ms",
                "cache.settle-window=" + SETTLE.toMillis() + "ms",
                "cache.pending-hold=4s",
                "cache.item-ttl=3s",
                "cache.stale-while-down=0s",
                "tables.Strict.coherence=strict");
    }

    private static List<String> command(String verb, List<String> settings) {
        List<String> command =
                new ArrayList<>(List.of(HeatshieldProcess.java(), "-Xmx256m", "-jar", HeatshieldProcess.JAR, verb));
        for (String setting : settings) {
            command.addAll(List.of("--set", setting));
        }
        command.addAll(
                verb.equals("serve")
                        ? List.of("--set", "listen.port=0", "--set", "admin.port=0")
                        : List.of("--port", "0", "--admin-port", "0"));
        return command;
    }

    List<FleetNode> nodes() {
        return nodes;
    }

    /** What stands before the origin. */
    Relay origin() {
        return toOrigin;
    }

    /** What stands before Redis, for each node. */
    List<Relay> toRedis() {
        return toRedis;
    }

    RedisServer redis() {
        return redis;
    }

    /** Redis is killed. */
    void killRedis() {
        redis.kill();
    }

    /** And comes back with nothing in it. */
    void startRedis() {
        redis = RedisServer.startOn(redis.port());
    }

    /** Sends Redis a command of plain words. */
    void redis(String command) {
        RedisCommand.send(redis.port(), command);
    }

    /** Lets the origin lose a share of its answers, and fail as often. */
    void originFails(int percent) {
        Metrics.laboratory(
                origin.admin(),
                FAULTLESS.replace(
                        "}",
                        ",\"faults\":{\"lost-answers\":\"" + percent + "%\",\"errors\":\"" + percent
                                + "%\",\"resets\":\"" + percent + "%\"}}"));
    }

    void originRecovers() {
        Metrics.laboratory(origin.admin(), FAULTLESS);
    }

    /** Waits until every node has proven since then that it hears, and has nothing to repair. */
    void awaitOrder(long since) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> nodes.stream().map(FleetNode::run).allMatch(run -> inOrder(run, since)));
    }

    private static boolean inOrder(FleetNode.Run run, long since) {
        long asked = System.nanoTime();
        double age = run.metric("heatshield_bus_barrier_age_seconds", "");
        return age > 0
                && age * 1e9 < asked - since
                && age < STALENESS.toMillis() / 2000.0
                && run.metric("heatshield_shared_repairs", "") == 0
                && run.metric("heatshield_shared_breakers_open", "") == 0;
    }

    @Override
    public void close() {
        nodes.forEach(FleetNode::close);
        origin.close();
        toOrigin.close();
        toRedis.forEach(Relay::close);
        redis.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
