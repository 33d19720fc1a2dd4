package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.Reply;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The bare shape name of an error that the origin answered. */
final class ErrorShapes {
    private static final JsonFactory JSON = new JsonFactory();

    private ErrorShapes() {}

    /** The name behind the {@code #} of {@code __type}, or the empty string if the answer has none. */
    static String of(OriginReply answer) {
        try (JsonParser in = JSON.createParser(answer.payload().body().getBytes())) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return "";
            }
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                boolean type = in.currentName().equals("__type");
                if (in.nextToken() == JsonToken.VALUE_STRING && type) {
                    String text = in.getText();
                    return text.substring(text.indexOf('#') + 1);
                }
                in.skipChildren();
            }
            return "";
        } catch (IOException e) {
            // No JSON, so no shape: the caller must assume the worst.
            return "";
        }
    }

    /** Whether an answer says that the origin is asked too much. */
    static boolean throttles(Reply reply) {
        Buffer body = reply.payload().body();
        String head = reply.status() == 400
                ? body.getString(0, Math.min(200, body.length()), StandardCharsets.UTF_8.name())
                : "";
        return head.contains("ThroughputExceeded") || head.contains("Throttling") || head.contains("RequestLimit");
    }
}
