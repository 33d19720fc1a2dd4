package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.TableDescription;
import org.jspecify.annotations.Nullable;

/**
 * A sharded table with its key.
 *
 * @param table what was declared
 * @param description what the origin says
 */
record TableKeys(ShardedTable table, TableDescription description) {
    /** A logical key of this table that is spread. */
    record Logical(ShardedKey key, String partition) {}

    String partition() {
        return description.keys().partition().name();
    }

    /** The name of the sort key, which a table whose keys are sharded has. */
    String sort() {
        KeySchema.Attribute sort = description.keys().sort();
        return sort == null ? "" : sort.name();
    }

    /**
     * The sharded key that an item or a key names, or null if it is not sharded.
     *
     * @throws DynamoException a ValidationException if it names a single shard, which is not the application's to name
     */
    @Nullable
    Logical logical(JsonNode attributes) {
        String partition = Json.text(attributes.path(partition()), "S");
        return partition == null ? null : logical(partition);
    }

    /** As above, for the text of a partition key. */
    @Nullable
    Logical logical(String partition) {
        if (table.logical(partition) != null) {
            throw DynamoError.validation(
                            "One or more parameter values were invalid: the partition key names one shard of a"
                                    + " sharded key; use the key without the shard's suffix")
                    .exception();
        }
        ShardedKey key = table.of(partition);
        return key == null ? null : new Logical(key, partition);
    }

    /** Makes an item, or a key, say a physical partition key. */
    void place(ObjectNode attributes, String physical) {
        attributes.putObject(partition()).put("S", physical);
    }

    /** Makes an item, or a key, that the origin answered say what the application knows it by. */
    void restore(JsonNode attributes) {
        if (attributes instanceof ObjectNode item) {
            String physical = Json.text(item.path(partition()), "S");
            String logical = physical == null ? null : table.logical(physical);
            if (logical != null) {
                item.putObject(partition()).put("S", logical);
            }
            restoreIndexes(item);
        }
    }

    private void restoreIndexes(ObjectNode item) {
        for (ShardedIndex index : table.indexes()) {
            String physical = Json.text(item.path(index.attribute()), "S");
            String logical = physical == null ? null : index.logical(physical);
            if (logical != null) {
                item.putObject(index.attribute()).put("S", logical);
            }
        }
    }

    /** The value of an attribute, or null if there is none of a known form. */
    static @Nullable AttributeValue value(JsonNode attributes, String name) {
        JsonNode value = attributes.get(name);
        try {
            return value == null ? null : AttributeJson.read(value);
        } catch (DynamoException malformed) {
            // The origin says what is wrong with it.
            return null;
        }
    }
}
