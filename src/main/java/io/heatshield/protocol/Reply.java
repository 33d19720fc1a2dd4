package io.heatshield.protocol;

import org.jspecify.annotations.Nullable;

/**
 * An answer on its way to the client.
 *
 * @param status the HTTP status
 * @param contentType the {@code Content-Type}
 * @param payload the bytes
 * @param requestId the origin's {@code x-amzn-RequestId}, or null for an answer made here, which gets an id of its own
 * @param cache how the answer was made
 * @param partial how much of the answer is missing, such as {@code 1/12}, or null for none of it
 */
public record Reply(
        int status,
        CharSequence contentType,
        Payload payload,
        @Nullable String requestId,
        CacheStatus cache,
        @Nullable String partial) {
    /** A whole answer. */
    public Reply(int status, CharSequence contentType, Payload payload, @Nullable String requestId, CacheStatus cache) {
        this(status, contentType, payload, requestId, cache, null);
    }

    /** DynamoDB's content type, on every answer, errors too. */
    public static final String JSON_1_0 = "application/x-amz-json-1.0";

    /** A successful answer made here. */
    public static Reply ok(Payload payload, CacheStatus cache) {
        return new Reply(200, JSON_1_0, payload, null, cache);
    }

    /** An error made here. */
    public static Reply error(DynamoError error) {
        return new Reply(error.kind().status(), JSON_1_0, Payload.of(error.body()), null, CacheStatus.BYPASS);
    }
}
