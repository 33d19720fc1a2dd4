package io.heatshield.http;

import io.heatshield.http.BodyCollector.Verdict;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Rendition;
import io.netty.util.AsciiString;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request to the item API, and its one answer. It ends exactly once, by an answer or by the client going away.
 * Lives on one event loop.
 */
final class ItemExchange {
    private static final Logger LOG = LoggerFactory.getLogger(ItemExchange.class);
    private static final AsciiString JSON = new AsciiString("application/json");
    private static final AsciiString PROBLEM = new AsciiString(Problem.MEDIA_TYPE);
    private static final AsciiString GZIP = new AsciiString("gzip");
    private static final AsciiString ONE_SECOND = new AsciiString("1");
    private static final Handler<AsyncResult<Void>> IGNORE = written -> {};

    private final DynamoEndpoint wire;
    private final HttpServerRequest request;
    private final Peer peer;
    private final long began;
    private @Nullable BodyCollector body;
    private boolean reading;
    private boolean done;

    ItemExchange(DynamoEndpoint wire, HttpServerRequest request, Peer peer) {
        this.wire = wire;
        this.request = request;
        this.peer = peer;
        this.began = wire.nanoTime();
        peer.owesAnswer();
        wire.meters().requestBegan();
    }

    HttpServerRequest request() {
        return request;
    }

    MultiMap headers() {
        return request.headers();
    }

    /** Runs a step of the answer: whatever it throws is the answer. */
    void step(Runnable step) {
        try {
            step.run();
        } catch (ItemRefusal refusal) {
            send(refusal.problem());
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("a request to the item API was not handled");
            if (!done) {
                send(new Problem(500, "defect", "The request could not be processed"));
            }
        }
    }

    /** Goes on with what a future brings that never fails, on this request's own event loop. */
    <T extends @Nullable Object> void deliver(Future<T> future, Consumer<T> next) {
        Context caller = Vertx.currentContext();
        future.onComplete(result -> {
            if (caller == null || Vertx.currentContext() == caller) {
                step(() -> next.accept(result.result()));
            } else {
                caller.runOnContext(ignored -> step(() -> next.accept(result.result())));
            }
        });
    }

    /** Answers a browser that asks whether it may. */
    void preflight() {
        HttpServerResponse response = begin(204, CacheStatus.BYPASS);
        if (response != null) {
            if (wire.settings().cors()) {
                Cors.grant(headers(), response.headers());
            }
            end(response, null);
        }
    }

    /** Collects the body, within the listener's bounds, and goes on with it. */
    void withBody(Consumer<Buffer> next) {
        if (announcedLength() > wire.settings().maxBodyBytes()) {
            refuse(Verdict.TOO_LARGE);
            return;
        }
        BodyCollector collector = wire.collector();
        body = collector;
        reading = true;
        request.handler(chunk -> {
            peer.sign();
            collector.add(chunk);
            if (collector.verdict() != Verdict.FITS
                    && collector.seen() > wire.settings().maxDrainBytes()) {
                refuse(collector.verdict());
                Parting.close(request.connection());
            }
        });
        request.endHandler(end -> {
            if (reading) {
                reading = false;
                if (collector.verdict() != Verdict.FITS) {
                    refuse(collector.verdict());
                } else {
                    step(() -> next.accept(collector.body()));
                }
            }
        });
        request.exceptionHandler(this::broken);
        if (request.version() == HttpVersion.HTTP_1_1
                && "100-continue".equalsIgnoreCase(headers().get(HeaderNames.EXPECT))) {
            request.response().writeContinue().onComplete(IGNORE);
        }
    }

    private long announcedLength() {
        String length = headers().get(HeaderNames.CONTENT_LENGTH);
        // The decoder has refused lengths that are no number.
        return length == null ? -1 : Long.parseLong(length);
    }

    private void broken(Throwable cause) {
        if (!reading || done) {
            return;
        }
        HttpConnection connection = request.connection();
        finish();
        if (cause instanceof HttpClosedException) {
            wire.meters().clientGone();
        } else {
            wire.malformed(connection, cause);
        }
    }

