package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From the bytes of a request to a {@link Call}, in one pass and without a tree. It decodes what a cache must know and
 * nothing else; whatever it does not know, or finds malformed or said twice, makes a read opaque, so that it is the
 * origin that judges it. Stateless and safe for any thread.
 */
public final class CallDecoder {
    private static final Call OPAQUE = new Call.Opaque();
    private static final Call UNKNOWN_WRITE = new Call.UnknownWrite();

    /** Deeper than any item may be (32 levels, two tokens each), shallow enough for any stack. */
    private static final int MAX_DEPTH = 200;

    static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(16 * 1024 * 1024)
                    .maxNameLength(128 * 1024)
                    .build())
            .build();

    private CallDecoder() {}

    /**
     * Decodes a request.
     *
     * @param operation null for one that is not known here
     */
    public static Call decode(@Nullable Operation operation, String target, Buffer body) {
        if (operation == null) {
            return readsByName(target) ? OPAQUE : UnknownOperations.decode(body);
        }
        try {
            return switch (operation) {
                case GET_ITEM -> getItem(body);
                case PUT_ITEM, UPDATE_ITEM, DELETE_ITEM, BATCH_WRITE_ITEM, TRANSACT_WRITE_ITEMS ->
                    WriteDecoder.decode(operation, body);
                case EXECUTE_STATEMENT, BATCH_EXECUTE_STATEMENT, EXECUTE_TRANSACTION -> StatementDecoder.decode(body);
                default -> operation.kind() == Operation.Kind.TABLE ? UnknownOperations.decode(body) : OPAQUE;
            };
        } catch (IOException e) {
            // Not JSON: the origin will refuse it. Should it not, a write has to be reckoned with.
            return operation.kind() == Operation.Kind.READ || operation.kind() == Operation.Kind.NEUTRAL
                    ? OPAQUE
                    : UNKNOWN_WRITE;
        }
    }

    /** A parser over the body's own bytes. */
    static JsonParser parser(Buffer body) throws IOException {
        ByteBuf bytes = ((BufferInternal) body).getByteBuf();
        if (bytes.hasArray()) {
            return JSON.createParser(bytes.array(), bytes.arrayOffset() + bytes.readerIndex(), bytes.readableBytes());
        }
        return JSON.createParser(body.getBytes());
    }

    private static boolean readsByName(String target) {
        String name = target.substring(target.indexOf('.') + 1);
        return name.startsWith("Describe") || name.startsWith("List") || name.startsWith("Get");
    }

    private static Call getItem(Buffer body) throws IOException {
        try (JsonParser in = parser(body)) {
            GetItemMembers members = new GetItemMembers();
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return OPAQUE;
            }
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                in.nextToken();
                if (!members.read(name, in)) {
                    return OPAQUE;
                }
            }
            boolean ended = in.currentToken() == JsonToken.END_OBJECT && in.nextToken() == null;
            Call call = ended ? members.call() : null;
            return call == null ? OPAQUE : call;
        }
    }

    /** The members of one GetItem, each at most once and of its own type. */
    private static final class GetItemMembers {
        private @Nullable String table;
        private @Nullable KeyParts key;
        private @Nullable String expression;
        private @Nullable Map<String, String> names;
        private @Nullable List<String> legacy;
        private @Nullable Boolean consistent;
        private Call.@Nullable Capacity capacity;

        /** Reads one member. False if the call must be left to the origin. */
        boolean read(String name, JsonParser in) throws IOException {
            JsonToken token = in.currentToken();
            switch (name) {
                case "TableName" -> {
                    return token == JsonToken.VALUE_STRING && table == null && (table = in.getText()) != null;
                }
                case "Key" -> {
                    return key == null && (key = KeyParts.read(in)).sound();
                }
                case "ConsistentRead" -> {
                    return token.isBoolean() && consistent == null && (consistent = in.getBooleanValue()) != null;
                }
                case "ProjectionExpression" -> {
                    return token == JsonToken.VALUE_STRING && expression == null && (expression = in.getText()) != null;
                }
                case "ExpressionAttributeNames" -> {
                    return names == null && (names = strings(in)) != null;
                }
                case "AttributesToGet" -> {
                    return legacy == null && (legacy = list(in)) != null;
                }
                case "ReturnConsumedCapacity" -> {
                    return token == JsonToken.VALUE_STRING
                            && capacity == null
                            && (capacity = capacity(in.getText())) != null;
                }
                default -> {
                    return false;
                }
            }
        }

        @Nullable
        Call call() {
            boolean projects = expression != null || names != null || legacy != null;
            boolean odd = (legacy != null && (expression != null || names != null || legacy.isEmpty()))
                    || (names != null && expression == null);
            if (table == null || key == null || odd) {
                return null;
            }
            Call.Projected projected = projects
                    ? new Call.Projected(
                            expression, names == null ? Map.of() : names, legacy == null ? List.of() : legacy)
                    : null;
            return new Call.GetItem(
                    table,
                    key,
                    consistent != null && consistent,
                    projected,
                    capacity == null ? Call.Capacity.NONE : capacity);
        }
    }

    private static Call.@Nullable Capacity capacity(String text) {
        return switch (text) {
            case "NONE" -> Call.Capacity.NONE;
            case "TOTAL" -> Call.Capacity.TOTAL;
            case "INDEXES" -> Call.Capacity.INDEXES;
            default -> null;
        };
    }

    /** An object of strings, or null if it is none or says a name twice. */
    private static @Nullable Map<String, String> strings(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            return null;
        }
        Map<String, String> strings = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            if (in.nextToken() != JsonToken.VALUE_STRING || strings.put(name, in.getText()) != null) {
                return null;
            }
        }
        return in.currentToken() == JsonToken.END_OBJECT ? strings : null;
    }

    private static @Nullable List<String> list(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            return null;
        }
        List<String> strings = new ArrayList<>();
        while (in.nextToken() == JsonToken.VALUE_STRING) {
            strings.add(in.getText());
        }
        return in.currentToken() == JsonToken.END_ARRAY ? strings : null;
    }
}
