package io.heatshield.shard;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Spreads the partition keys of indexes: what a write says of them is stored with the suffix of the item's shard. */
final class Indexes {
    private Indexes() {}

    /** Rewrites one item's part of a write. Does nothing for a table without sharded indexes. */
    static void spread(Element element, TableKeys keys) {
        ObjectNode attributes = element.attributes();
        if (attributes == null) {
            return;
        }
        for (ShardedIndex index : keys.table().indexes()) {
            Layout written = index.key().written();
            int shard = ShardHash.of(TableKeys.value(attributes, hashed(index, keys)), written.shards());
            if (shard >= 0) {
                ElementRewrite.ofIndex(
                        element,
                        index.attribute(),
                        text -> index.values().contains(text) ? written.physical(text, shard) : null);
            }
        }
    }

    private static String hashed(ShardedIndex index, TableKeys keys) {
        String named = index.hashOf();
        return named != null ? named : keys.sort().isEmpty() ? keys.partition() : keys.sort();
    }
}
