package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the members of one GetItem: each at most once, and of its own type. Used once. */
final class GetItemDecoder {
    private final JsonParser in;
    private @Nullable String table;
    private @Nullable KeyParts key;
    private @Nullable String expression;
    private @Nullable Map<String, String> names;
    private @Nullable List<String> legacy;
    private @Nullable Boolean consistent;
    private Call.@Nullable Capacity capacity;

    GetItemDecoder(JsonParser in) {
        this.in = in;
    }

    /** The call, or null if any of it must be left to the origin to judge. */
    @Nullable
    Call decode() throws IOException {
        if (in.nextToken() != JsonToken.START_OBJECT) {
            return null;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            if (!member(name)) {
                return null;
            }
        }
        return in.currentToken() == JsonToken.END_OBJECT && in.nextToken() == null ? call() : null;
    }

    /** False for a member that is unknown, said twice or of the wrong type. */
    private boolean member(String name) throws IOException {
        return switch (name) {
            case "TableName" -> {
                boolean first = table == null;
                table = string();
                yield first && table != null;
            }
            case "Key" -> {
                boolean first = key == null;
                KeyParts parts = KeyParts.read(in);
                key = parts;
                yield first && parts.sound();
            }
            case "ConsistentRead" -> {
                boolean first = consistent == null;
                consistent = in.currentToken() == JsonToken.VALUE_TRUE;
                yield first && in.currentToken().isBoolean();
            }
            case "ProjectionExpression" -> {
                boolean first = expression == null;
                expression = string();
                yield first && expression != null;
            }
            case "ExpressionAttributeNames" -> {
                boolean first = names == null;
                names = strings();
                yield first && names != null;
            }
            case "AttributesToGet" -> {
                boolean first = legacy == null;
                legacy = list();
                yield first && legacy != null;
            }
            case "ReturnConsumedCapacity" -> {
                boolean first = capacity == null;
                capacity = capacity(string());
                yield first && capacity != null;
            }
            default -> false;
        };
    }

    private @Nullable Call call() {
        if (table == null || key == null || oddProjection()) {
            return null;
        }
        Call.Projected projected = expression == null && legacy == null
                ? null
                : new Call.Projected(expression, names == null ? Map.of() : names, legacy == null ? List.of() : legacy);
        return new Call.GetItem(
                table,
                key,
                Boolean.TRUE.equals(consistent),
                projected,
                capacity == null ? Call.Capacity.NONE : capacity);
    }

    /** Old and new ways mixed, names without an expression, an empty list: errors, which the origin words. */
    private boolean oddProjection() {
        boolean mixed = legacy != null && (expression != null || names != null);
        return mixed || (names != null && expression == null) || (legacy != null && legacy.isEmpty());
    }

    private @Nullable String string() throws IOException {
        return in.currentToken() == JsonToken.VALUE_STRING ? in.getText() : null;
    }

    private static Call.@Nullable Capacity capacity(@Nullable String level) {
        if (level == null) {
            return null;
        }
        return switch (level) {
            case "NONE" -> Call.Capacity.NONE;
            case "TOTAL" -> Call.Capacity.TOTAL;
            case "INDEXES" -> Call.Capacity.INDEXES;
            default -> null;
        };
    }

    private @Nullable Map<String, String> strings() throws IOException {
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

    private @Nullable List<String> list() throws IOException {
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
