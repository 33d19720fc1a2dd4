package io.heatshield.history;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.SplittableRandom;

/**
 * Stands before the origin and lets its answers take their time: what they say may be outdated by the time they arrive,
 * as of a service that is not on the same machine. Most take a few milliseconds, some much longer.
 */
final class Relay implements AutoCloseable {
    private static final int ONE_IN = 40;
    private static final int SHORT_MILLIS = 4;

    private final Vertx vertx;
    private final NetServer server;
    private final NetClient client;
    private final URI target;
    private final SplittableRandom random;
    private volatile int longMillis = 60;

    private Relay(Vertx vertx, URI target, SplittableRandom random) {
        this.vertx = vertx;
        this.server = vertx.createNetServer();
        this.client = vertx.createNetClient();
        this.target = target;
        this.random = random;
    }

    static Relay start(Vertx vertx, URI target, SplittableRandom random) {
        Relay relay = new Relay(vertx, target, random);
        relay.server.connectHandler(relay::accept);
        relay.server
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return relay;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.actualPort());
    }

    /** How long the few answers take that take long, at most. */
    void longest(int millis) {
        longMillis = millis;
    }

    private void accept(NetSocket near) {
        near.pause();
        client.connect(target.getPort(), target.getHost()).onComplete(connected -> {
            if (connected.failed()) {
                near.close().onFailure(Relay::gone);
                return;
            }
            NetSocket far = connected.result();
            ArrayDeque<Buffer> due = new ArrayDeque<>();
            near.handler(request -> far.write(request).onFailure(Relay::gone));
            far.handler(answer -> {
                due.add(answer);
                // Whenever a time is up, the oldest goes: the order stays.
                vertx.setTimer(delay(), up -> near.write(due.remove()).onFailure(Relay::gone));
            });
            near.closeHandler(closed -> far.close().onFailure(Relay::gone));
            far.closeHandler(closed -> near.close().onFailure(Relay::gone));
            near.resume();
        });
    }

    /** Either side may go at any time; the other hears of it by its own close. */
    private static void gone(Throwable cause) {}

    private synchronized int delay() {
        return random.nextInt(ONE_IN) == 0 ? 1 + random.nextInt(longMillis) : 1 + random.nextInt(SHORT_MILLIS);
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
        client.close().toCompletionStage().toCompletableFuture().join();
    }
}
