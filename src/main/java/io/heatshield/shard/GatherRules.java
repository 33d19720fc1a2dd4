package io.heatshield.shard;

import java.time.Duration;

/**
 * How shards are read together.
 *
 * @param parallelism how many are asked at once, at most
 * @param budget how long it may take
 * @param partial whether what arrived is answered when a shard is late or fails; else the error is
 */
public record GatherRules(int parallelism, Duration budget, boolean partial) {}
