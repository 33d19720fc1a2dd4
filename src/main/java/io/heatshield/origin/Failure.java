package io.heatshield.origin;

import io.heatshield.origin.OriginReply.Certainty;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;

/**
 * Every way in which a request can stay without an answer: what meters call it, what the client reads, what is known
 * of the request's fate, and whether it may be sent once more.
 *
 * <p>Timeouts are never followed by a re-send: the origin is slow already, and twice the load is no cure.
 */
enum Failure {
    /** Nothing was ever tried. */
    QUEUE_FULL("queue-full", "Too many requests wait for the origin", Certainty.NOT_SENT, Resend.NEVER),
    QUEUE_TIMEOUT("queue-timeout", "The request waited too long for its turn", Certainty.NOT_SENT, Resend.NEVER),
    CLOSED("closed", "The proxy is stopping", Certainty.NOT_SENT, Resend.NEVER),
    NO_CREDENTIALS("no-credentials", "The proxy has no credentials for the origin", Certainty.NOT_SENT, Resend.NEVER),

    UNSIGNABLE(
            "unsignable",
            ErrorKind.INTERNAL_SERVER_ERROR,
            "The proxy could not sign the request",
            Certainty.NOT_SENT,
            Resend.NEVER),
    REFUSED("refused", "The origin cannot be reached", Certainty.NOT_SENT, Resend.NEVER),
    CONNECT_TIMEOUT("connect-timeout", "The origin cannot be reached in time", Certainty.NOT_SENT, Resend.NEVER),
    /** The far side had closed a pooled connection. An incomplete request is none, so that any may be sent again. */
    NOT_WRITTEN("not-written", "The connection to the origin broke", Certainty.NOT_SENT, Resend.ALWAYS),
    BROKEN("broken", "The connection to the origin broke", Certainty.UNKNOWN, Resend.IF_HARMLESS),
    CHECKSUM("checksum", "The origin's answer was damaged on its way", Certainty.UNKNOWN, Resend.IF_HARMLESS),
    ANSWER_TIMEOUT("answer-timeout", "The origin did not answer in time", Certainty.UNKNOWN, Resend.NEVER),
    TOO_LARGE("too-large", "The origin's answer is too large", Certainty.UNKNOWN, Resend.NEVER),
    /** {@code identity} was asked for; what stands between us and the origin does not keep to it. */
    ENCODED("encoded", "The origin's answer is compressed, unasked", Certainty.UNKNOWN, Resend.NEVER),
    /** A 5xx that is not JSON comes from a load balancer, not from DynamoDB; clients cannot parse it. */
    GATEWAY("gateway", "A gateway before the origin failed", Certainty.UNKNOWN, Resend.NEVER),
    INTERNAL(
            "internal",
            ErrorKind.INTERNAL_SERVER_ERROR,
            "The proxy could not send the request",
            Certainty.UNKNOWN,
            Resend.NEVER);

    private enum Resend {
        NEVER,
        IF_HARMLESS,
        ALWAYS
    }

    private final String reason;
    private final ErrorKind kind;
    private final String message;
    private final Certainty certainty;
    private final Resend resend;

    Failure(String reason, String message, Certainty certainty, Resend resend) {
        this(reason, ErrorKind.SERVICE_UNAVAILABLE, message, certainty, resend);
    }

    Failure(String reason, ErrorKind kind, String message, Certainty certainty, Resend resend) {
        this.reason = reason;
        this.kind = kind;
        this.message = message;
        this.certainty = certainty;
        this.resend = resend;
    }

    /** The word for meters and logs. */
    String reason() {
        return reason;
    }

    /** Whether one more attempt is right. */
    boolean resendable(OriginRequest request) {
        return resend == Resend.ALWAYS || (resend == Resend.IF_HARMLESS && request.maySendTwice());
    }

    /** What the client gets. */
    OriginReply reply() {
        return OriginReply.failure(DynamoError.of(kind, message), certainty);
    }
}
