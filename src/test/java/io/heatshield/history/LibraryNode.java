package io.heatshield.history;

import io.heatshield.cache.CacheObserver;
import io.heatshield.cache.CacheSettings;
import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.SharedTier;
import io.heatshield.cache.TieredCache;
import io.heatshield.cache.redis.RedisSettings;
import io.heatshield.cache.redis.RedisTier;
import io.heatshield.cache.redis.RedisTierObserver;
import io.heatshield.origin.DescribedTables;
import io.heatshield.origin.Origin;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.WireRequest;
import io.heatshield.service.Dispatcher;
import io.heatshield.service.ServiceObserver;
import io.heatshield.service.TablePolicies;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** A node without a listener, built of the same parts as {@code app.Heatshield} builds one, but for one rule. */
final class LibraryNode implements AutoCloseable {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration HOLD = Duration.ofSeconds(4);
    private static final Duration TTL = Duration.ofSeconds(3);

    private final RedisTier tier;
    private final Dispatcher dispatcher;
    private final Context context;

    LibraryNode(Vertx vertx, String name, String redis, Origin origin, UnaryOperator<SharedTier> rule) {
        this.context = vertx.getOrCreateContext();
        InProcessTier here = new InProcessTier(System::nanoTime, LEASE, Fleet.SETTLE, HOLD, 10_000);
        this.tier = RedisTier.of(
                vertx,
                new RedisSettings(
                        redis,
                        null,
                        null,
                        null,
                        "hs",
                        name,
                        Duration.ofMillis(20),
                        Duration.ofMillis(500),
                        Fleet.STALENESS,
                        LEASE,
                        Fleet.SETTLE,
                        HOLD,
                        Duration.ofMillis(100),
                        4_096,
                        0,
                        Duration.ofMillis(50)),
                here,
                System::nanoTime,
                RedisTierObserver.NONE);
        TieredCache cache = new TieredCache(
                rule.apply(tier),
                new CacheSettings(
                        1 << 24, 1 << 18, 1, 10_000, 10_000, 0.1, 1, TTL.toNanos(), Fleet.STALENESS.toNanos()),
                System::nanoTime,
                () -> ThreadLocalRandom.current().nextDouble(),
                CacheObserver.NONE);
        Lifetimes bounded = Lifetimes.of(TTL, TTL.plusSeconds(1), Duration.ZERO, TTL, Fleet.STALENESS);
        Lifetimes strict = Lifetimes.of(TTL, TTL.plusSeconds(1), Duration.ZERO, TTL, Duration.ZERO);
        this.dispatcher = new Dispatcher(
                origin,
                new DescribedTables(vertx, origin, table -> {}, System::nanoTime),
                cache,
                new TablePolicies(bounded, Map.of(Fleet.STRICT, strict), Set.of()),
                10,
                ServiceObserver.NONE);
    }

    /** Connects, and waits until it hears the others. */
    LibraryNode start() throws Exception {
        tier.start().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        org.awaitility.Awaitility.await()
                .until(() -> tier.barrierAgeNanos() > 0 && tier.barrierAgeNanos() < Fleet.STALENESS.toNanos() / 2);
        return this;
    }

    Door door() {
        return new Door() {
            @Override
            public Answer ask(String operation, String json) throws IOException {
                CompletableFuture<Reply> reply = new CompletableFuture<>();
                WireRequest request =
                        new WireRequest("DynamoDB_20120810." + operation, Reply.JSON_1_0, Buffer.buffer(json), null);
                context.runOnContext(there -> dispatcher.handle(request, reply::complete));
                try {
                    Reply answer = reply.get(10, TimeUnit.SECONDS);
                    return new Answer(
                            answer.status(),
                            answer.payload().body().toString(),
                            String.valueOf(answer.cache()).toLowerCase(java.util.Locale.ROOT));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException(e);
                } catch (ExecutionException | TimeoutException e) {
                    throw new IOException(e);
                }
            }

            @Override
            public void close() {
                // There is no connection.
            }
        };
    }

    @Override
    public void close() {
        tier.close().toCompletionStage().toCompletableFuture().join();
    }
}
