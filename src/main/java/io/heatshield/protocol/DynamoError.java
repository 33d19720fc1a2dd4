package io.heatshield.protocol;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * An error in DynamoDB's form.
 *
 * @param kind shape, prefix and status
 * @param message what the client reads; may quote names of the request, never keys or items; null where the service
 *     sends none
 * @param members further members as JSON text without the braces (such as {@code "Item":{…}} or
 *     {@code "CancellationReasons":[…]}), or null
 */
public record DynamoError(
        ErrorKind kind, @Nullable String message, @Nullable String members) {

    /** An error with a message and nothing else. */
    public static DynamoError of(ErrorKind kind, String message) {
        return new DynamoError(kind, message, null);
    }

    /** The most common error of all. */
    public static DynamoError validation(String message) {
        return of(ErrorKind.VALIDATION, message);
    }

    /** The JSON body, every character of the message escaped as JSON wants it. */
    public Buffer body() {
        StringBuilder json = new StringBuilder(128);
        json.append("{\"__type\":\"").append(kind.type()).append('"');
        if (message != null) {
            json.append(",\"").append(kind.messageMember()).append("\":\"");
            JsonStringEncoder.getInstance().quoteAsString(message, json);
            json.append('"');
        }
        if (members != null) {
            json.append(',').append(members);
        }
        return Buffer.buffer(json.append('}').toString());
    }

    /** This error as an exception, for code that must unwind. */
    public DynamoException exception() {
        return new DynamoException(this);
    }
}
