package io.heatshield.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values of a global secondary index's partition key whose items are spread over several: an element of
 * {@code tables.<name>.sharded-indexes}. Checked with its table.
 *
 * @param index the name of the index
 * @param partitionAttribute its partition key
 * @param values which values of it, each in full
 * @param chooseBy what a write's shard is chosen by: an attribute of the table's own key
 * @param layouts every layout that items may stand in, but for version 0
 * @param writeLayout the version that is written; null for the highest
 * @param readLayouts the versions that are read; empty for the one that is written
 * @param gather how the shards are read together
 */
public record ShardedIndexConfig(
        @Nullable String index,
        @Nullable String partitionAttribute,
        List<String> values,
        IndexChoiceConfig chooseBy,
        List<LayoutConfig> layouts,
        @Nullable Integer writeLayout,
        List<Integer> readLayouts,
        GatherConfig gather) {
    static ShardedIndexConfig defaults() {
        return new ShardedIndexConfig(
                null,
                null,
                List.of(),
                IndexChoiceConfig.defaults(),
                List.of(),
                null,
                List.of(),
                GatherConfig.defaults());
    }

    /** The version that is written. */
    public int written() {
        return ShardingChecks.written(layouts, writeLayout);
    }

    /** The versions that are read, the written one among them. */
    public List<Integer> read() {
        return readLayouts.isEmpty() ? List.of(written()) : readLayouts;
    }
}
