package io.heatshield.cache.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.ShardLeases;
import io.heatshield.cache.TestClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases of shards, as two nodes see them. */
final class RedisShardLeasesIT {
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofSeconds(5);

    private final Vertx vertx = Vertx.vertx();
    private final AgedRedis redis = new AgedRedis();
    private final RedisTier one = tier("one");
    private final RedisTier two = tier("two");
    private final ShardLeases a = one.shardLeases(LEASE);
    private final ShardLeases b = two.shardLeases(LEASE);

    private RedisTier tier(String node) {
        RedisTier tier = RedisTier.of(
                vertx,
                new RedisSettings(
                        redis.uri(),
                        null,
                        null,
                        null,
                        "test",
                        node,
                        LONG,
                        LONG,
                        LONG,
                        LONG,
                        LONG,
                        LONG,
                        Duration.ZERO,
                        1_000,
                        0,
                        Duration.ofMillis(50)),
                new InProcessTier(new TestClock(), LONG, LONG, LONG, 1_000),
                System::nanoTime,
                RedisTierObserver.NONE);
        await(tier.start());
        return tier;
    }

    @AfterEach
    void close() {
        await(one.close());
        await(two.close());
        redis.close();
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void lease_isOneNodes_untilItEnds() {
        assertThat(await(a.hold("stream", "shard", null))).isTrue();
        assertThat(await(b.hold("stream", "shard", "after:9"))).isFalse();
        assertThat(await(b.hold("stream", "other shard", null))).isTrue();
        assertThat(await(b.hold("other stream", "shard", null))).isTrue();

        redis.pass(LEASE.minusSeconds(2));
        assertThat(await(a.hold("stream", "shard", "after:1"))).isTrue();
        redis.pass(LEASE.minusSeconds(2));
        assertThat(await(b.hold("stream", "shard", null))).isFalse();

        redis.pass(LEASE);
        assertThat(await(b.hold("stream", "shard", null))).isTrue();
        assertThat(await(a.hold("stream", "shard", "after:2"))).isFalse();
        assertThat(await(a.positions("stream", List.of("shard", "other shard"))))
                .isEqualTo(Map.of("shard", "after:1"));
    }

    @Test
    void lease_thatIsGivenBack_isFree_andOnlyItsHolderGivesItBack() {
        await(a.hold("stream", "shard", "after:1"));
        await(b.release("stream", "shard"));
        assertThat(await(b.hold("stream", "shard", null))).isFalse();
        await(a.release("stream", "shard"));
        assertThat(await(b.hold("stream", "shard", null))).isTrue();
        assertThat(await(b.positions("stream", List.of("shard")))).isEqualTo(Map.of("shard", "after:1"));
    }

    @Test
    void whatIsKept_hasAnEnd_whichAHeldLeasePutsOff() {
        await(a.hold("stream", "shard", "after:1"));
        redis.pass(Duration.ofHours(30));
        await(a.hold("stream", "shard", null));
        redis.pass(Duration.ofHours(30));
        assertThat(await(a.positions("stream", List.of("shard")))).isEqualTo(Map.of("shard", "after:1"));
        assertThat(redis.commands().keys("test:*:s[lp]:*"))
                .allSatisfy(key -> assertThat(redis.commands().pttl(key)).isPositive());
        redis.pass(Duration.ofHours(30));
        assertThat(await(a.positions("stream", List.of("shard")))).isEmpty();
    }

    @Test
    void noShards_haveNoPositions() {
        assertThat(await(a.positions("stream", List.of()))).isEmpty();
    }
}
