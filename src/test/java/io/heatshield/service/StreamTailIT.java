package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.RedisServer;
import io.heatshield.app.InProcess;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is written past Heatshield shows through every node, long before any TTL. */
final class StreamTailIT {
    private static final String TABLE = """
            {"TableName":"Orders","BillingMode":"PAY_PER_REQUEST",\
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],\
            "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]%s}""";
    private static final String STREAM =
            ",\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"KEYS_ONLY\"}";
    private static final int SHARDS = 4;
    private static final int KEYS = 12;

    private final InProcess origin = InProcess.originAlone();
    private final Wire direct = new Wire(origin.dynamoDb());
    private final RedisServer redis = RedisServer.start();

    @BeforeEach
    void enableTimeToLive() {
        ask(direct, "CreateTable", TABLE.formatted(STREAM));
        ask(
                direct,
                "UpdateTimeToLive",
                "{\"TableName\":\"Orders\",\"TimeToLiveSpecification\":"
                        + "{\"AttributeName\":\"until\",\"Enabled\":true}}");
    }

    @AfterEach
    void close() {
        redis.close();
        origin.close();
    }

    private InProcess node(String... settings) {
        return InProcess.before(
                origin.dynamoDb(),
                "any",
                "any",
                Stream.concat(
                                Stream.of(
                                        "tables.Orders.tail-stream=on",
                                        "cache.item-ttl=10m",
                                        "cache.negative-ttl=10m",
                                        "cache.local.ttl=10m",
                                        "cache.settle-window=100ms"),
                                Stream.of(settings))
                        .toArray(String[]::new));
    }

    private InProcess sharing() {
        return node("shared-tier.redis=" + redis.uri(), "shared-tier.timeout=2s");
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }

    private static String ask(Wire wire, String operation, String json) {
        Wire.Answer answer = wire.ask(operation, json);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static String read(Wire wire, int key) {
        return ask(wire, "GetItem", "{\"TableName\":\"Orders\",\"Key\":{\"id\":{\"N\":\"" + key + "\"}}}");
    }

    private static boolean cached(Wire wire, int key) {
        Wire.Answer answer = wire.ask("GetItem", "{\"TableName\":\"Orders\",\"Key\":{\"id\":{\"N\":\"" + key + "\"}}}");
        return answer.cache().equals("local");
    }

    private void write(int key, String attributes) {
        // Another spelling of the same number than the readers': it is one key all the same.
        ask(
                direct,
                "PutItem",
                "{\"TableName\":\"Orders\",\"Item\":{\"id\":{\"N\":\"" + key + ".0\"}" + attributes + "}}");
    }

    private static String version(String text) {
        return ",\"v\":{\"S\":\"" + text + "\"}";
    }

    private static double shards(InProcess node) {
        return Wire.metric(node.admin(), "heatshield_stream_shards", "Orders");
    }

    private void awaitCached(Wire... nodes) {
        for (Wire node : nodes) {
            for (int key = 0; key < KEYS; key++) {
                int each = key;
                await().until(() -> cached(node, each));
            }
        }
    }

    private void writePastThem(String version, Wire... nodes) {
        awaitCached(nodes);
        for (int key = 0; key < KEYS; key++) {
            write(key, version(version));
        }
        for (Wire node : nodes) {
            for (int key = 0; key < KEYS; key++) {
                int each = key;
                await().until(() -> read(node, each).contains(version));
            }
        }
    }

    @Test
    void directWrites_showThroughBothNodes_alsoAfterTheOneThatTailsIsGone() {
        InProcess first = sharing();
        await().until(() -> shards(first) == SHARDS);
        try (InProcess second = sharing()) {
            Wire b = new Wire(second.dynamoDb());
            try (first) {
                Wire a = new Wire(first.dynamoDb());
                writePastThem("one", a, b);
                writePastThem("two", a, b);
                assertThat(shards(second)).isZero();
                assertThat(Wire.metric(first.admin(), "heatshield_stream_records_total", "Orders"))
                        .isEqualTo(2 * KEYS);
                assertThat(Wire.metric(first.admin(), "heatshield_stream_lag_seconds", "Orders"))
                        .isLessThan(30);
                awaitCached(b);
            }
            writePastThem("three", b);
            assertThat(shards(second)).isEqualTo(SHARDS);
        }
    }

    @Test
    void itemThatExpires_goesFromTheCache() {
        try (InProcess alone = node()) {
            await().until(() -> shards(alone) == SHARDS);
            Wire a = new Wire(alone.dynamoDb());
            write(1, version("short"));
            await().until(() -> cached(a, 1));
            long past = System.currentTimeMillis() / 1000 - 60;
            write(1, version("shorter") + ",\"until\":{\"N\":\"" + past + "\"}");
            await().until(() -> read(a, 1).equals("{}"));
        }
    }

    @Test
    void tableWithoutAStream_isServed_andTheMetricSaysSo() {
        ask(direct, "UpdateTable", "{\"TableName\":\"Orders\",\"StreamSpecification\":{\"StreamEnabled\":false}}");
        write(1, version("one"));
        try (InProcess alone = node()) {
            await().until(() -> Wire.metric(alone.admin(), "heatshield_stream_errors_total", "no_stream") > 0);
            assertThat(Wire.metric(alone.admin(), "heatshield_stream_found", "Orders"))
                    .isZero();
            Wire a = new Wire(alone.dynamoDb());
            await().until(() -> cached(a, 1));

            ask(direct, "UpdateTable", "{\"TableName\":\"Orders\"" + STREAM + "}");

            await().until(() -> shards(alone) == SHARDS);
            List.of("two", "three").forEach(version -> {
                write(1, version(version));
                await().until(() -> read(a, 1).contains(version));
            });
        }
    }
}
