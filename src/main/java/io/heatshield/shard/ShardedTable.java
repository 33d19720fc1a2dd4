package io.heatshield.shard;

import io.heatshield.protocol.KeySchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was declared of a table's sharded keys. Their suffixes are such that no key is a shard of two logical ones.
 *
 * @param name the bare name
 * @param keys the declarations, whose patterns have no key in common
 * @param indexes likewise of its indexes
 */
public record ShardedTable(String name, List<ShardedKey> keys, List<ShardedIndex> indexes) {
    /** The declaration of a logical key, or null for one that is not sharded. */
    @Nullable
    ShardedKey of(String logical) {
        for (ShardedKey key : keys) {
            if (key.pattern().matches(logical)) {
                return key;
            }
        }
        return null;
    }

    /** The declaration of a logical key, or null if it is not sharded, or names a single shard. */
    public @Nullable ShardedKey declarationOf(String key) {
        return logical(key) == null ? of(key) : null;
    }

    /** The logical key that a key of the table is a shard of, or null if it is none. */
    @Nullable
    String logical(String physical) {
        for (ShardedKey key : keys) {
            String logical = key.logical(physical);
            if (logical != null) {
                return logical;
            }
        }
        return null;
    }

    /** Why a table with this key cannot be sharded as declared; the setting first, relative to the table. Or null. */
    public @Nullable String misfit(KeySchema schema) {
        if (!keys.isEmpty() && schema.sort() == null) {
            return "sharded-keys: the table has no sort key, so each key is of one item, which cannot be spread";
        }
        if (!keys.isEmpty() && schema.partition().type() != KeySchema.Type.S) {
            return "sharded-keys: the table's partition key is no String, so it cannot take a suffix";
        }
        for (int at = 0; at < keys.size(); at++) {
            if (keys.get(at).choice() instanceof Choice.HashOf hash
                    && schema.partition().name().equals(hash.attribute())) {
                return "sharded-keys." + at + ".choose-by.hash-of: " + hash.attribute()
                        + " is the partition key, which is the same for all items of a logical key";
            }
        }
        for (int at = 0; at < indexes.size(); at++) {
            String hashOf = indexes.get(at).hashOf();
            KeySchema.Attribute sort = schema.sort();
            if (hashOf != null
                    && !hashOf.equals(schema.partition().name())
                    && (sort == null || !hashOf.equals(sort.name()))) {
                return "sharded-indexes." + at + ".choose-by.hash-of: " + hashOf + " is not in the table's key";
            }
        }
        return null;
    }
}
