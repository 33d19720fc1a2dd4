package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import org.jspecify.annotations.Nullable;

/**
 * The position in a table: the sort key of the last item alone, since an item's logical key stands once in a walk, and
 * every shard goes on from that sort key whether it has such an item or not. So the application's cursor is the plain
 * logical key, under any layout.
 */
final class SortPosition implements Positions {
    private final TableKeys keys;
    private final String logical;
    private @Nullable JsonNode sort;

    private SortPosition(TableKeys keys, String logical, @Nullable JsonNode sort) {
        this.keys = keys;
        this.logical = logical;
        this.sort = sort;
    }

    /**
     * The position that a request begins at.
     *
     * @throws DynamoException a ValidationException if it is none of this key
     */
    static SortPosition of(ShardSearch search, TableKeys keys) {
        ObjectNode start = search.start();
        if (start == null) {
            return new SortPosition(keys, search.logical(), null);
        }
        JsonNode sort = start.get(keys.sort());
        if (start.size() != 2 || sort == null || !start.has(keys.partition())) {
            throw DynamoError.validation("The provided starting key is invalid").exception();
        }
        if (!search.logical().equals(Json.text(start.path(keys.partition()), "S"))) {
            throw DynamoError.validation(
                            "The provided starting key is outside query boundaries based on provided conditions")
                    .exception();
        }
        return new SortPosition(keys, search.logical(), sort);
    }

    @Override
    public @Nullable ObjectNode start(String physical) {
        return sort == null ? null : position(physical, sort);
    }

    @Override
    public void taken(String physical, ObjectNode item) {
        sort = item.get(keys.sort());
    }

    @Override
    public @Nullable ObjectNode last() {
        return sort == null ? null : position(logical, sort);
    }

    private ObjectNode position(String partition, JsonNode at) {
        ObjectNode position = Json.object();
        keys.place(position, partition);
        position.set(keys.sort(), at);
        return position;
    }
}
