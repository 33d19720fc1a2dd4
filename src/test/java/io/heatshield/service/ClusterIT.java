package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.RedisCluster;
import io.heatshield.app.InProcess;
import io.heatshield.origin.StubOrigin;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A fleet whose shared tier is a Redis Cluster, while that changes. */
final class ClusterIT {
    private static final int KEYS = 40;

    private static Vertx vertx;
    private static StubOrigin origin;
    private static RedisCluster redis;

    @BeforeAll
    static void start() {
        vertx = Vertx.vertx();
        origin = StubOrigin.start(vertx);
        redis = RedisCluster.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
        origin.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private static String item(int version) {
        return "{\"Item\":{\"id\":{\"S\":\"hot\"},\"v\":{\"N\":\"" + version + "\"}}}";
    }

    private static void originHas(int version) {
        origin.always(Stub.tableT(StubOrigin.ok(item(version))));
    }

    private static InProcess node() {
        return InProcess.before(
                origin.uri(),
                StubOrigin.KEY_ID,
                StubOrigin.SECRET,
                "shared-tier.redis=" + redis.uri(),
                "shared-tier.timeout=2s",
                "cache.settle-window=100ms");
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
    }

    /** Every group's subscription stands. */
    private static void awaitHearing(InProcess node) {
        await().until(() -> {
            double age = Wire.metric(node.admin(), "heatshield_bus_barrier_age_seconds", "");
            return age > 0
                    && age < 0.9
                    && Wire.metric(node.admin(), "heatshield_bus_doubts_total", "moved") >= 256
                    && Wire.metric(node.admin(), "heatshield_shared_repairs", "") == 0;
        });
    }

    private static List<Integer> keys() {
        return IntStream.range(0, KEYS).boxed().toList();
    }

    private static String read(Wire wire, int key) {
        Wire.Answer answer = wire.ask("GetItem", Stub.GET.replace("hot", "k" + key));
        assertThat(answer.status()).isEqualTo(200);
        return answer.body();
    }

    private static void write(Wire wire, int key) {
        Wire.Answer answer = wire.ask(
                "PutItem", "{\"TableName\":\"T\",\"Item\":{\"id\":{\"S\":\"k" + key + "\"},\"v\":{\"N\":\"0\"}}}");
        assertThat(answer.status()).isEqualTo(200);
    }

    /** What is written through one node is seen through the other, for keys of every primary. */
    private static void assertCoherent(Wire a, Wire b, int version) {
        originHas(version);
        keys().forEach(key -> write(a, key));
        keys().forEach(key -> assertThat(read(a, key)).isEqualTo(item(version)));
        keys().forEach(key -> await().until(() -> read(b, key).equals(item(version))));
    }

    @Test
    void fleet_onACluster_isCoherent_throughAMoveOfSlotsAndAFailover() {
        originHas(1);
        try (InProcess one = node();
                InProcess two = node()) {
            awaitHearing(one);
            awaitHearing(two);
            Wire a = new Wire(one.dynamoDb());
            Wire b = new Wire(two.dynamoDb());
            keys().forEach(key -> read(a, key));
            long loads = origin.count(Stub.GET_ITEM);
            keys().forEach(key -> read(b, key));
            assertThat(origin.count(Stub.GET_ITEM))
                    .as("found in the shared tier")
                    .isEqualTo(loads);
            assertCoherent(a, b, 2);

            redis.moveSlots(2_000);
            redis.awaitOk();
            assertCoherent(a, b, 3);
            awaitHearing(one);
            awaitHearing(two);
            assertCoherent(a, b, 4);

            redis.killPrimary();
            // Nothing fails while nobody has these slots.
            keys().forEach(key -> read(a, key));
            keys().forEach(key -> write(b, key));
            try (InProcess late = node()) {
                // One that starts meanwhile is of use, and joins the others.
                assertThat(read(new Wire(late.dynamoDb()), 0)).isEqualTo(item(4));
                redis.awaitOk();
                awaitHearing(late);
            }
            awaitHearing(one);
            awaitHearing(two);
            assertCoherent(b, a, 5);
            keys().forEach(key -> read(a, key));
            long after = origin.count(Stub.GET_ITEM);
            await().until(() -> {
                long before = origin.count(Stub.GET_ITEM);
                keys().forEach(key -> read(b, key));
                return origin.count(Stub.GET_ITEM) == before;
            });
            assertThat(origin.count(Stub.GET_ITEM)).isGreaterThanOrEqualTo(after);
        }
    }
}
