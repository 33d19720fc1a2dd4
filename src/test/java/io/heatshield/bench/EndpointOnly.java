package io.heatshield.bench;

import io.heatshield.config.ByteSize;
import io.heatshield.config.ListenConfig;
import io.heatshield.http.Listener;
import io.heatshield.http.ListenerSettings;
import io.heatshield.metrics.Meters;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The listener alone, on one event loop, before a handler that knows one answer: what the wire costs without the
 * cache.
 *
 * <p>Usage: {@code EndpointOnly PORT BODY}, the latter a file with the body to answer.
 */
public final class EndpointOnly {
    private EndpointOnly() {}

    /** Serves until it is killed. */
    public static void main(String[] args) throws Exception {
        ListenConfig listen = new ListenConfig(
                "127.0.0.1",
                Integer.parseInt(args[0]),
                1,
                Duration.ofSeconds(75),
                ByteSize.ofMebibytes(16),
                ByteSize.ofKibibytes(32),
                ByteSize.ofKibibytes(16),
                10_000,
                true);
        Reply hit = Reply.ok(Payload.of(Buffer.buffer(Files.readAllBytes(Path.of(args[1])))), CacheStatus.LOCAL);
        Meters meters = Meters.prometheus("bench", 100, List.of("GetItem"));
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
        Listener.Parts parts = new Listener.Parts(
                (request, sink) -> sink.send(hit),
                meters.listener(),
                "bench",
                InstantSource.system(),
                SplittableRandom::new,
                System::nanoTime);
        new Listener(vertx, ListenerSettings.of(listen, 1, Runtime.getRuntime().maxMemory()), parts)
                .start()
                .onSuccess(listener -> System.out.println("endpoint on " + listener.port()))
                .onFailure(cause -> {
                    System.err.println(cause.getMessage());
                    System.exit(1);
                });
    }
}
