package io.heatshield.origin;

import io.heatshield.protocol.Operation;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClient;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/**
 * One request to an {@link HttpOrigin}, from its arrival to its answer. Confined to the caller's context but for
 * {@link #admitted()}.
 */
final class OriginCall implements Admission.Caller, Attempt.End {
    /** What all calls of one origin share. */
    record Parts(
            HttpClient client,
            HttpOriginSettings settings,
            Upstreams upstreams,
            Admission admission,
            CredentialsSource credentials,
            RequestSigner signer,
            OriginMeters meters,
            FailureLog failures,
            AtomicBoolean closed) {}

    private static final Logger log = LoggerFactory.getLogger(OriginCall.class);
    private static final int MOST_ATTEMPTS = 2;
    private static final long NO_TIMER = -1;

    private final Parts parts;
    private final ContextInternal context;
    private final OriginRequest request;
    private final Promise<OriginReply> promise;
    private final String operation;
    private final long startedAt;
    private long queueTimer = NO_TIMER;
    private boolean inside;
    private int attempts;

    OriginCall(Parts parts, ContextInternal context, OriginRequest request) {
        this.parts = parts;
        this.context = context;
        this.request = request;
        this.promise = context.promise();
        Operation known = Operation.ofTarget(request.target());
        this.operation = known == null ? "other" : known.wireName();
        this.startedAt = parts.meters().nanos();
    }

    Future<OriginReply> future() {
        return promise.future();
    }

    /** The table; a request of no table shares its lane with those of the same operation. */
    @Override
    public String lane() {
        String table = request.table();
        return table != null ? table : operation;
    }

    /** Begins. Must be called once, on the context. */
    void begin() {
        if (parts.closed().get()) {
            end(Failure.CLOSED);
        } else {
            switch (parts.admission().enter(this)) {
                case ADMITTED -> enter();
                case WAITING ->
                    queueTimer =
                            context.setTimer(parts.settings().timing().queue().toMillis(), id -> waitedInVain());
                case FULL -> end(Failure.QUEUE_FULL);
            }
        }
    }

    @Override
    public void admitted() {
        context.runOnContext(v -> {
            context.owner().cancelTimer(queueTimer);
            parts.meters().waited(request.table(), elapsed());
            enter();
        });
    }

    private void waitedInVain() {
        if (parts.admission().withdraw(this)) {
            end(Failure.QUEUE_TIMEOUT);
        }
    }

    /** Ends a call that has been taken out of the queue since the origin is being closed. Any thread. */
    void close() {
        context.runOnContext(v -> {
            context.owner().cancelTimer(queueTimer);
            end(Failure.CLOSED);
        });
    }

    private void enter() {
        inside = true;
        attempt();
    }

    private void attempt() {
        if (parts.closed().get()) {
            end(Failure.CLOSED);
            return;
        }
        attempts++;
        Future<AwsCredentialsIdentity> credentials = parts.credentials().credentials();
        if (credentials.isComplete()) {
            attempt(credentials);
        } else {
            credentials.onComplete(outcome -> context.runOnContext(v -> attempt(outcome)));
        }
    }

    private void attempt(AsyncResult<AwsCredentialsIdentity> credentials) {
        if (credentials.failed()) {
            log.debug("no credentials: {}", credentials.cause().toString());
            end(Failure.NO_CREDENTIALS);
            return;
        }
        Upstreams.Upstream upstream = parts.upstreams().of(request.target());
        MultiMap headers;
        try {
            headers = parts.signer().sign(request, upstream, credentials.result());
        } catch (RuntimeException e) {
            log.error("request to the origin could not be signed", e);
            end(Failure.UNSIGNABLE);
            return;
        }
        new Attempt(context, parts.settings(), request.body(), this).run(parts.client(), upstream, headers);
    }

    @Override
    public void answered(OriginReply reply) {
        leave();
        String error = reply.ok() ? null : ErrorShape.of(reply);
        parts.meters().answered(operation, request.table(), reply.status(), error, elapsed());
        promise.tryComplete(reply);
    }

    @Override
    public void failed(Failure failure) {
        if (attempts < MOST_ATTEMPTS
                && failure.resendable(request)
                && !parts.closed().get()) {
            parts.meters().resent(operation, failure.reason());
            attempt();
        } else {
            end(failure);
        }
    }

    private void end(Failure failure) {
        leave();
        parts.meters().failed(operation, request.table(), failure.reason(), elapsed());
        parts.failures().failed(failure, operation);
        promise.tryComplete(failure.reply());
    }

    private void leave() {
        if (inside) {
            inside = false;
            parts.admission().leave(lane());
        }
    }

    private long elapsed() {
        return parts.meters().nanos() - startedAt;
    }
}
