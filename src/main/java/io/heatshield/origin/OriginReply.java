package io.heatshield.origin;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import org.jspecify.annotations.Nullable;

/**
 * What the origin answered, or that it did not.
 *
 * @param status the HTTP status
 * @param contentType the origin's {@code Content-Type}
 * @param payload the body, byte for byte; its checksum was checked against the origin's
 * @param requestId the origin's request id, or null
 * @param certainty what is known of the request's fate
 * @param partial how much of the answer is missing, such as {@code 1/12}, or null for none of it; what is partial is
 *     never kept
 */
public record OriginReply(
        int status,
        String contentType,
        Payload payload,
        @Nullable String requestId,
        Certainty certainty,
        @Nullable String partial) {

    /** A whole answer. */
    public OriginReply(
            int status, String contentType, Payload payload, @Nullable String requestId, Certainty certainty) {
        this(status, contentType, payload, requestId, certainty, null);
    }

    /** What is known of the fate of a request. */
    public enum Certainty {
        /** The origin answered. (A 5xx to a write may still have been applied.) */
        ANSWERED,
        /** Nothing was sent: queue full, connection refused. A write was not applied. */
        NOT_SENT,
        /** Sent, or begun to be, and no whole answer came: a write may have been applied. */
        UNKNOWN
    }

    /** An answer of 200 and the like, from the origin. */
    public boolean ok() {
        return status < 300;
    }

    /** The origin could not answer: no answer at all, or one of 5xx. */
    public boolean down() {
        return certainty != Certainty.ANSWERED || status >= 500;
    }

    /** The same, marked as incomplete. */
    public OriginReply missing(String what) {
        return new OriginReply(status, contentType, payload, requestId, certainty, what);
    }

    /** A reply made here because no answer came. */
    public static OriginReply failure(DynamoError error, Certainty certainty) {
        return new OriginReply(error.kind().status(), Reply.JSON_1_0, Payload.of(error.body()), null, certainty);
    }

    /** A successful answer with this body. */
    public static OriginReply ok(Payload payload, @Nullable String requestId) {
        return new OriginReply(200, Reply.JSON_1_0, payload, requestId, Certainty.ANSWERED);
    }

    /** An error that the origin itself answered. */
    public static OriginReply error(DynamoError error, @Nullable String requestId) {
        return new OriginReply(
                error.kind().status(), Reply.JSON_1_0, Payload.of(error.body()), requestId, Certainty.ANSWERED);
    }
}
