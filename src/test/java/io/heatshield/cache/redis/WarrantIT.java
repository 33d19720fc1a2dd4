package io.heatshield.cache.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.RedisServer;
import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Keys;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The local tier's leave to answer lives no longer than the subscription by which it was given. */
final class WarrantIT {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Vertx vertx = Vertx.vertx();
    private final RedisServer redis = RedisServer.start();
    private final RedisTier tier = RedisTier.of(
            vertx,
            new RedisSettings(
                    redis.uri(), null, null, "test", "a", LONG, LONG, LONG, LONG, LONG, LONG, Duration.ZERO, 1_000),
            new InProcessTier(System::nanoTime, LONG, LONG, LONG, 100),
            System::nanoTime,
            RedisTierObserver.NONE);

    @AfterEach
    void close() throws Exception {
        tier.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        redis.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private boolean lasts(Duration atLeast) {
        return tier.warrant(Keys.key("a")).until() - System.nanoTime() > atLeast.toNanos();
    }

    @Test
    void warrant_endsWithTheSubscription_longBeforeItWouldHaveRunOut() throws Exception {
        tier.start().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        Awaitility.await().until(() -> lasts(LONG.dividedBy(2)));

        redis.close();

        Awaitility.await().atMost(LONG.dividedBy(3)).until(() -> !lasts(Duration.ZERO));
        assertThat(lasts(Duration.ZERO)).isFalse();
    }
}
