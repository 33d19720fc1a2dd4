package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.RedisServer;
import io.heatshield.app.InProcess;
import io.heatshield.origin.StubOrigin;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several nodes with one Redis behave as one cache. */
final class FleetIT {
    private static final String UPDATE =
            "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"hot\"}},\"UpdateExpression\":\"ADD v :one\","
                    + "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}}";
    private static final String STATEMENT = "{\"Statement\":\"DELETE FROM \\\"T\\\" WHERE id = ?\",\"Parameters\":[]}";

    private final Vertx vertx = Vertx.vertx();
    private final StubOrigin origin = StubOrigin.start(vertx);
    private RedisServer redis = RedisServer.start();

    @AfterEach
    void close() {
        redis.close();
        origin.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private static String item(int version) {
        return "{\"Item\":{\"id\":{\"S\":\"hot\"},\"v\":{\"N\":\"" + version + "\"}}}";
    }

    private void originHas(int version) {
        origin.always(Stub.tableT(StubOrigin.ok(item(version))));
    }

    private InProcess node(String... settings) {
        return InProcess.before(
                origin.uri(),
                StubOrigin.KEY_ID,
                StubOrigin.SECRET,
                Stream.concat(
                                Stream.of(
                                        "shared-tier.redis=" + redis.uri(),
                                        "shared-tier.timeout=2s",
                                        "origin.answer-timeout=60s",
                                        "cache.settle-window=100ms"),
                                Stream.of(settings))
                        .toArray(String[]::new));
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }

    /** A node hears of others once its subscription stands. */
    private static Wire listening(InProcess node) {
        await().until(() -> {
            double age = Wire.metric(node.admin(), "heatshield_bus_barrier_age_seconds", "");
            return age > 0 && age < 0.9 && Wire.metric(node.admin(), "heatshield_bus_doubts_total", "moved") >= 256;
        });
        return new Wire(node.dynamoDb());
    }

    private static Wire.Answer read(Wire wire) {
        Wire.Answer answer = wire.ask("GetItem", Stub.GET);
        assertThat(answer.status()).isEqualTo(200);
        return answer;
    }

    @Test
    void misses_threeThousandOnThreeNodesForOneKey_makeOneOriginRead() {
        originHas(1);
        String[] patient = {"shared-tier.lease-wait=5s"};
        try (InProcess one = node(patient);
                InProcess two = node(patient);
                InProcess three = node(patient)) {
            List<Wire> nodes =
                    Stream.of(one, two, three).map(FleetIT::listening).toList();
            // Each knows the table, so that nothing but the item is waited for.
            nodes.forEach(node -> node.ask("GetItem", Stub.GET.replace("hot", "warm-up")));
            long before = origin.count(Stub.GET_ITEM);
            StubOrigin.Gate gate = StubOrigin.hold(StubOrigin.ok(item(1)));
            origin.always(Stub.tableT(gate));

            List<CompletableFuture<Wire.Answer>> readers = IntStream.range(0, 3_000)
                    .mapToObj(i -> nodes.get(i % 3).send("GetItem", Stub.GET))
                    .toList();
            await().until(() -> gate.waiting() == 1);
            gate.release();

            assertThat(readers)
                    .allSatisfy(reader -> assertThat(reader.join().body()).isEqualTo(item(1)));
            assertThat(origin.count(Stub.GET_ITEM) - before).isEqualTo(1);
        }
    }

    @Test
    void write_throughOneNode_isSeenThroughTheOthers() {
        originHas(1);
        try (InProcess one = node();
                InProcess two = node()) {
            Wire a = listening(one);
            Wire b = listening(two);
            assertThat(read(a).cache()).isEqualTo("miss");
            assertThat(read(b).cache()).isEqualTo("shared");
            assertThat(read(b).cache()).isEqualTo("local");

            originHas(2);
            assertThat(a.ask("UpdateItem", UPDATE).status()).isEqualTo(200);

            assertThat(read(a).body()).isEqualTo(item(2));
            await().until(() -> read(b).body().equals(item(2)));
            await().until(() -> read(b).cache().equals("local"));
        }
    }

    @Test
    void selfCheck_seesThatTheTiersAreRight_andThatTheyAreNot() {
        originHas(1);
        String[] checked = {"self-check.share=100%", "origin.answer-timeout=1s", "origin.connect-timeout=500ms"};
        try (InProcess one = node(checked);
                InProcess two = node(checked)) {
            Wire a = listening(one);
            Wire b = listening(two);
            originHas(2);
            assertThat(a.ask("UpdateItem", UPDATE).status()).isEqualTo(200);
            await().until(() -> Stream.of("shared", "local").anyMatch(read(b).cache()::equals)
                    && read(b).body().equals(item(2)));
            for (InProcess node : List.of(one, two)) {
                await().until(() -> looks(node, "same") > 0);
                assertThat(looks(node, "mismatch")).isZero();
            }

            // Past both nodes: neither can hear of it, and both tiers go on as before.
            originHas(3);
            for (InProcess node : List.of(one, two)) {
                await().until(() -> looks(node, "mismatch") > 0);
            }
        }
    }

    private static double looks(InProcess node, String result) {
        return Wire.metric(node.admin(), "heatshield_selfcheck_looks_total", "result=\"" + result + '"');
    }

    @Test
    void writeOfUnknownKeys_endsTheWholeTableOnEveryNode() {
        originHas(1);
        try (InProcess one = node();
                InProcess two = node()) {
            Wire a = listening(one);
            Wire b = listening(two);
            read(a);
            read(b);

            originHas(2);
            assertThat(a.ask("ExecuteStatement", STATEMENT).status()).isEqualTo(200);

            assertThat(read(a).body()).isEqualTo(item(2));
            await().until(() -> read(b).body().equals(item(2)));
        }
    }

    @Test
    void redisThatDies_failsNoRequest_andIsUsedAgainOnceItIsBack() {
        originHas(1);
        try (InProcess one = node();
                InProcess two = node()) {
            Wire a = listening(one);
            Wire b = listening(two);
            read(a);
            read(b);

            redis.close();
            originHas(2);
            assertThat(a.ask("UpdateItem", UPDATE).status()).isEqualTo(200);
            assertThat(read(a).body()).isEqualTo(item(2));
            // The other cannot hear of it: it stops trusting its memory within the bound.
            await().until(() -> read(b).body().equals(item(2)));
            assertThat(Wire.metric(one.admin(), "heatshield_cache_unfenced_total", ""))
                    .isEqualTo(1);
            // The item, and the answers that it may be in.
            assertThat(Wire.metric(one.admin(), "heatshield_shared_repairs", ""))
                    .isEqualTo(2);

            redis = RedisServer.startOn(redis.port());

            await().until(() -> Wire.metric(one.admin(), "heatshield_shared_repairs", "") == 0);
            await().until(() -> {
                read(a);
                return Stream.of("shared", "local").anyMatch(read(b).cache()::equals)
                        && Wire.metric(two.admin(), "heatshield_shared_leases_total", "value") >= 2;
            });
        }
    }

    @Test
    void strictWrite_isSeenByEveryNodeOnceItIsAnswered_andRefusedWhileNobodyCanHear() {
        originHas(1);
        String strict = "coherence=strict";
        try (InProcess one = node(strict, "shared-tier.staleness=2s");
                InProcess two = node(strict, "shared-tier.staleness=2s")) {
            Wire a = listening(one);
            Wire b = listening(two);
            for (int version = 2; version < 8; version++) {
                read(a);
                read(b);
                originHas(version);
                assertThat(a.ask("UpdateItem", UPDATE).status()).isEqualTo(200);
                assertThat(read(b).body()).isEqualTo(item(version));
            }
            // Each said that it heard: no write had to wait out the bound.
            assertThat(Wire.metric(one.admin(), "heatshield_bus_unheard_total", ""))
                    .isZero();

            redis.close();
            long before = origin.count("DynamoDB_20120810.UpdateItem");
            Wire.Answer refused = a.ask("UpdateItem", UPDATE);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("nothing was written");
            assertThat(origin.count("DynamoDB_20120810.UpdateItem")).isEqualTo(before);
        }
    }

    @Test
    void node_thatStartsWhileRedisIsDown_servesAndUsesItLater() {
        originHas(1);
        redis.close();
        try (InProcess one = node()) {
            Wire a = new Wire(one.dynamoDb());
            assertThat(read(a).cache()).isEqualTo("miss");
            assertThat(read(a).cache()).isEqualTo("local");

            redis = RedisServer.startOn(redis.port());

            listening(one);
            await().until(() -> {
                read(a);
                return Wire.metric(one.admin(), "heatshield_shared_leases_total", "granted") >= 1;
            });
        }
    }

    @Test
    void invalidation_byAPerson_reachesEveryNode() {
        originHas(1);
        try (InProcess one = node();
                InProcess two = node()) {
            Wire a = listening(one);
            Wire b = listening(two);
            for (String what : List.of(
                    "{\"table\":\"T\",\"key\":{\"id\":{\"S\":\"hot\"}}}",
                    "{\"table\":\"T\",\"partition\":{\"id\":{\"S\":\"hot\"}}}",
                    "{\"table\":\"T\"}",
                    "{\"everything\":true}")) {
                int version = 2 + what.length();
                read(a);
                read(b);
                originHas(version);

                assertThat(Wire.post(one.admin().resolve("/admin/invalidate"), what))
                        .startsWith("{\"invalidated\":");

                await().until(() -> read(b).body().equals(item(version)));
            }
            assertThat(Wire.post(
                            one.admin().resolve("/admin/invalidate"),
                            "{\"table\":\"T\",\"key\":{\"no\":{\"S\":\"x\"}}}"))
                    .isEqualTo("{\"error\":\"key: does not fit the key schema of T\"}");
        }
    }
}
