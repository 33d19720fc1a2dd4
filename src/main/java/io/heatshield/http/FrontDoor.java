package io.heatshield.http;

import io.heatshield.protocol.Reply;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first look at a request: which face it is for. DynamoDB's {@code POST /} is told without a router, since it is
 * nearly all of them. One instance an event loop.
 */
final class FrontDoor {
    private static final Logger LOG = LoggerFactory.getLogger(FrontDoor.class);
    private static final String ITEM_API = "/v1/";
    private static final String SMITHY = "/service/";

    private final DynamoEndpoint dynamo;
    private final @Nullable ItemEndpoint items;
    private final boolean cors;
    private final AtomicBoolean cborTold;

    /**
     * @param items takes what is under {@code /v1/}; null if nothing is there
     * @param cborTold shared by all loops: whether the log has spoken of a client that tried CBOR
     */
    FrontDoor(DynamoEndpoint dynamo, @Nullable ItemEndpoint items, boolean cors, AtomicBoolean cborTold) {
        this.dynamo = dynamo;
        this.items = items;
        this.cors = cors;
        this.cborTold = cborTold;
    }

    /** Takes a request that came over this connection. */
    void handle(HttpServerRequest request, Peer peer) {
        if (request.version() == null || !DynamoEndpoint.hasOneHost(request)) {
            dynamo.refuse(request);
        } else if (request.method().equals(HttpMethod.POST) && isRoot(request)) {
            dynamo.post(request, peer);
        } else if (items != null && request.path().startsWith(ITEM_API)) {
            items.handle(request, peer);
        } else {
            dynamo.reply(request, answer(request));
        }
    }

    /** Also with a query, or in the absolute form that proxies are sent. */
    private static boolean isRoot(HttpServerRequest request) {
        String uri = request.uri();
        return (uri.length() == 1 && uri.charAt(0) == '/') || "/".equals(request.path());
    }

    private Reply answer(HttpServerRequest request) {
        if (request.headers().contains(HeaderNames.SMITHY_PROTOCOL)
                || request.path().startsWith(SMITHY)) {
            if (cborTold.compareAndSet(false, true)) {
                LOG.atWarn().log("a client speaks rpc-v2-cbor, which is answered 404 here (said once)");
            }
            return FixedReplies.NO_CBOR;
        }
        if (!"/".equals(request.path())) {
            return FixedReplies.NO_SUCH_PATH;
        }
        if (request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD)) {
            return FixedReplies.healthy(dynamo.host(request));
        }
        if (cors
                && request.method().equals(HttpMethod.OPTIONS)
                && request.headers().contains(HeaderNames.ORIGIN)) {
            Cors.grant(request.headers(), request.response().headers());
            return FixedReplies.PREFLIGHT;
        }
        return FixedReplies.NO_SUCH_FACE;
    }
}
