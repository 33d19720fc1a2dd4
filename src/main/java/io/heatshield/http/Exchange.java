package io.heatshield.http;

import io.heatshield.http.BodyCollector.Verdict;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.ReplySink;
import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One {@code POST /}: collects the body, hands the request over, writes the answer. It ends exactly once, by an
 * answer or by the client going away, and gives back then what it took. Lives on one event loop.
 */
final class Exchange implements ReplySink {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    /** A write that fails tells that the client has gone; nobody is left to be told. */
    private static final Handler<AsyncResult<Void>> IGNORE = written -> {};

    private enum State {
        READING,
        /** The whole request is here, and the client waits. */
        ANSWERING,
        DONE
    }

    private final DynamoEndpoint endpoint;
    private final HttpServerRequest request;
    private final Peer peer;
    private final BodyCollector body;
    private final long began;
    private State state = State.READING;
    private long inflatedBytes;

    Exchange(DynamoEndpoint endpoint, HttpServerRequest request, Peer peer) {
        this.endpoint = endpoint;
        this.request = request;
        this.peer = peer;
        this.body = endpoint.collector();
        this.began = endpoint.nanoTime();
    }

    /** Starts to read. Called in the turn in which the request's head came, before any of its body. */
    void begin() {
        endpoint.meters().requestBegan();
        request.handler(this::onChunk);
        request.endHandler(this::onEnd);
        request.exceptionHandler(this::onFailure);
        if (request.headers().contains(HeaderNames.EXPECT)) {
            onExpectation();
        }
    }

    /**
     * Answers an {@code Expect: 100-continue} by whether the announced body could be taken at all. The server's
     * automatism would ask for every one.
     */
    private void onExpectation() {
        if (announcedLength() > endpoint.settings().maxBodyBytes()) {
            body.refuse();
            sendAndPart(endpoint.tooLarge());
        } else if (expectsContinue()) {
            request.response().writeContinue().onComplete(IGNORE);
        }
    }

    /** An HTTP/1.0 client does not know what a 100 is (RFC 9110, 10.1.1). */
    private boolean expectsContinue() {
        return request.version() == HttpVersion.HTTP_1_1
                && "100-continue".equalsIgnoreCase(request.headers().get(HeaderNames.EXPECT));
    }

    private long announcedLength() {
        String length = request.headers().get(HeaderNames.CONTENT_LENGTH);
        // The decoder has refused lengths that are no number.
        return length == null ? -1 : Long.parseLong(length);
    }

    private void onChunk(Buffer chunk) {
        peer.sign();
        if (body.aboutToJoin() && announcedLength() > endpoint.settings().maxBodyBytes()) {
            body.refuse();
        }
        body.add(chunk);
        if (body.verdict() != Verdict.FITS
                && state == State.READING
                && body.seen() > endpoint.settings().maxDrainBytes()) {
            sendAndPart(refusal(body.verdict()));
        }
    }

    private void onEnd(Void end) {
        if (state != State.READING) {
            return;
        }
        state = State.ANSWERING;
        peer.owesAnswer();
        if (body.verdict() != Verdict.FITS) {
            send(refusal(body.verdict()));
            return;
        }
        Buffer bytes = body.body();
        String encoding = request.headers().get(HeaderNames.CONTENT_ENCODING);
        if (encoding == null || bytes.length() == 0) {
            dispatch(bytes);
            return;
        }
        Inflation.Coding coding = Inflation.Coding.of(encoding);
        switch (coding) {
            case IDENTITY -> dispatch(bytes);
            case UNKNOWN -> send(FixedReplies.BAD_ENCODING);
            case GZIP, DEFLATE -> endpoint.inflate(coding, bytes).onComplete(this::onInflated);
        }
    }

    private void onInflated(AsyncResult<Inflation.Result> outcome) {
        if (outcome.failed()) {
            LOG.atError().setCause(outcome.cause()).log("inflating a request failed");
            send(FixedReplies.DEFECT);
        } else if (outcome.result() instanceof Inflation.Result.Inflated inflated) {
            inflatedBytes = inflated.taken();
            dispatch(inflated.body());
        } else if (outcome.result() instanceof Inflation.Result.Refused refused) {
            send(refusal(refused.why()));
        } else {
            send(FixedReplies.BAD_ENCODING);
        }
    }

    private void dispatch(Buffer json) {
        try {
            endpoint.dispatch(request, json, this);
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("a request was not handled");
            if (state != State.DONE) {
                send(FixedReplies.DEFECT);
            }
        }
    }

    private Reply refusal(Verdict verdict) {
        return verdict == Verdict.TOO_LARGE ? endpoint.tooLarge() : FixedReplies.NO_ROOM;
    }

    /** The connection broke, or the body's framing did, before the body had come. */
    private void onFailure(Throwable cause) {
        if (state != State.READING) {
            return;
        }
        finish();
        HttpConnection connection = request.connection();
        if (cause instanceof HttpClosedException) {
            endpoint.meters().clientGone();
        } else {
            endpoint.malformed(connection, cause);
        }
    }

    @Override
    public void send(Reply reply) {
        if (state == State.DONE) {
            LOG.atError().log("a request was answered twice; the second answer was dropped");
            return;
        }
        finish();
        HttpServerResponse response = request.response();
        if (response.closed()) {
            endpoint.meters().clientGone();
            return;
        }
        endpoint.writeHead(request, response, reply);
        endpoint.answered(reply, began);
        if (endpoint.draining()) {
            // The server closes the connection by itself once this is written.
            response.headers().add(HeaderNames.CONNECTION, HeaderNames.CLOSE);
        }
        response.end(reply.payload().body()).onComplete(IGNORE);
    }

    /** Answers although the client is still sending, and ends the connection so that it stops. */
    private void sendAndPart(Reply reply) {
        finish();
        HttpServerResponse response = request.response();
        HttpConnection connection = request.connection();
        endpoint.writeHead(request, response, reply);
        endpoint.answered(reply, began);
        response.headers().add(HeaderNames.CONNECTION, HeaderNames.CLOSE);
        response.end(reply.payload().body()).onComplete(written -> Parting.close(connection));
    }

    private void finish() {
        if (state == State.ANSWERING) {
            peer.gaveAnswer();
        }
        state = State.DONE;
        body.release();
        if (inflatedBytes > 0) {
            endpoint.giveBack(inflatedBytes);
            inflatedBytes = 0;
        }
        endpoint.meters().requestEnded();
    }
}
