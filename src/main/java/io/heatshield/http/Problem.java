package io.heatshield.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.heatshield.protocol.Reply;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong with a request to the item API, as RFC 9457 has it. The type is about:blank, so the title is the
 * status's own phrase; {@code code} tells one from another, for programs.
 *
 * @param status the HTTP status
 * @param code a word for it
 * @param detail what to do about it, for people; never a key or an item
 */
record Problem(int status, String code, String detail) {
    static final String MEDIA_TYPE = "application/problem+json";

    /** A request that could not be understood. */
    static Problem badRequest(String code, String detail) {
        return new Problem(400, code, detail);
    }

    static Problem noSuchItem() {
        return new Problem(404, "no-such-item", "There is no item under this key");
    }

    /** What all requests together may take is taken. */
    static Problem noRoom() {
        return new Problem(503, "no-room", "Too many large requests are under way here; try again shortly");
    }

    /** What DynamoDB's error, or our own in its form, means here. */
    static Problem of(Reply error) {
        String shape = "";
        String message = "";
        try {
            JsonObject body = new JsonObject(error.payload().body());
            String type = text(body, "__type");
            shape = type.substring(type.indexOf('#') + 1);
            message = text(body, body.containsKey("message") ? "message" : "Message");
        } catch (DecodeException e) {
            // Whatever stands behind answered no JSON: the status says all that is known.
            message = "The origin answered " + error.status();
        }
        return new Problem(status(shape, error.status()), shape.isEmpty() ? "origin-error" : shape, message);
    }

    private static String text(JsonObject body, String member) {
        return body.getValue(member) instanceof String text ? text : "";
    }

    private static int status(String shape, int status) {
        return switch (shape) {
            case "ResourceNotFoundException" -> 404;
            case "ConditionalCheckFailedException" -> 412;
            case "TransactionConflictException" -> 409;
            case "ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded" -> 429;
            // It is our credentials that the origin did not like, and not the client's.
            case "AccessDeniedException",
                    "UnrecognizedClientException",
                    "InvalidSignatureException",
                    "ExpiredTokenException",
                    "MissingAuthenticationTokenException" -> 502;
            // What is said to be right, and cannot be read.
            default -> status < 400 ? 502 : status;
        };
    }

    /** Whether to try again in a moment. */
    boolean passes() {
        return status == 429 || status == 503;
    }

    ItemRefusal refusal() {
        return new ItemRefusal(this);
    }

    Buffer body() {
        StringBuilder json = new StringBuilder(160);
        json.append("{\"status\":").append(status);
        member(json, "title", HttpResponseStatus.valueOf(status).reasonPhrase());
        member(json, "code", code);
        member(json, "detail", detail.isEmpty() ? null : detail);
        return Buffer.buffer(json.append('}').toString());
    }

    private static void member(StringBuilder json, String name, @Nullable String value) {
        if (value != null) {
            json.append(",\"").append(name).append("\":\"");
            JsonStringEncoder.getInstance().quoteAsString(value, json);
            json.append('"');
        }
    }
}
