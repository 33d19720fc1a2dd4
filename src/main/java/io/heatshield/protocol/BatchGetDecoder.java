package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the members of one BatchGetItem: each at most once, and of its own type. Used once. */
final class BatchGetDecoder {
    /** What a batch may ask for at most; a larger one is the origin's to refuse. */
    private static final int MOST_KEYS = 100;

    private final JsonParser in;
    private final Set<String> names = new HashSet<>();
    private int keys;
    private @Nullable List<Call.TableRead> tables;
    private Call.@Nullable Capacity capacity;

    BatchGetDecoder(JsonParser in) {
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
        if (in.currentToken() != JsonToken.END_OBJECT || in.nextToken() != null || tables == null || oddMix(tables)) {
            return null;
        }
        return new Call.BatchGet(tables, capacity == null ? Call.Capacity.NONE : capacity);
    }

    private boolean member(String name) throws IOException {
        if (name.equals("RequestItems") && tables == null && in.currentToken() == JsonToken.START_OBJECT) {
            List<Call.TableRead> read = new ArrayList<>(2);
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                Call.TableRead table = table(in.currentName());
                if (table == null) {
                    return false;
                }
                read.add(table);
            }
            tables = read;
            return in.currentToken() == JsonToken.END_OBJECT && !read.isEmpty();
        }
        if (name.equals("ReturnConsumedCapacity") && capacity == null) {
            capacity = ReadOptions.capacity(in);
            return capacity != null;
        }
        return false;
    }

    private Call.@Nullable TableRead table(String table) throws IOException {
        if (!names.add(table) || in.nextToken() != JsonToken.START_OBJECT) {
            return null;
        }
        ReadOptions options = new ReadOptions(in);
        List<KeyParts> ofTable = null;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            if (!name.equals("Keys")) {
                if (!options.member(name)) {
                    return null;
                }
                continue;
            }
            if (ofTable != null) {
                return null;
            }
            ofTable = keys();
            if (ofTable == null) {
                return null;
            }
        }
        return in.currentToken() != JsonToken.END_OBJECT || ofTable == null || options.odd()
                ? null
                : new Call.TableRead(table, ofTable, options.consistent(), options.projected());
    }

    private @Nullable List<KeyParts> keys() throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            return null;
        }
        List<KeyParts> read = new ArrayList<>();
        while (in.nextToken() == JsonToken.START_OBJECT) {
            KeyParts parts = KeyParts.read(in);
            keys++;
            if (!parts.sound() || keys > MOST_KEYS) {
                return null;
            }
            read.add(parts);
        }
        return in.currentToken() == JsonToken.END_ARRAY && !read.isEmpty() ? read : null;
    }

    /** One table asked in the old way and another in the new: an error, which only the whole request brings out. */
    private static boolean oddMix(List<Call.TableRead> tables) {
        boolean legacy = false;
        boolean expression = false;
        for (Call.TableRead table : tables) {
            Call.Projected projection = table.projection();
            legacy |= projection != null && projection.expression() == null;
            expression |= projection != null && projection.expression() != null;
        }
        return legacy && expression;
    }
}
