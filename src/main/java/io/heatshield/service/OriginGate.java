package io.heatshield.service;

import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Passes requests on to the origin, and its answers back, byte for byte. */
final class OriginGate {
    private final Origin origin;

    OriginGate(Origin origin) {
        this.origin = origin;
    }

    /** Sends the request as the client wrote it. */
    Future<OriginReply> forward(WireRequest request, @Nullable String table) {
        Operation operation = Operation.ofTarget(request.target());
        return origin.send(new OriginRequest(
                request.target(),
                request.contentType(),
                request.body(),
                table,
                operation != null && operation.mayBeSentTwice(),
                request.hops(),
                request.invocation()));
    }

    /** Sends a request made here. */
    Future<OriginReply> send(OriginRequest request) {
        return origin.send(request);
    }

    /** The origin's answer as a reply. */
    static Reply reply(OriginReply answer, CacheStatus status) {
        return new Reply(
                answer.status(), answer.contentType(), answer.payload(), answer.requestId(), status, answer.partial());
    }
}
