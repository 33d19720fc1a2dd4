package io.heatshield.origin;

import io.heatshield.protocol.Invocation;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A request for the origin.
 *
 * @param target the whole {@code X-Amz-Target}, known here or not
 * @param contentType the client's {@code Content-Type}, passed on as it is
 * @param body the JSON bytes, not compressed, passed on as they are
 * @param table the bare name of the table, for limits and metrics, or null if none is known
 * @param maySendTwice whether one re-send after a broken connection is harmless (reads only)
 * @param hops the nodes that this request has passed already, comma-separated, or null
 * @param invocation which call of its SDK it belongs to, or null if none is known
 */
public record OriginRequest(
        String target,
        String contentType,
        Buffer body,
        @Nullable String table,
        boolean maySendTwice,
        @Nullable String hops,
        @Nullable Invocation invocation) {
    /** A request that belongs to no call of a client's SDK. */
    public OriginRequest(
            String target,
            String contentType,
            Buffer body,
            @Nullable String table,
            boolean maySendTwice,
            @Nullable String hops) {
        this(target, contentType, body, table, maySendTwice, hops, null);
    }
}
