package io.heatshield.protocol;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A request as the wire brought it, framing and compression taken off.
 *
 * @param target the whole {@code X-Amz-Target}, which may name an operation unknown here
 * @param contentType the client's {@code Content-Type}
 * @param body the JSON bytes as the client wrote them
 * @param hops the nodes that the request has passed already (header {@code x-heatshield-hop}), or null
 * @param invocation which call of its SDK it belongs to, or null if the client does not say
 */
public record WireRequest(
        String target,
        String contentType,
        Buffer body,
        @Nullable String hops,
        @Nullable Invocation invocation) {
    /** A request of a client that does not number its attempts. */
    public WireRequest(String target, String contentType, Buffer body, @Nullable String hops) {
        this(target, contentType, body, hops, null);
    }
}
