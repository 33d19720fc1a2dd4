package io.heatshield.shard;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Payload;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Bodies as trees, for requests on their way to the origin and its answers; what is not known is kept as it is. */
final class Json {
    /** A member that is said twice is refused: which of the two the origin would take is not known here. */
    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(200)
                    .maxStringLength(16 * 1024 * 1024)
                    .build())
            .build());

    private Json() {}

    /** The object that a body is, or null if it is none. */
    static @Nullable ObjectNode object(Buffer body) {
        try {
            return MAPPER.readTree(body.getBytes()) instanceof ObjectNode object ? object : null;
        } catch (IOException malformed) {
            // The caller answers for what is no JSON.
            return null;
        }
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** The object that was written. */
    static ObjectNode tree(TokenBuffer written) throws IOException {
        return MAPPER.readTree(written.asParser());
    }

    static Buffer buffer(JsonNode tree) {
        try {
            return Buffer.buffer(MAPPER.writeValueAsBytes(tree));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree that cannot be written", impossible);
        }
    }

    /** The same request with another body. */
    static OriginRequest with(OriginRequest request, JsonNode body) {
        return with(request, request.target(), body);
    }

    static OriginRequest with(OriginRequest request, String target, JsonNode body) {
        return new OriginRequest(
                target,
                request.contentType(),
                buffer(body),
                request.table(),
                request.maySendTwice(),
                request.hops(),
                request.invocation());
    }

    /** The same answer with another body. */
    static OriginReply with(OriginReply reply, JsonNode body) {
        return new OriginReply(
                reply.status(),
                reply.contentType(),
                Payload.of(buffer(body)),
                reply.requestId(),
                reply.certainty(),
                reply.partial());
    }

    static OriginReply ok(JsonNode body) {
        return OriginReply.ok(Payload.of(buffer(body)), null);
    }

    /** The text of a member that is a string, or null. */
    static @Nullable String text(JsonNode object, String member) {
        JsonNode value = object.path(member);
        return value.isTextual() ? value.textValue() : null;
    }

    /** Why a request whose body is no such object is not answered. */
    static OriginReply malformed() {
        return OriginReply.error(new DynamoError(ErrorKind.SERIALIZATION, null, null), null);
    }

    static OriginReply refused(String message) {
        return OriginReply.error(DynamoError.validation(message), null);
    }
}