    private void refuse(Verdict verdict) {
        reading = false;
        send(
                verdict == Verdict.TOO_LARGE
                        ? new Problem(413, "body-too-large", "The request body is longer than is taken here")
                        : Problem.noRoom());
    }

    /** Answers with what went wrong. */
    void send(Problem problem) {
        send(problem, Freshness.NONE, CacheStatus.BYPASS, null);
    }

    /** The same, for what may be reused for a while: that something is not there. */
    void send(Problem problem, Freshness freshness, CacheStatus cache, @Nullable String allow) {
        HttpServerResponse response = begin(problem.status(), cache);
        if (response == null) {
            return;
        }
        freshness.write(response.headers());
        if (problem.passes()) {
            response.headers().add(HeaderNames.RETRY_AFTER_SECONDS, ONE_SECOND);
        }
        if (allow != null) {
            response.headers().add(HeaderNames.ALLOW, allow);
        }
        Buffer bytes = problem.body();
        response.headers().add(HeaderNames.CONTENT_TYPE, PROBLEM);
        response.headers().add(HeaderNames.CONTENT_LENGTH, Integer.toString(bytes.length()));
        end(response, bytes);
    }

    /** Answers with a representation, or with 304 if the client has it. */
    void send(Rendition rendition, Freshness freshness, CacheStatus cache, @Nullable String link) {
        EntityTags known = headers().contains(HeaderNames.IF_NONE_MATCH)
                ? EntityTags.of(headers().getAll(HeaderNames.IF_NONE_MATCH))
                : null;
        boolean has = known != null && known.weaklyMatch(rendition.tag());
        HttpServerResponse response = begin(has ? 304 : 200, cache);
        if (response == null) {
            return;
        }
        MultiMap headers = response.headers();
        headers.add(HeaderNames.ETAG, rendition.tag());
        headers.add(HeaderNames.VARY, HeaderNames.ACCEPT_ENCODING);
        freshness.write(headers);
        if (link != null) {
            headers.add(HeaderNames.LINK, link);
        }
        if (has) {
            end(response, null);
            return;
        }
        headers.add(HeaderNames.CONTENT_TYPE, JSON);
        headers.add(HeaderNames.CONTENT_LENGTH, rendition.length());
        if (ItemForms.isZipped(rendition)) {
            headers.add(HeaderNames.CONTENT_ENCODING, GZIP);
        }
        end(response, rendition.body());
    }

    /** Answers without a body. */
    void send(int status) {
        send(status, HeaderNames.ETAG, null);
    }

    /** Answers without a body, with a header or none. */
    void send(int status, AsciiString name, @Nullable CharSequence value) {
        HttpServerResponse response = begin(status, CacheStatus.BYPASS);
        if (response == null) {
            return;
        }
        if (value != null) {
            response.headers().add(name, value);
        }
        if (status == 201) {
            response.headers().add(HeaderNames.CONTENT_LENGTH, "0");
        }
        end(response, null);
    }

    private @Nullable HttpServerResponse begin(int status, CacheStatus cache) {
        if (done) {
            LOG.atError().log("a request to the item API was answered twice; the second answer was dropped");
            return null;
        }
        finish();
        HttpServerResponse response = request.response();
        if (response.closed()) {
            wire.meters().clientGone();
            return null;
        }
        wire.answered(cache, began);
        if (status != 200) {
            response.setStatusCode(status);
        }
        wire.identify(response.headers(), cache);
        return response;
    }

    private void end(HttpServerResponse response, @Nullable Buffer bytes) {
        // A client that waits for a 100 which never came may send its body or not.
        boolean part = body == null && headers().contains(HeaderNames.EXPECT);
        if (part || wire.draining()) {
            response.headers().add(HeaderNames.CONNECTION, HeaderNames.CLOSE);
        }
        HttpConnection connection = request.connection();
        Future<Void> written =
                bytes == null || request.method().equals(HttpMethod.HEAD) ? response.end() : response.end(bytes);
        if (part) {
            written.onComplete(gone -> Parting.close(connection));
        } else {
            written.onFailure(gone -> wire.meters().clientGone());
        }
    }

    private void finish() {
        done = true;
        reading = false;
        peer.gaveAnswer();
        if (body != null) {
            body.release();
        }
        wire.meters().requestEnded();
    }
}
