package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a SELECT goes on. Its text, the {@code NextToken}, is good for the same statement with the same parameters
 * alone: a place in one statement's ranges means nothing in another's, and would silently pass over items.
 *
 * @param range which of the statement's ranges
 * @param key the key of the last item read of it, or null to begin with it
 */
record StatementToken(int range, @Nullable Map<String, AttributeValue> key) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DIGEST_BYTES = 12;

    /** The token of a request, or null if it has none. */
    static @Nullable StatementToken of(Input request) {
        String text = request.text("NextToken");
        if (text == null) {
            return null;
        }
        JsonNode token = decode(text);
        int range = token.path("r").asInt(-1);
        if (range < 0) {
            throw invalid();
        }
        if (!digest(request).equals(token.path("s").asText())) {
            throw DynamoError.validation("NextToken does not match request").exception();
        }
        return new StatementToken(range, token.has("k") ? AttributeJson.readItem(token.get("k")) : null);
    }

    private static JsonNode decode(String text) {
        try {
            return JSON.readTree(new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw invalid();
        }
    }

    /** The text of the token, bound to the request that is answered with it. */
    String text(Input request) {
        String json = "{\"s\":\"" + digest(request) + "\",\"r\":" + range
                + (key == null ? "" : ",\"k\":" + Mutation.json(key)) + "}";
        return Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String digest(Input request) {
        String asked = request.needed("Statement") + '\n' + request.node("Parameters");
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(asked.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(digest, DIGEST_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static DynamoException invalid() {
        return DynamoError.validation("Invalid NextToken").exception();
    }
}
