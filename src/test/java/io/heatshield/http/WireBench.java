package io.heatshield.http;

import io.heatshield.config.ByteSize;
import io.heatshield.config.ListenConfig;
import io.heatshield.metrics.Meters;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.ReplySink;
import io.heatshield.protocol.WireRequest;
import io.heatshield.service.RequestHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A real listener on a free port, with a handler that does what the test says and remembers what it got. */
final class WireBench implements AutoCloseable {
    static final String GET_ITEM = "DynamoDB_20120810.GetItem";
    static final String JSON = "{\"TableName\":\"T\",\"Key\":{\"k\":{\"S\":\"1\"}}}";
    static final Buffer ANSWER = Buffer.buffer("{\"Item\":{\"k\":{\"S\":\"1\"}}}");
    static final Reply HIT = Reply.ok(Payload.of(ANSWER), CacheStatus.LOCAL);

    final Queue<WireRequest> seen = new ConcurrentLinkedQueue<>();
    final Meters meters = Meters.prometheus("test", 10, List.of("GetItem"));
    volatile Instant now = Instant.parse("2026-11-30T21:44:54.999Z");
    final AtomicLong nanos = new AtomicLong(1_000);
    private volatile RequestHandler behaviour = (request, sink) -> sink.send(HIT);
    private final Vertx vertx;
    private final Listener listener;

    WireBench() {
        this(settings(0, 1, 10_000));
    }

    WireBench(ListenerSettings settings) {
        vertx = Vertx.vertx(new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(Math.max(1, settings.eventLoops())));
        Listener.Parts parts = new Listener.Parts(
                this::handle, meters.listener(), "node-1", () -> now, () -> new SplittableRandom(42), nanos::get);
        listener = await(new Listener(vertx, settings, parts).start().onFailure(cause -> vertx.close()));
    }

    static ListenerSettings settings(int port, int eventLoops, int maxConnections) {
        return settings(port, eventLoops, maxConnections, Duration.ofSeconds(75));
    }

    static ListenerSettings settings(int port, int eventLoops, int maxConnections, Duration idleTimeout) {
        ListenConfig listen = new ListenConfig(
                "127.0.0.1",
                port,
                eventLoops,
                idleTimeout,
                ByteSize.ofMebibytes(16),
                ByteSize.ofKibibytes(32),
                ByteSize.ofKibibytes(16),
                maxConnections,
                true);
        return ListenerSettings.of(listen, eventLoops, 1L << 30);
    }

    private void handle(WireRequest request, ReplySink sink) {
        seen.add(request);
        behaviour.handle(request, sink);
    }

    WireBench doing(RequestHandler handler) {
        behaviour = handler;
        return this;
    }

    RawClient connect() throws IOException {
        return new RawClient(listener.port());
    }

    Listener listener() {
        return listener;
    }

    Vertx vertx() {
        return vertx;
    }

    long inFlight() {
        return meters.listener().inFlight();
    }

    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the future did not succeed", e);
        }
    }

    @Override
    public void close() {
        await(listener.stop(Duration.ofSeconds(5)));
        await(vertx.close());
        meters.close();
    }
}
