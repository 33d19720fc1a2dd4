package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import java.util.Base64;

/** The SerializationExceptions of a body whose JSON does not have the form that its operation wants. */
final class Misfit {
    private Misfit() {}

    static DynamoException of(String words) {
        return DynamoError.of(ErrorKind.SERIALIZATION, words).exception();
    }

    /** Throws if the value is an array or an object where a scalar of the given Java type is wanted. */
    static void refuseContainer(JsonNode value, String javaType) {
        if (value.isArray()) {
            throw of("Unrecognized collection type class " + javaType);
        }
        if (value.isObject()) {
            throw of("Start of structure or map found where not expected");
        }
    }

    /** Throws unless the text is base64 in its one canonical spelling. */
    static void checkBase64(String text) {
        if (text.length() % 4 != 0) {
            throw of("Base64 encoded length is expected a multiple of 4 bytes but found: " + text.length());
        }
        try {
            if (!Base64.getEncoder()
                    .encodeToString(Base64.getDecoder().decode(text))
                    .equals(text)) {
                throw of("Invalid last non-pad Base64 character dectected");
            }
        } catch (IllegalArgumentException e) {
            throw of("Invalid Base64");
        }
    }
}
