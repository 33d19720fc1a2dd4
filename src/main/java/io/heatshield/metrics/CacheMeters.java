package io.heatshield.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the tiers do: who served what, loads, refreshes, and how full they are. Safe for use from any thread.
 */
public final class CacheMeters {
    private final MeterRegistry registry;
    private final BoundedNames tables;
    private final ConcurrentHashMap<String, CounterRow<Served>> served = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, CounterRow<LoadResult>> loads = new ConcurrentHashMap<>();
    private final Timer loadTime;

    CacheMeters(MeterRegistry registry, BoundedNames tables) {
        this.registry = registry;
        this.tables = tables;
        this.loadTime = Buckets.origin(
                        Timer.builder("heatshield.cache.load.time").description("How long loads take"))
                .register(registry);
    }

    private CounterRow<Served> servedRow(String table) {
        return new CounterRow<>(
                Served.class,
                how -> Counter.builder("heatshield.cache.reads")
                        .description("Cacheable reads by the tier, or the load, that served them")
                        .tag("table", table)
                        .tag("served", how.tag())
                        .register(registry));
    }

    private CounterRow<LoadResult> loadRow(String table) {
        return new CounterRow<>(
                LoadResult.class,
                result -> Counter.builder("heatshield.cache.loads")
                        .description("Loads, by what came of them")
                        .tag("table", table)
                        .tag("result", result.tag())
                        .register(registry));
    }

    /** A cacheable read was answered this way. Counting allocates nothing. */
    public void served(@Nullable String table, Served how) {
        String name = tables.admit(table);
        CounterRow<Served> row = served.get(name);
        if (row == null) {
            row = served.computeIfAbsent(name, this::servedRow);
        }
        row.increment(how);
    }

    /** A load ended. */
    public void loaded(@Nullable String table, LoadResult result, long nanos) {
        loads.computeIfAbsent(tables.admit(table), this::loadRow).increment(result);
        loadTime.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** A load was begun in the background for an entry that is served meanwhile. */
    public void refreshBegun(@Nullable String table) {
        count("heatshield.cache.refreshes", "Loads begun ahead of an entry's end", table);
    }

    /** A request was turned away from the cache, since too many waited or too many loads were open. */
    public void shed(@Nullable String table) {
        count("heatshield.cache.shed", "Requests that found the bound on waiters or loads reached", table);
    }

    /** A write was answered although a tier did not confirm its fence. */
    public void unfenced(@Nullable String table) {
        count("heatshield.cache.unfenced", "Writes answered although a tier did not confirm their fence", table);
    }

    private void count(String meter, String description, @Nullable String table) {
        Counter.builder(meter)
                .description(description)
                .tag("table", tables.admit(table))
                .register(registry)
                .increment();
    }

    /**
     * Told once: how full the local tier is, and what its bound took away.
     *
     * @param evictions entries since the start
     * @param evictedBytes what they weighed
     */
    public void localTier(
            LongSupplier entries,
            LongSupplier bytes,
            long maxBytes,
            LongSupplier evictions,
            LongSupplier evictedBytes) {
        gauge("heatshield.cache.entries", "Entries in the tier", entries);
        gauge("heatshield.cache.bytes", "Bytes in the tier, overhead included", bytes);
        gauge("heatshield.cache.bytes.limit", "The bound on the tier's bytes", () -> maxBytes);
        total("heatshield.cache.evictions", "Entries that the tier's bound took away", evictions);
        total("heatshield.cache.evicted.bytes", "What they weighed", evictedBytes);
    }

    private void gauge(String name, String description, LongSupplier value) {
        Gauge.builder(name, value::getAsLong)
                .description(description)
                .tag("tier", "local")
                .register(registry);
    }

    private void total(String name, String description, LongSupplier value) {
        FunctionCounter.builder(name, value, LongSupplier::getAsLong)
                .description(description)
                .tag("tier", "local")
                .register(registry);
    }

    /** Told once: the records of leases, writes under way and settle windows, their bound, and those lost to it. */
    public void controls(LongSupplier records, long limit, LongSupplier lost) {
        Gauge.builder("heatshield.cache.controls", records::getAsLong)
                .description("Leases, writes under way and settle windows that are remembered")
                .register(registry);
        Gauge.builder("heatshield.cache.controls.limit", () -> limit)
                .description("The bound on them")
                .register(registry);
        FunctionCounter.builder("heatshield.cache.controls.lost", lost, LongSupplier::getAsLong)
                .description("Those that the bound took away; while any is missed, all loads are strong")
                .register(registry);
    }

    /** Told once: loads open right now. */
    public void flights(LongSupplier open) {
        Gauge.builder("heatshield.cache.flights", open::getAsLong)
                .description("Loads in progress")
                .register(registry);
    }
}
