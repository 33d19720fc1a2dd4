package io.heatshield.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * One client connection, and whether anything still happens on it. Used by one event loop.
 *
 * <p>The server's own idle timeout costs a promise and two looks at the clock for every message. Here a message costs
 * an increment, and the clock is looked at when {@link Peers} sweeps. It is stricter too: a header that comes in one
 * byte at a time is no sign of life, only a whole one is.
 */
final class Peer implements Handler<HttpServerRequest> {
    private final FrontDoor door;
    private final HttpConnection connection;
    private int signs;
    private int answersOwed;

    private int signsSeen;
    private long pendingSeen;
    private long quietSince;

    Peer(FrontDoor door, HttpConnection connection, long now) {
        this.door = door;
        this.connection = connection;
        this.quietSince = now;
    }

    @Override
    public void handle(HttpServerRequest request) {
        signs++;
        door.handle(request, this);
    }

    /** A piece of a body came. */
    void sign() {
        signs++;
    }

    /** A request is complete and waits for us: the client has every right to be silent. */
    void owesAnswer() {
        answersOwed++;
    }

    /** The answer was given, or nobody is left who wants it. */
    void gaveAnswer() {
        signs++;
        answersOwed--;
    }

    HttpConnection connection() {
        return connection;
    }

    /** Whether nothing has happened for this long, as far as was seen at the sweeps. */
    boolean idle(long now, long timeout) {
        long pending = pendingBytes();
        if (signs != signsSeen || pending != pendingSeen || answersOwed > 0) {
            signsSeen = signs;
            pendingSeen = pending;
            quietSince = now;
            return false;
        }
        return now - quietSince >= timeout;
    }

    /** What the client has not taken yet of its answers: as long as that shrinks, a slow client is a living one. */
    private long pendingBytes() {
        Channel channel =
                ((HttpServerConnection) connection).channelHandlerContext().channel();
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        return out == null ? 0 : out.totalPendingWriteBytes() - out.currentProgress();
    }
}
