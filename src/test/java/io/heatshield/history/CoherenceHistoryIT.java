package io.heatshield.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A bounded share of what {@code src/bench/coherence} runs at length: a fleet of processes, a real Redis and a lagging
 * origin, some troubles one after the other, and nothing older than promised served through any of it.
 */
final class CoherenceHistoryIT {
    private static final int CLIENTS = 16;
    private static final List<Nemesis> TROUBLES = List.of(
            new SubscriptionsCut(),
            new RedisStopped(),
            new NodeStopped(),
            new OriginFailing(),
            new RedisFull(),
            new NodeKilled(),
            new RedisKilled());

    private final long seed = System.nanoTime();

    @Test
    void fleetInTrouble_servesNothingOlderThanItPromises() throws Exception {
        try (Fleet fleet = Fleet.start(seed)) {
            FleetRun run = new FleetRun(fleet, seed, what -> {});
            run.run(CLIENTS, TROUBLES, () -> true);
            for (String table : List.of(Fleet.BOUNDED, Fleet.STRICT)) {
                Verdict verdict = run.verdict(table);
                assertThat(verdict.reads())
                        .as("reads, seed %d: %s", seed, run.counts())
                        .isPositive();
                assertThat(verdict.breaches()).as("seed %d: %s", seed, verdict).isEmpty();
            }
        }
    }
}
