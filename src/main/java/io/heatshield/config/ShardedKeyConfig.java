package io.heatshield.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Logical partition keys whose items are spread over several: an element of {@code tables.<name>.sharded-keys}. Checked
 * with its table.
 *
 * @param partition which keys: a pattern in which {@code *} stands for any text, also none
 * @param chooseBy what a write's shard is chosen by
 * @param layouts every layout that items may stand in, but for version 0, which is the key as it is
 * @param writeLayout the version that is written; null for the highest
 * @param readLayouts the versions that are read; empty for the one that is written
 * @param gather how the shards are read together
 */
public record ShardedKeyConfig(
        @Nullable String partition,
        ChooseByConfig chooseBy,
        List<LayoutConfig> layouts,
        @Nullable Integer writeLayout,
        List<Integer> readLayouts,
        GatherConfig gather) {
    static ShardedKeyConfig defaults() {
        return new ShardedKeyConfig(
                null, ChooseByConfig.defaults(), List.of(), null, List.of(), GatherConfig.defaults());
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
