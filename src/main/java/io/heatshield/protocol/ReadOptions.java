package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members that say how an item is to be read: of a GetItem, and of a table's part of a BatchGetItem. Each at
 * most once, and of its own type. Used once.
 */
final class ReadOptions {
    private final JsonParser in;
    private @Nullable String expression;
    private @Nullable Map<String, String> names;
    private @Nullable List<String> legacy;
    private @Nullable Boolean consistent;

    ReadOptions(JsonParser in) {
        this.in = in;
    }

    /** Reads the value of this member. False if it is none of these, was said twice or is of the wrong type. */
    boolean member(String name) throws IOException {
        return switch (name) {
            case "ConsistentRead" -> {
                boolean first = consistent == null;
                consistent = in.currentToken() == JsonToken.VALUE_TRUE;
                yield first && in.currentToken().isBoolean();
            }
            case "ProjectionExpression" -> {
                boolean first = expression == null;
                expression = text(in);
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
            default -> false;
        };
    }

    /** The ProjectionExpression, or null. */
    @Nullable
    String expression() {
        return expression;
    }

    /** ExpressionAttributeNames, empty if there are none. */
    Map<String, String> names() {
        return names == null ? Map.of() : names;
    }

    /** The old way of a projection: a Query that uses it is the origin's to judge. */
    boolean mixes() {
        return legacy != null;
    }

    boolean consistent() {
        return Boolean.TRUE.equals(consistent);
    }

    /** Old and new ways mixed, names without an expression, an empty list: errors, which the origin words. */
    boolean odd() {
        boolean mixed = legacy != null && (expression != null || names != null);
        return mixed || (names != null && expression == null) || (legacy != null && legacy.isEmpty());
    }

    /** What is wanted of the item, or null for all. */
    Call.@Nullable Projected projected() {
        return expression == null && legacy == null
                ? null
                : new Call.Projected(expression, names == null ? Map.of() : names, legacy == null ? List.of() : legacy);
    }

    /** The text at which the parser stands, or null if it is none. */
    static @Nullable String text(JsonParser in) throws IOException {
        return in.currentToken() == JsonToken.VALUE_STRING ? in.getText() : null;
    }

    /** The level of a ReturnConsumedCapacity at which the parser stands, or null if it is none. */
    static Call.@Nullable Capacity capacity(JsonParser in) throws IOException {
        String level = text(in);
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
