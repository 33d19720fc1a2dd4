package io.heatshield.shard;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the shard of an item is chosen by. */
public sealed interface Choice {
    /**
     * The hash of an attribute's value.
     *
     * @param attribute its name, or null for the table's sort key
     */
    record HashOf(@Nullable String attribute) implements Choice {}

    /** Chance, which falls the same for a repeated request. */
    record Random() implements Choice {}

    /**
     * The clock.
     *
     * @param span how long one shard takes all writes
     */
    record Time(Duration span) implements Choice {}

    /**
     * Chance, for items that are counted up and down; their value is the sum over all shards.
     *
     * @param groupCommit how long increments of one item are gathered; zero for not at all
     */
    record Counter(Duration groupCommit) implements Choice {}
}
