package io.heatshield.cache.redis;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.heatshield.RedisServer;
import io.heatshield.Signals;
import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Keys;
import io.heatshield.cache.Lease;
import io.heatshield.cache.Scope;
import io.heatshield.cache.SharedTier;
import io.heatshield.protocol.ItemKey;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Fences that wait for a replica, on a primary and a replica that are real. */
final class ReplicationIT {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final Vertx vertx = Vertx.vertx();
    private final RedisServer primary = RedisServer.start();
    private final RedisServer replica = primary.startReplica();
    private final ConcurrentLinkedQueue<Boolean> inTime = new ConcurrentLinkedQueue<>();
    private final List<RedisTier> tiers = new ArrayList<>();
    private final ItemKey key = Keys.key("a");
    private final Scope item = new Scope.Item(key);

    private RedisTier tier(RedisServer redis, int replicas, Duration patience) {
        RedisTier tier = RedisTier.of(
                vertx,
                new RedisSettings(
                        redis.uri(),
                        null,
                        null,
                        null,
                        "test",
                        "n" + tiers.size(),
                        LONG,
                        LONG,
                        LONG,
                        LONG,
                        LONG,
                        LONG,
                        Duration.ZERO,
                        1_000,
                        replicas,
                        patience),
                new InProcessTier(System::nanoTime, LONG, LONG, LONG, 1_000),
                System::nanoTime,
                new RedisTierObserver() {
                    @Override
                    public void replicated(boolean confirmed, long nanos) {
                        inTime.add(confirmed);
                    }
                });
        tiers.add(tier);
        await(tier.start());
        return tier;
    }

    /** With a connection of its own to wait on, which stands when a fence has been confirmed. */
    private RedisTier waiting(Duration patience) {
        RedisTier tier = tier(primary, 1, patience);
        await().until(() -> {
            await(await(tier.begin(new Scope.Item(Keys.key("other")), 99, false))
                    .heard());
            return inTime.contains(true);
        });
        await().until(() -> tier.unreplicated() == 0);
        inTime.clear();
        return tier;
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String ask(RedisServer redis, String... command) {
        RedisClient client = RedisClient.create(redis.uri());
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return switch (command[0]) {
                case "promote" -> connection.sync().replicaofNoOne();
                case "get" -> String.valueOf(connection.sync().get(command[1]));
                default -> connection.sync().info("replication");
            };
        } finally {
            client.shutdown();
        }
    }

    @BeforeEach
    void awaitReplica() {
        await().until(() -> ask(primary, "info").contains("state=online"));
    }

    @AfterEach
    void close() {
        Signals.goOn(replica.pid());
        tiers.forEach(tier -> await(tier.close()));
        replica.close();
        primary.close();
        await(vertx.close());
    }

    @Test
    void fence_isHeardWhenTheReplicaHasIt_andNotBefore() {
        RedisTier tier = waiting(LONG.minusSeconds(1));
        Signals.stop(replica.pid());
        SharedTier.Begun begun = await(tier.begin(item, 1, false));
        await().until(() -> tier.waitingForReplicas() == 1);
        assertThat(begun.heard().isComplete()).isFalse();
        assertThat(inTime).isEmpty();

        Signals.goOn(replica.pid());
        await(begun.heard());
        assertThat(inTime).containsExactly(true);
        assertThat(tier.waitingForReplicas()).isZero();
    }

    @Test
    void commands_goOn_whileAFenceWaits() {
        RedisTier tier = waiting(LONG.minusSeconds(1));
        Signals.stop(replica.pid());
        SharedTier.Begun begun = await(tier.begin(item, 1, false));
        assertThat(await(tier.lease(Keys.key("b"), 2))).isInstanceOf(Lease.Granted.class);
        assertThat(await(tier.fill(Keys.key("b"), 2, Keys.shared("x")))).isTrue();
        assertThat(begun.heard().isComplete()).isFalse();
        Signals.goOn(replica.pid());
        await(begun.heard());
    }

    @Test
    void replicaThatIsTooSlow_isCounted_andItsFenceRememberedUntilItHasIt() {
        RedisTier tier = waiting(Duration.ofMillis(50));
        Signals.stop(replica.pid());
        await(await(tier.begin(item, 1, false)).heard());
        assertThat(inTime).containsExactly(false);
        assertThat(tier.unreplicated()).isEqualTo(1);

        Signals.goOn(replica.pid());
        await().until(() -> tier.unreplicated() == 0);
    }

    @Test
    void replicaThatTakesOver_bringsNoOldValueBack() {
        RedisTier tier = waiting(LONG.minusSeconds(1));
        assertThat(await(tier.lease(key, 1))).isInstanceOf(Lease.Granted.class);
        assertThat(await(tier.fill(key, 1, Keys.shared("old")))).isTrue();
        String name = new Layout("test").keys(key).get(0);
        await().until(() -> !ask(replica, "get", name).equals("null"));

        await(await(tier.begin(item, 2, false)).heard());
        primary.kill();
        ask(replica, "promote");

        RedisTier other = tier(replica, 0, LONG);
        assertThat(await(other.lease(key, 3))).isInstanceOf(Lease.Pending.class);
    }

    @Test
    void primaryThatIsKilled_leavesNobodyWaiting() {
        RedisTier tier = waiting(LONG.minusSeconds(1));
        Signals.stop(replica.pid());
        SharedTier.Begun begun = await(tier.begin(item, 1, false));
        await().until(() -> tier.waitingForReplicas() == 1);
        primary.kill();
        await(begun.heard());
        assertThat(inTime).containsExactly(false);
        assertThat(tier.unreplicated()).isEqualTo(1);
    }

    @Test
    void moreReplicasThanThereAre_areComplainedOfAtTheStart() {
        Logger logger = (Logger) LoggerFactory.getLogger(Replication.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            RedisTier tier = tier(primary, 2, Duration.ofMillis(20));
            await().until(() -> log.list.stream()
                    .anyMatch(line -> line.getFormattedMessage().contains("more replicas than this primary has")));
            await(await(tier.begin(item, 1, false)).heard());
            assertThat(inTime).containsExactly(false);
        } finally {
            logger.detachAppender(log);
        }
    }
}
