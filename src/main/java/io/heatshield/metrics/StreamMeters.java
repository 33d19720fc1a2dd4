package io.heatshield.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The streams that are tailed. Safe for use from any thread. Causes must come from fixed lists. */
public final class StreamMeters {
    private final MeterRegistry registry;
    private final BoundedNames tables;
    private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();

    StreamMeters(MeterRegistry registry, BoundedNames tables) {
        this.registry = registry;
        this.tables = tables;
    }

    /** Records were dealt with. */
    public void read(String table, int records, int purges) {
        String name = tables.admit(table);
        counter("heatshield.stream.records", "Records of changes that were dealt with", name, null)
                .increment(records);
        counter("heatshield.stream.purges", "Items that were dropped from the cache for it", name, null)
                .increment(purges);
    }

    /** All that is cached of a table was dropped. */
    public void gap(String table, String cause) {
        counter(
                        "heatshield.stream.gaps",
                        "Times that changes may have been missed, and all of the table was dropped",
                        tables.admit(table),
                        cause)
                .increment();
    }

    /** Something did not go well, and is tried again. */
    public void failed(String table, String cause) {
        counter(
                        "heatshield.stream.errors",
                        "What kept streams from being read, for a while",
                        tables.admit(table),
                        cause)
                .increment();
    }

    private Counter counter(String meter, String description, String table, @Nullable String cause) {
        return counters.computeIfAbsent(meter + ' ' + table + ' ' + cause, absent -> {
            Counter.Builder builder =
                    Counter.builder(meter).description(description).tag("table", table);
            return (cause == null ? builder : builder.tag("cause", cause)).register(registry);
        });
    }

    /** Told once for each table: what is read when the figures are asked for. */
    public void watch(String table, DoubleSupplier lagSeconds, IntSupplier shards, IntSupplier found) {
        String name = tables.admit(table);
        Gauge.builder("heatshield.stream.lag", lagSeconds::getAsDouble)
                .description("How far behind the stream's end the shards are that this node reads")
                .baseUnit("seconds")
                .tag("table", name)
                .register(registry);
        Gauge.builder("heatshield.stream.shards", shards::getAsInt)
                .description("Shards that this node reads")
                .tag("table", name)
                .register(registry);
        Gauge.builder("heatshield.stream.found", found::getAsInt)
                .description("1 if the table's stream can be found and listed, else 0")
                .tag("table", name)
                .register(registry);
    }
}
