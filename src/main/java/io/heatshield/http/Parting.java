package io.heatshield.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection whose client may still be writing. Closing at once would make the kernel answer what is still on
 * its way with a reset, and the reset takes the answer with it before the client has read it. So only our own
 * direction is closed; what still comes is thrown away, until the client closes or a moment has passed.
 */
final class Parting {
    private static final int PATIENCE_SECONDS = 2;

    /** A connection that does not close cleanly is closed all the same. */
    private static final ChannelFutureListener IGNORE = closed -> {};

    private Parting() {}

    /** Closes gently, after everything that was written. */
    static void close(HttpConnection connection) {
        ChannelHandlerContext context = ((HttpServerConnection) connection).channelHandlerContext();
        Channel channel = context.channel();
        if (channel instanceof DuplexChannel duplex && channel.isActive()) {
            duplex.shutdownOutput().addListener(done -> closeLater(channel));
        } else {
            shut(channel);
        }
    }

    /** Writes these bytes past the server's own encoder, then closes gently. */
    static void close(HttpConnection connection, ByteBuf lastWords) {
        ChannelHandlerContext context = ((HttpServerConnection) connection).channelHandlerContext();
        ChannelHandlerContext encoder = context.pipeline().context("httpEncoder");
        if (!context.channel().isActive() || encoder == null) {
            lastWords.release();
            return;
        }
        encoder.writeAndFlush(lastWords).addListener(done -> close(connection));
    }

    private static void closeLater(Channel channel) {
        ScheduledFuture<?> timer =
                channel.eventLoop().schedule(() -> shut(channel), PATIENCE_SECONDS, TimeUnit.SECONDS);
        channel.closeFuture().addListener(closed -> timer.cancel(false));
    }

    /** Closes at once. */
    static void shut(HttpConnection connection) {
        shut(((HttpServerConnection) connection).channelHandlerContext().channel());
    }

    private static void shut(Channel channel) {
        channel.close().addListener(IGNORE);
    }
}
