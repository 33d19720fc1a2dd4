package io.heatshield.cache.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.RedisServer;
import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Keys;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The local tier's leave to answer lives no longer than the subscription by which it was given. */
final class WarrantIT {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Vertx vertx = Vertx.vertx();
    private final RedisServer redis = RedisServer.start();
    private @Nullable RedisTier started;

    private RedisTier start(Duration staleness) throws Exception {
        RedisTier tier = RedisTier.of(
                vertx,
                new RedisSettings(
                        redis.uri(),
                        null,
                        null,
                        null,
                        "test",
                        "a",
                        LONG,
                        LONG,
                        staleness,
                        LONG,
                        LONG,
                        LONG,
                        Duration.ZERO,
                        1_000,
                        0,
                        Duration.ofMillis(50)),
                new InProcessTier(System::nanoTime, LONG, LONG, LONG, 100),
                System::nanoTime,
                RedisTierObserver.NONE);
        started = tier;
        tier.start().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        Awaitility.await().until(() -> lasts(tier, staleness.dividedBy(2)));
        return tier;
    }

    @AfterEach
    void close() throws Exception {
        if (started != null) {
            started.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
        redis.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static boolean lasts(RedisTier tier, Duration atLeast) {
        return tier.warrant(Keys.key("a")).until() - System.nanoTime() > atLeast.toNanos();
    }

    @Test
    void warrant_endsWithTheSubscription_longBeforeItWouldHaveRunOut() throws Exception {
        RedisTier tier = start(LONG);

        redis.close();

        Awaitility.await().atMost(LONG.dividedBy(3)).until(() -> !lasts(tier, Duration.ZERO));
        assertThat(lasts(tier, Duration.ZERO)).isFalse();
    }

    @Test
    void warrant_isGivenAgain_howeverLongRedisTookToLetANodeSubscribe() throws Exception {
        Duration staleness = Duration.ofMillis(500);
        RedisTier tier = start(staleness);

        signal("-STOP");
        // The subscription was given up at the bound, and another has been begun that nobody answers.
        Awaitility.await()
                .until(() -> tier.barrierAgeNanos() > Duration.ofSeconds(2).toNanos());
        signal("-CONT");

        Awaitility.await().until(() -> lasts(tier, Duration.ZERO));
    }

    private void signal(String signal) throws Exception {
        Process kill = new ProcessBuilder("bash", "-c", "kill " + signal + " " + redis.pid()).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
}
