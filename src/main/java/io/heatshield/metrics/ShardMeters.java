package io.heatshield.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ConcurrentHashMap;

/** What is done to sharded keys. Safe for use from any thread. Ends must come from fixed lists. */
public final class ShardMeters {
    private final MeterRegistry registry;
    private final BoundedNames tables;
    private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();

    ShardMeters(MeterRegistry registry, BoundedNames tables) {
        this.registry = registry;
        this.tables = tables;
    }

    /** The shards of a key were read together. */
    public void gathered(String table, String end, int shards) {
        String name = tables.admit(table);
        counter("heatshield.shard.gathers", "Reads of all shards of a key", name, end)
                .increment();
        counter("heatshield.shard.asked", "Shards that these reads were of", name, end)
                .increment(shards);
    }

    /** A request was refused. */
    public void refused(String table) {
        String name = tables.known(table);
        counters.computeIfAbsent(
                        "refused " + name,
                        absent -> Counter.builder("heatshield.shard.refused")
                                .description("Requests for sharded keys that cannot be routed, or are not supported")
                                .tag("table", name)
                                .register(registry))
                .increment();
    }

    private Counter counter(String meter, String description, String table, String end) {
        return counters.computeIfAbsent(
                meter + ' ' + table + ' ' + end,
                absent -> Counter.builder(meter)
                        .description(description)
                        .tag("table", table)
                        .tag("end", end)
                        .register(registry));
    }
}
