package io.heatshield.origin;

import io.vertx.core.Future;

/**
 * A DynamoDB-compatible endpoint behind the proxy.
 *
 * <p>Implementations are safe for use from any thread and never block the caller.
 */
public interface Origin {

    /**
     * Sends one request and gives its answer. The future never fails: an origin that cannot be reached, or that
     * breaks off, answers 503 in DynamoDB's form, and {@link OriginReply#certainty()} tells whether a write may have
     * been applied. The future completes on the caller's Vert.x context where there is one.
     */
    Future<OriginReply> send(OriginRequest request);

    /** What to call it in the start-up block, such as {@code embedded} or {@code https://dynamodb.eu-west-1…}. */
    String describe();

    /** Ends connections and timers; requests under way are answered with 503. */
    Future<Void> close();
}
