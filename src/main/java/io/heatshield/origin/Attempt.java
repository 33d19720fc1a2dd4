package io.heatshield.origin;

import io.heatshield.origin.OriginReply.Certainty;
import io.heatshield.origin.Upstreams.Upstream;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request on one connection, and what came of it: exactly one of {@link End#answered} and {@link End#failed} is
 * called, on the context, in bounded time. Confined to its context.
 */
final class Attempt {
    /** How an attempt ends. */
    interface End {
        void answered(OriginReply reply);

        void failed(Failure failure);
    }

    private static final Logger log = LoggerFactory.getLogger(Attempt.class);
    private static final long NO_TIMER = -1;
    /** No more than this is set aside on the word of a header: the service's own largest answer. */
    private static final int LARGEST_HINT = 16 << 20;

    private final ContextInternal context;
    private final HttpOriginSettings settings;
    private final Buffer body;
    private final End end;
    private Buffer received = Buffer.buffer(0);
    private @Nullable HttpClientRequest request;
    private @Nullable Future<Void> written;
    private long timer = NO_TIMER;
    private boolean ended;

    Attempt(ContextInternal context, HttpOriginSettings settings, Buffer body, End end) {
        this.context = context;
        this.settings = settings;
        this.body = body;
        this.end = end;
    }

    /** Begins. Must be called once, on the context. */
    void run(HttpClient client, Upstream upstream, MultiMap headers) {
        arm(settings.timing().connect().toMillis(), Failure.CONNECT_TIMEOUT);
        RequestOptions options = new RequestOptions()
                .setServer(SocketAddress.inetSocketAddress(upstream.port(), upstream.host()))
                .setHost(upstream.host())
                .setPort(upstream.port())
                .setSsl(upstream.tls())
                .setMethod(HttpMethod.POST)
                .setURI("/")
                .setHeaders(headers);
        try {
            client.request(options).onComplete(this::connected, this::notConnected);
        } catch (IllegalStateException e) {
            // The client's way to say that it was closed a moment ago.
            fail(Failure.CLOSED);
        }
    }

    private void notConnected(Throwable cause) {
        log.debug("no connection to the origin: {}", cause.toString());
        // A pooled connection that closed between being chosen and being used; a fresh one would be refused instead.
        fail(cause instanceof HttpClosedException ? Failure.NOT_WRITTEN : Failure.REFUSED);
    }

    private void connected(HttpClientRequest connected) {
        request = connected;
        connected.exceptionHandler(cause -> log.debug("request to the origin: {}", cause.toString()));
        if (ended) {
            abandon();
            return;
        }
        arm(settings.timing().answer().toMillis(), Failure.ANSWER_TIMEOUT);
        guarded(() -> {
            written = connected.end(body);
            connected.response().onComplete(response -> guarded(() -> read(response)), this::broken);
        });
    }

    private void read(HttpClientResponse response) {
        response.exceptionHandler(this::broken);
        int most = settings.limits().maxAnswerBytes();
        String encoding = response.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            fail(Failure.ENCODED);
            return;
        }
        response.handler(chunk -> {
            if ((long) received.length() + chunk.length() > most) {
                fail(Failure.TOO_LARGE);
            } else if (!ended) {
                received = received.length() == 0 ? first(chunk, response) : received.appendBuffer(chunk);
            }
        });
        response.endHandler(end -> guarded(() -> complete(response)));
    }

    /** A body that comes in several pieces gets a buffer of its exact size, since it may be cached as it is. */
    private static Buffer first(Buffer chunk, HttpClientResponse response) {
        String length = response.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null || length.equals(Integer.toString(chunk.length()))) {
            return chunk;
        }
        int size = (int) Math.min(Long.parseLong(length), LARGEST_HINT);
        return Buffer.buffer(Math.max(size, chunk.length())).appendBuffer(chunk);
    }

    private void complete(HttpClientResponse response) {
        Payload payload = received.length() == 0 ? Payload.EMPTY : Payload.of(received);
        String checksum = response.getHeader("x-amz-crc32");
        if (checksum != null && !checksum.trim().contentEquals(payload.crc32())) {
            fail(Failure.CHECKSUM);
            return;
        }
        String contentType = response.getHeader(HttpHeaders.CONTENT_TYPE);
        if (response.statusCode() >= 500 && (contentType == null || !contentType.contains("json"))) {
            fail(Failure.GATEWAY);
            return;
        }
        OriginReply reply = new OriginReply(
                response.statusCode(),
                contentType == null ? Reply.JSON_1_0 : contentType,
                payload,
                response.getHeader("x-amzn-RequestId"),
                Certainty.ANSWERED);
        if (finish()) {
            end.answered(reply);
        }
    }

    /*
     * Was the request sent? A write that failed did not hand all of the bytes to the kernel; whatever part of them
     * the origin got is not a request (its length, and the hash that is signed, say otherwise), and has no effect.
     * A write that succeeded, or whose end is not known, may have reached the origin.
     */
    private void broken(Throwable cause) {
        log.debug("the origin's connection broke: {}", cause.toString());
        fail(written != null && written.failed() ? Failure.NOT_WRITTEN : Failure.BROKEN);
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            log.error("request to the origin failed", e);
            fail(Failure.INTERNAL);
        }
    }

    private void arm(long millis, Failure failure) {
        disarm();
        timer = context.setTimer(millis, id -> fail(failure));
    }

    private void disarm() {
        if (timer != NO_TIMER) {
            context.owner().cancelTimer(timer);
            timer = NO_TIMER;
        }
    }

    private void fail(Failure failure) {
        if (finish()) {
            abandon();
            end.failed(failure);
        }
    }

    private boolean finish() {
        if (ended) {
            return false;
        }
        ended = true;
        disarm();
        return true;
    }

    /** Gives up the connection: what would still come on it is nobody's answer. */
    private void abandon() {
        received = Buffer.buffer(0);
        if (request != null) {
            request.reset().onFailure(cause -> log.trace("nothing left to reset: {}", cause.toString()));
        }
    }
}
