package io.heatshield.config;

import org.jspecify.annotations.Nullable;

/**
 * What the shard of an index's item is chosen by: section {@code choose-by} of a sharded index. It must be told from
 * the key of the item, since every write of the item has to find it.
 *
 * @param hashOf an attribute of the table's key; null for its sort key, or its partition key if it has no other
 */
public record IndexChoiceConfig(@Nullable String hashOf) {
    static IndexChoiceConfig defaults() {
        return new IndexChoiceConfig(null);
    }
}
