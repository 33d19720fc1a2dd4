package io.heatshield.config;

import java.time.Duration;

/**
 * How the shards of a key are read together: section {@code gather}.
 *
 * @param parallelism how many shards are asked at once, at most
 * @param budget how long a gather may take
 * @param whenLate what is answered when a shard takes longer, or fails
 */
public record GatherConfig(int parallelism, Duration budget, WhenLate whenLate) {
    static GatherConfig defaults() {
        return new GatherConfig(4, Duration.ofSeconds(2), WhenLate.FAIL);
    }
}
