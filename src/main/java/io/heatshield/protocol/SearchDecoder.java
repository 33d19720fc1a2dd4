package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one Query or Scan: each at most once, and of its own type. The legacy conditions are left to the
 * origin. Used once.
 */
final class SearchDecoder {
    private static final ObjectMapper VALUES = new ObjectMapper();

    private final JsonParser in;
    private final boolean scan;
    private final ReadOptions options;
    private final Set<String> seen = new HashSet<>();
    private @Nullable String table;
    private @Nullable String index;
    private @Nullable String condition;
    private @Nullable String filter;
    private @Nullable String select;
    private @Nullable Integer limit;
    private boolean forward = true;
    private @Nullable Integer segment;
    private @Nullable Integer segments;
    private Map<String, AttributeValue> values = Map.of();
    private Map<String, AttributeValue> start = Map.of();
    private Call.@Nullable Capacity capacity = Call.Capacity.NONE;

    /**
     * @param scan whether it is a Scan
     */
    SearchDecoder(JsonParser in, boolean scan) {
        this.in = in;
        this.scan = scan;
        this.options = new ReadOptions(in);
    }

    /** The call, or null if any of it must be left to the origin to judge. */
    @Nullable
    Call decode() throws IOException {
        if (in.nextToken() != JsonToken.START_OBJECT) {
            return null;
        }
        try {
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                in.nextToken();
                if (!seen.add(name) || !member(name)) {
                    return null;
                }
            }
        } catch (DynamoException e) {
            // A value that is none: the origin says so.
            return null;
        }
        boolean whole = in.currentToken() == JsonToken.END_OBJECT && in.nextToken() == null;
        if (!whole || table == null || (condition == null) != scan || capacity == null || options.mixes()) {
            return null;
        }
        if ((segment == null) != (segments == null)) {
            return null;
        }
        return new Call.Search(
                table,
                index,
                options.consistent(),
                condition,
                filter,
                options.expression(),
                options.names(),
                values,
                start,
                select,
                limit,
                forward,
                segment == null || segments == null ? null : new Call.Segment(segment, segments),
                capacity);
    }

    private boolean member(String name) throws IOException {
        switch (name) {
            case "TableName" -> table = ReadOptions.text(in);
            case "IndexName" -> index = ReadOptions.text(in);
            case "KeyConditionExpression" -> condition = ReadOptions.text(in);
            case "FilterExpression" -> filter = ReadOptions.text(in);
            case "Select" -> select = ReadOptions.text(in);
            case "ReturnConsumedCapacity" -> capacity = ReadOptions.capacity(in);
            case "Limit" -> limit = number();
            case "Segment" -> segment = number();
            case "TotalSegments" -> segments = number();
            case "ScanIndexForward" -> forward = in.currentToken() != JsonToken.VALUE_FALSE;
            case "ExpressionAttributeValues" -> values = attributes();
            case "ExclusiveStartKey" -> start = attributes();
            default -> {
                return !name.equals("AttributesToGet") && options.member(name);
            }
        }
        return switch (name) {
            case "ScanIndexForward" -> !scan && in.currentToken().isBoolean();
            case "Limit" -> limit != null;
            case "Segment" -> scan && segment != null;
            case "TotalSegments" -> scan && segments != null;
            case "ExpressionAttributeValues" -> !values.isEmpty();
            case "ExclusiveStartKey" -> !start.isEmpty();
            default -> in.currentToken() == JsonToken.VALUE_STRING;
        };
    }

    private @Nullable Integer number() throws IOException {
        return in.currentToken() == JsonToken.VALUE_NUMBER_INT ? (Integer) in.getIntValue() : null;
    }

    private Map<String, AttributeValue> attributes() throws IOException {
        JsonNode tree = VALUES.readTree(in);
        return tree.isObject() ? AttributeJson.readItem(tree) : Map.of();
    }
}
