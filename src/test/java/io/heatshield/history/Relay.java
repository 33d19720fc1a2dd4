package io.heatshield.history;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.ArrayDeque;
import java.util.SplittableRandom;

/**
 * Stands before a server and lets its answers take their time: what they say may be outdated by the time they arrive, as
 * of a service that is not on the same machine. Most take a few milliseconds, some much longer.
 */
final class Relay implements AutoCloseable {
    private static final int ONE_IN = 40;

    private final Vertx vertx;
    private final NetServer server;
    private final NetClient client;
    private final String host;
    private final int port;
    private final SplittableRandom random;
    private volatile int shortMillis;
    private volatile int longMillis;

    private Relay(Vertx vertx, String host, int port, SplittableRandom random) {
        this.vertx = vertx;
        this.server = vertx.createNetServer();
        this.client = vertx.createNetClient();
        this.host = host;
        this.port = port;
        this.random = random;
    }

    static Relay start(Vertx vertx, String host, int port, SplittableRandom random) {
        Relay relay = new Relay(vertx, host, port, random);
        relay.server.connectHandler(relay::accept);
        relay.server
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return relay;
    }

    /** Where it is: host and port. */
    String authority() {
        return "127.0.0.1:" + server.actualPort();
    }

    /** How long most answers are held back, and how long a few are, at most; 0 and 0 for not at all. */
    Relay delays(int most, int few) {
        shortMillis = most;
        longMillis = few;
        return this;
    }

    private void accept(NetSocket near) {
        near.pause();
        client.connect(port, host).onComplete(connected -> {
            if (connected.failed()) {
                near.close().onFailure(Relay::gone);
                return;
            }
            NetSocket far = connected.result();
            ArrayDeque<Buffer> due = new ArrayDeque<>();
            near.handler(request -> far.write(request).onFailure(Relay::gone));
            far.handler(answer -> {
                int delay = delay();
                if (delay == 0 && due.isEmpty()) {
                    near.write(answer).onFailure(Relay::gone);
                    return;
                }
                due.add(answer);
                // Whenever a time is up, the oldest goes: the order stays.
                vertx.setTimer(
                        Math.max(1, delay), up -> near.write(due.remove()).onFailure(Relay::gone));
            });
            near.closeHandler(closed -> far.close().onFailure(Relay::gone));
            far.closeHandler(closed -> near.close().onFailure(Relay::gone));
            near.resume();
        });
    }

    /** Either side may go at any time; the other hears of it by its own close. */
    private static void gone(Throwable cause) {}

    private synchronized int delay() {
        int most = random.nextInt(ONE_IN) == 0 ? longMillis : shortMillis;
        return most == 0 ? 0 : 1 + random.nextInt(most);
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
        client.close().toCompletionStage().toCompletableFuture().join();
    }
}
