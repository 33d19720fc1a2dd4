package io.heatshield.http;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/** Answers that are always the same, encoded once. */
final class FixedReplies {
    /** What the service answers to a wrong method or content type: XML, without a type, to everybody's surprise. */
    static final Reply NO_SUCH_FACE = new Reply(
            404,
            "application/xml",
            Payload.of(Buffer.buffer("<UnknownOperationException/>\n")),
            null,
            CacheStatus.BYPASS);

    /** An empty body, or one that is no JSON object. The service says no more than this either. */
    static final Reply SERIALIZATION = Reply.error(new DynamoError(ErrorKind.SERIALIZATION, null, null));

    static final Reply UNKNOWN_OPERATION = Reply.error(new DynamoError(ErrorKind.UNKNOWN_OPERATION, null, null));

    /** A path that nothing here answers. */
    static final Reply NO_SUCH_PATH = withStatus(
            404,
            DynamoError.of(
                    ErrorKind.UNKNOWN_OPERATION,
                    "Nothing is served under this path: DynamoDB's JSON 1.0 protocol is POST / with X-Amz-Target"));

    /** Smithy's CBOR protocol, which DynamoDB's model does not list. */
    static final Reply NO_CBOR = withStatus(
            404,
            DynamoError.of(
                    ErrorKind.UNKNOWN_OPERATION,
                    "The protocol rpc-v2-cbor is not spoken here; use DynamoDB's JSON 1.0 protocol"));

    static final Reply BAD_ENCODING = Reply.error(DynamoError.of(
            ErrorKind.INTERNAL_SERVER_ERROR, "The request body could not be decoded by its Content-Encoding"));

    static final Reply NO_ROOM = Reply.error(DynamoError.of(
            ErrorKind.SERVICE_UNAVAILABLE, "Too many large requests are under way here; try again shortly"));

    static final Reply DEFECT =
            Reply.error(DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "The request could not be processed"));

    static final Reply BAD_HOST =
            Reply.error(DynamoError.validation("The request must be HTTP/1.1 or 1.0 and carry one valid Host header"));

    static final Reply PREFLIGHT = new Reply(200, Reply.JSON_1_0, Payload.EMPTY, null, CacheStatus.BYPASS);

    private FixedReplies() {}

    /** A body over the limit. */
    static Reply tooLarge(int maxBodyBytes) {
        return Reply.error(DynamoError.of(
                ErrorKind.REQUEST_TOO_LARGE, "The request body is longer than " + maxBodyBytes + " bytes"));
    }

    /** The answer to {@code GET /}, which load balancers ask: the service's words, a space at the end included. */
    static Reply healthy(String host) {
        return text("healthy: " + host + " ");
    }

    private static Reply text(String body) {
        return new Reply(
                200,
                "text/plain",
                Payload.of(Buffer.buffer(body.getBytes(StandardCharsets.UTF_8))),
                null,
                CacheStatus.BYPASS);
    }

    private static Reply withStatus(int status, DynamoError error) {
        return new Reply(status, Reply.JSON_1_0, Payload.of(error.body()), null, CacheStatus.BYPASS);
    }
}
