package io.heatshield.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a write's shard is chosen by: section {@code choose-by}, of which one member is given. With none it is the hash
 * of the table's sort key.
 *
 * @param hashOf the attribute whose hash tells
 * @param random at random, the same for a retry
 * @param time by the clock: how long one shard takes all writes
 * @param counter at random, for items that are only counted up and down
 */
public record ChooseByConfig(
        @Nullable String hashOf,
        @Nullable RandomConfig random,
        @Nullable Duration time,
        @Nullable CounterConfig counter) {
    static ChooseByConfig defaults() {
        return new ChooseByConfig(null, null, null, null);
    }

    /** How many of the members are given. */
    int given() {
        return (hashOf == null ? 0 : 1) + (random == null ? 0 : 1) + (time == null ? 0 : 1) + (counter == null ? 0 : 1);
    }
}
