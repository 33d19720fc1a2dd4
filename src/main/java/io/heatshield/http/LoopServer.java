package io.heatshield.http;

import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One event loop's share of a listener. All of a listener's servers accept from the same socket. */
final class LoopServer extends VerticleBase {
    private final ListenerSettings settings;
    private final FrontDoor door;
    private final DynamoEndpoint dynamo;
    private final Peers peers;
    private @Nullable HttpServer server;

    LoopServer(ListenerSettings settings, FrontDoor door, DynamoEndpoint dynamo, Peers peers) {
        this.settings = settings;
        this.door = door;
        this.dynamo = dynamo;
        this.peers = peers;
    }

    @Override
    public Future<?> start() {
        HttpServer starting = vertx.createHttpServer(options())
                .requestHandler(request -> request.connection().close())
                .invalidRequestHandler(this::onMalformed)
                .connectionHandler(this::onConnection);
        server = starting;
        vertx.setPeriodic(peers.sweepIntervalMillis(), timer -> peers.sweep());
        return starting.listen();
    }

    private HttpServerOptions options() {
        return new HttpServerOptions()
                .setHost(settings.listen().host())
                // A negative port is any free one, the same for all of the listener's servers.
                .setPort(settings.listen().port() == 0 ? -1 : settings.listen().port())
                .setAcceptBacklog(1024)
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true)
                .setMaxHeaderSize(settings.maxHeaderBytes())
                .setMaxInitialLineLength(settings.maxRequestLineBytes())
                .setMaxChunkSize(64 << 10)
                .setHttp2ClearTextEnabled(false)
                .setAlpnVersions(List.of(HttpVersion.HTTP_1_1))
                .setCompressionSupported(false)
                .setDecompressionSupported(false)
                // Answered by Exchange, which knows whether the announced body would be taken.
                .setHandle100ContinueAutomatically(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false);
    }

    private void onConnection(HttpConnection connection) {
        Peer peer = peers.admit(door, connection);
        if (peer != null) {
            // In front of our handler stands one that answers an unknown HTTP version with an empty 501.
            ((HttpServerConnection) connection).handler(peer);
        }
    }

    private void onMalformed(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        Channel channel = ((HttpServerConnection) request.connection())
                .channelHandlerContext()
                .channel();
        if (channel.isActive()) {
            dynamo.malformed(request.connection(), cause);
        }
    }

    int port() {
        HttpServer listening = server;
        return listening == null ? -1 : listening.actualPort();
    }

    /** Stops accepting, and closes connections: the idle ones now, the others when they have their answer. */
    Future<Void> drain(Duration deadline) {
        HttpServer listening = server;
        return listening == null
                ? Future.succeededFuture()
                : listening.shutdown(Math.max(1, deadline.toMillis()), TimeUnit.MILLISECONDS);
    }
}
