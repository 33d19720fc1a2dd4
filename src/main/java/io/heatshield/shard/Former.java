package io.heatshield.shard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where an item may still stand while it is moved between layouts. */
final class Former {
    private Former() {}

    /**
     * The places of an item in the other layouts that are read, as far as its key tells them, the oldest first; none of
     * them is the place that it is written to.
     *
     * @param attributes the item, or its key
     */
    static List<String> places(TableKeys keys, TableKeys.Logical logical, ObjectNode attributes, String written) {
        if (!logical.key().moving() || logical.key().choice() instanceof Choice.Counter) {
            // The parts of a counter stay where they are, and are added up.
            return List.of();
        }
        Set<String> places = new LinkedHashSet<>();
        for (Layout layout : logical.key().others()) {
            int shard = Router.shardOfKey(keys, logical.key(), layout, attributes);
            if (shard == Router.ANYWHERE && logical.key().choice() instanceof Choice.HashOf hash) {
                String name = hash.attribute();
                shard = name == null
                        ? Router.ANYWHERE
                        : ShardHash.of(TableKeys.value(attributes, name), layout.shards());
            }
            if (shard != Router.ANYWHERE) {
                places.add(layout.physical(logical.partition(), shard));
            }
        }
        places.remove(written);
        return List.copyOf(places);
    }
}
