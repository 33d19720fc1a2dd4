package io.heatshield.cache.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.RedisCluster;
import io.heatshield.RedisServer;
import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Keys;
import io.heatshield.cache.Lease;
import io.heatshield.cache.Scope;
import io.heatshield.cache.ShardLeases;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.ResultKey;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The user that the operations page describes may do what the tier does, all of it and nothing else. */
final class AclIT {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Pattern RULE = Pattern.compile("(?ms)^ACL SETUSER heatshield (.*?)^```$");
    private static final Pattern CALLED = Pattern.compile("cmdstat_([a-z|]+):calls=(\\d+)");

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger joined = new AtomicInteger();
    private final RedisServer redis = RedisServer.start();
    private final RedisServer replica = redis.startReplica();
    private final RedisClient client = RedisClient.create(redis.uri());
    private final StatefulRedisConnection<String, String> connection = client.connect();
    private final RedisCommands<String, String> admin = connection.sync();

    /** What the page says, one word each, without the password. */
    static List<String> rules() throws IOException {
        Matcher rule = RULE.matcher(Files.readString(Path.of("src/site/markdown/operations.md")));
        assertThat(rule.find()).isTrue();
        return Arrays.stream(rule.group(1).replace("\\\n", " ").trim().split("\\s+", -1))
                .filter(word -> !word.startsWith(">"))
                .toList();
    }

    @BeforeEach
    void createUser() throws IOException {
        CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8)
                .add("SETUSER")
                .add("heatshield")
                .add(">s3cret");
        rules().forEach(args::add);
        admin.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), args);
        Awaitility.await().until(() -> admin.info("replication").contains("state=online"));
        admin.configResetstat();
    }

    @AfterEach
    void close() {
        connection.close();
        client.shutdown();
        replica.close();
        redis.close();
        await(vertx.close());
    }

    private RedisTier tier(String uri, String prefix, String password) {
        return RedisTier.of(
                vertx,
                new RedisSettings(
                        uri,
                        "heatshield",
                        password,
                        null,
                        prefix,
                        "a",
                        LONG,
                        LONG,
                        LONG,
                        LONG,
                        LONG,
                        LONG,
                        Duration.ZERO,
                        1_000,
                        1,
                        LONG.minusSeconds(1)),
                new InProcessTier(System::nanoTime, LONG, Duration.ofMillis(1), LONG, 1_000),
                System::nanoTime,
                new RedisTierObserver() {
                    @Override
                    public void doubted(Doubt why, int groups) {
                        joined.addAndGet(why == Doubt.MOVED ? groups : 0);
                    }
                });
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Everything that a tier does with Redis. */
    private static void all(RedisTier tier) {
        ItemKey key = Keys.key("a");
        Scope item = new Scope.Item(key);
        assertThat(await(tier.lease(key, 1))).isInstanceOf(Lease.Granted.class);
        assertThat(await(tier.fill(key, 1, Keys.shared("x")))).isTrue();
        assertThat(await(tier.lease(key, 2))).isInstanceOf(Lease.Value.class);
        assertThat(await(tier.refresh(key, 3, Long.MAX_VALUE / 2))).isInstanceOf(Lease.Granted.class);
        await(tier.release(key, 3));
        assertThat(await(tier.look(key)).value()).isNotNull();
        ResultKey result = new ResultKey(key.collection(), new byte[] {1}, false);
        assertThat(await(tier.lease(result, 4))).isInstanceOf(Lease.Granted.class);
        assertThat(await(tier.lease(result, 4))).isInstanceOf(Lease.Granted.class);
        for (Scope scope :
                List.of(item, new Scope.Collection(key.collection()), new Scope.Table("T"), new Scope.Everything())) {
            // A wide one would wait out the bound, whoever hears of it.
            boolean strict = scope instanceof Scope.Item || scope instanceof Scope.Collection;
            await(await(tier.begin(scope, 5, strict)).heard());
            await(tier.cancel(scope, 5));
            await(await(tier.begin(scope, 6, false)).heard());
            await(tier.commit(scope, 6));
            await(tier.hold(scope, 7));
            await(tier.commit(scope, 7));
            await(tier.purge(scope));
        }
        ShardLeases shards = tier.shardLeases(LONG);
        assertThat(await(shards.hold("stream", "shard", "position"))).isTrue();
        assertThat(await(shards.hold("stream", "shard", null))).isTrue();
        assertThat(await(shards.positions("stream", List.of("shard")))).containsEntry("shard", "position");
        await(shards.release("stream", "shard"));
    }

    private Set<String> called() {
        Set<String> called = new TreeSet<>();
        Matcher call = CALLED.matcher(admin.info("commandstats"));
        while (call.find()) {
            called.add(call.group(1));
        }
        return called;
    }

    /** Every group's subscription stands, and a fence has been confirmed by the replica. */
    private void awaitHearing(RedisTier tier) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            await(await(tier.begin(new Scope.Item(Keys.key("other")), 99, false))
                    .heard());
            return joined.get() >= Layout.GROUPS && tier.unreplicated() == 0;
        });
    }

    @Test
    void user_mayDoWhatTheTierDoes_andNothingElse() throws IOException {
        RedisTier tier = tier(redis.uri(), "hs", "s3cret");
        await(tier.start());
        awaitHearing(tier);
        all(tier);
        Set<String> called = called();
        await(tier.close());

        assertThat(refused(admin.aclLog())).isEmpty();
        Set<String> unused = rules().stream()
                .filter(word -> word.startsWith("+"))
                .map(word -> word.substring(1))
                .filter(command -> !called.contains(command))
                .collect(Collectors.toCollection(TreeSet::new));
        // Of slots that move away, which is a cluster's matter.
        assertThat(unused).containsExactly("sunsubscribe");
    }

    @Test
    void user_ofAnotherPrefix_orWithAnotherPassword_getsNothing() {
        RedisTier astray = tier(redis.uri(), "other", "s3cret");
        await(astray.start());
        assertThat(await(astray.lease(Keys.key("a"), 1))).isInstanceOf(Lease.Alone.class);
        assertThat(refused(admin.aclLog())).contains("key");
        await(astray.close());
        RedisTier stranger = tier(redis.uri(), "hs", "guessed");
        await(stranger.start());
        assertThat(await(stranger.lease(Keys.key("a"), 1))).isInstanceOf(Lease.Alone.class);
        await(stranger.close());
    }

    @Test
    void user_mayDoWhatTheTierDoes_onACluster() throws IOException {
        try (RedisCluster cluster = RedisCluster.start()) {
            List<String> command = new ArrayList<>(List.of("acl", "setuser", "heatshield", ">s3cret"));
            command.addAll(rules());
            command.addAll(List.of("+cluster|nodes", "+cluster|myid", "+client|setname"));
            cluster.everywhere(command.toArray(String[]::new));
            RedisTier tier = tier(cluster.uri(), "hs", "s3cret");
            await(tier.start());
            awaitHearing(tier);
            all(tier);
            cluster.moveSlots(2_000);
            cluster.awaitOk();
            awaitHearing(tier);
            all(tier);
            await(tier.close());
            assertThat(cluster.everywhere("acl", "log"))
                    .allSatisfy(log -> assertThat(log.strip()).isEmpty());
        }
    }

    private static Set<String> refused(List<Map<String, Object>> log) {
        return log.stream().map(entry -> String.valueOf(entry.get("reason"))).collect(Collectors.toSet());
    }
}
