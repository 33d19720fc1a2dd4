package io.heatshield.cache.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.cache.redis.RedisTierObserver.Doubt;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.PipelinedRedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bus before a primary whose answers the test gives, in an order that a real one seldom has. */
final class BusTest {
    private static final Duration STALENESS = Duration.ofSeconds(30);
    private static final int GONE = 5;
    private static final int KEPT = 6;

    private final Vertx vertx = Vertx.vertx();
    private final Layout layout = new Layout("test");
    private final Primary primary = new Primary();
    private final AtomicInteger moved = new AtomicInteger();
    private final Bus bus = new Bus(vertx, primary, layout, System::nanoTime, STALENESS, "a", new RedisTierObserver() {
        @Override
        public void doubted(Doubt why, int groups) {
            if (why == Doubt.MOVED) {
                moved.addAndGet(groups);
            }
        }
    });

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    /** Confirms everything at once but INFO, the last step of joining, which waits for the test. */
    private static final class Primary implements RedisLink {
        private final Queue<CompletableFuture<String>> infos = new ConcurrentLinkedQueue<>();
        private volatile @Nullable RedisPubSubListener<String, byte[]> ears;

        private RedisFuture<?> command(String name) {
            if (name.equals("info")) {
                CompletableFuture<String> info = new CompletableFuture<>();
                infos.add(info);
                return answer(info);
            }
            return answer(CompletableFuture.completedFuture(name.equals("eval") ? 0L : null));
        }

        private static <T> RedisFuture<T> answer(CompletionStage<T> value) {
            return new PipelinedRedisFuture<>(value);
        }

        @SuppressWarnings("unchecked") // The proxies implement these very interfaces.
        @Override
        public CompletionStage<StatefulRedisPubSubConnection<String, byte[]>> subscribe(RedisLink.Primary to) {
            ClassLoader loader = BusTest.class.getClassLoader();
            RedisPubSubAsyncCommands<String, byte[]> commands =
                    (RedisPubSubAsyncCommands<String, byte[]>) Proxy.newProxyInstance(
                            loader,
                            new Class<?>[] {RedisPubSubAsyncCommands.class},
                            (self, method, arguments) -> command(method.getName()));
            return CompletableFuture.completedFuture((StatefulRedisPubSubConnection<String, byte[]>)
                    Proxy.newProxyInstance(
                            loader, new Class<?>[] {StatefulRedisPubSubConnection.class}, (self, method, arguments) -> {
                                if (method.getName().equals("async")) {
                                    return commands;
                                }
                                if (method.getName().equals("addListener")
                                        && arguments[0] instanceof RedisPubSubListener<?, ?> listener) {
                                    ears = (RedisPubSubListener<String, byte[]>) listener;
                                }
                                return method.getReturnType() == boolean.class ? false : null;
                            }));
        }

        @Override
        public void connect() {}

        @Override
        public @Nullable RedisClusterAsyncCommands<String, byte[]> commands() {
            return null;
        }

        @Override
        public RedisLink.Primary primaryOf(int slot) {
            return new RedisLink.Primary("p", RedisURI.create("redis://127.0.0.1"));
        }

        @Override
        public void refresh() {}

        @Override
        public void close() {}
    }

    private boolean vouchedFor(int group) {
        return bus.warrant(group).until() - System.nanoTime() > 0;
    }

    @Test
    void group_whoseSlotMovesAwayWhileItIsJoined_isNotVouchedFor() {
        bus.start(message -> {}, () -> {}, groups -> {});
        Awaitility.await().until(() -> primary.infos.size() == 1);

        Objects.requireNonNull(primary.ears).sunsubscribed(layout.channel(GONE), 0);
        // It is given up, and asked for once more; that time is left unconfirmed.
        Awaitility.await().until(() -> moved.get() == 1 && primary.infos.size() == 2);
        primary.infos.remove().complete("run_id:1\n");

        Awaitility.await().until(() -> vouchedFor(KEPT));
        assertThat(vouchedFor(GONE)).isFalse();
        assertThat(moved.get()).isEqualTo(Layout.GROUPS);

        primary.infos.remove().complete("run_id:1\n");
        Awaitility.await().until(() -> vouchedFor(GONE));
    }
}
