package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.Certificates;
import io.heatshield.RedisSentinels;
import io.heatshield.RedisServer;
import io.heatshield.app.InProcess;
import io.heatshield.origin.StubOrigin;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fleet is one cache by whatever way its nodes come to Redis: Sentinel, TLS, a user with a password. */
final class WaysToRedisIT {
    @TempDir
    private Path directory;

    private final Vertx vertx = Vertx.vertx();
    private final StubOrigin origin = StubOrigin.start(vertx);

    @BeforeEach
    void fill() {
        originHas(1);
    }

    @AfterEach
    void close() {
        origin.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private static String item(int version) {
        return "{\"Item\":{\"id\":{\"S\":\"hot\"},\"v\":{\"N\":\"" + version + "\"}}}";
    }

    private void originHas(int version) {
        origin.always(Stub.tableT(StubOrigin.ok(item(version))));
    }

    private InProcess node(String redis, String... settings) {
        return InProcess.before(
                origin.uri(),
                StubOrigin.KEY_ID,
                StubOrigin.SECRET,
                Stream.concat(
                                Stream.of(
                                        "shared-tier.redis=" + redis,
                                        "shared-tier.timeout=2s",
                                        "cache.settle-window=100ms"),
                                Stream.of(settings))
                        .toArray(String[]::new));
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }

    private static void awaitHearing(InProcess node) {
        await().until(() -> {
            double age = Wire.metric(node.admin(), "heatshield_bus_barrier_age_seconds", "");
            return age > 0
                    && age < 0.9
                    && Wire.metric(node.admin(), "heatshield_bus_doubts_total", "moved") >= 256
                    && Wire.metric(node.admin(), "heatshield_shared_repairs", "") == 0;
        });
    }

    private static Wire.Answer read(Wire wire) {
        Wire.Answer answer = wire.ask("GetItem", Stub.GET);
        assertThat(answer.status()).isEqualTo(200);
        return answer;
    }

    private static void write(Wire wire) {
        assertThat(wire.ask("PutItem", "{\"TableName\":\"T\",\"Item\":{\"id\":{\"S\":\"hot\"}}}")
                        .status())
                .isEqualTo(200);
    }

    /** What one node loads another finds, and what one writes the other sees. */
    private void assertOneCache(InProcess one, InProcess two, int version) {
        awaitHearing(one);
        awaitHearing(two);
        Wire a = new Wire(one.dynamoDb());
        Wire b = new Wire(two.dynamoDb());
        originHas(version);
        write(a);
        assertThat(read(a).body()).isEqualTo(item(version));
        await().until(() -> read(b).body().equals(item(version)));
        double before = Wire.metric(two.admin(), "heatshield_shared_leases_total", "value");
        await().until(() -> {
            write(a);
            read(a);
            read(b);
            return Wire.metric(two.admin(), "heatshield_shared_leases_total", "value") > before;
        });
    }

    @Test
    void sentinel_namesThePrimary_andTheNextOneAfterAFailover() {
        try (RedisSentinels redis = RedisSentinels.start();
                InProcess one = node(redis.uri());
                InProcess two = node(redis.uri())) {
            assertOneCache(one, two, 2);

            redis.killPrimary();
            Wire a = new Wire(one.dynamoDb());
            Wire b = new Wire(two.dynamoDb());
            originHas(3);
            write(b);
            assertThat(read(b).body()).isEqualTo(item(3));
            // The other cannot hear of it: it stops trusting its memory within the bound.
            await().until(() -> read(a).body().equals(item(3)));

            assertOneCache(two, one, 4);
        }
    }

    @Test
    void tls_withAPrivateAuthority_isTrustedByItsFile() {
        Certificates authority = Certificates.in(directory);
        String trusting = "shared-tier.ca-file=" + authority.authority();
        try (RedisServer.Secured redis = RedisServer.startSecured(authority.issue("IP:127.0.0.1"));
                InProcess one = node(redis.uri(), trusting);
                InProcess two = node(redis.uri(), trusting)) {
            assertOneCache(one, two, 2);
        }
    }

    @Test
    void tls_whoseCertificateIsOfAnotherName_orOfAnUnknownAuthority_isNotUsed() {
        Certificates authority = Certificates.in(directory);
        String trusting = "shared-tier.ca-file=" + authority.authority();
        try (RedisServer.Secured elsewhere = RedisServer.startSecured(authority.issue("DNS:elsewhere.example"));
                InProcess misled = node(elsewhere.uri(), trusting)) {
            assertAlone(misled);
        }
        try (RedisServer.Secured redis = RedisServer.startSecured(authority.issue("IP:127.0.0.1"));
                InProcess doubting = node(redis.uri())) {
            assertAlone(doubting);
        }
    }

    private static void assertAlone(InProcess node) {
        assertThat(read(new Wire(node.dynamoDb())).cache()).isEqualTo("miss");
        assertThat(Wire.metric(node.admin(), "heatshield_shared_leases_total", "alone"))
                .isEqualTo(1);
        assertThat(Wire.metric(node.admin(), "heatshield_shared_call_time_seconds_count", "outcome=\"ok\""))
                .isZero();
    }

    @Test
    void password_isReadFromAFile() throws Exception {
        Path file = Files.writeString(directory.resolve("password"), "s3cret of mine\n");
        try (RedisServer redis = RedisServer.start("--requirepass", "s3cret of mine");
                InProcess one = node(redis.uri(), "shared-tier.password-file=" + file);
                InProcess two = node(redis.uri(), "shared-tier.password=s3cret of mine")) {
            assertOneCache(one, two, 2);
        }
    }
}
