package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the members of one GetItem: each at most once, and of its own type. Used once. */
final class GetItemDecoder {
    private final JsonParser in;
    private final ReadOptions options;
    private @Nullable String table;
    private @Nullable KeyParts key;
    private Call.@Nullable Capacity capacity;

    GetItemDecoder(JsonParser in) {
        this.in = in;
        this.options = new ReadOptions(in);
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
                table = ReadOptions.text(in);
                yield first && table != null;
            }
            case "Key" -> {
                boolean first = key == null;
                KeyParts parts = KeyParts.read(in);
                key = parts;
                yield first && parts.sound();
            }
            case "ReturnConsumedCapacity" -> {
                boolean first = capacity == null;
                capacity = ReadOptions.capacity(in);
                yield first && capacity != null;
            }
            default -> options.member(name);
        };
    }

    private @Nullable Call call() {
        if (table == null || key == null || options.odd()) {
            return null;
        }
        return new Call.GetItem(
                table,
                key,
                options.consistent(),
                options.projected(),
                capacity == null ? Call.Capacity.NONE : capacity);
    }
}
