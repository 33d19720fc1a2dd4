package io.heatshield.metrics;

import io.micrometer.core.instrument.Counter;
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
    /** What a load was for, and what came of it. */
    private enum Load {
        MISS_OK("miss", "ok"),
        MISS_FAILED("miss", "failed"),
        REFRESH_OK("refresh", "ok"),
        REFRESH_FAILED("refresh", "failed");

        private final String kind;
        private final String result;

        Load(String kind, String result) {
            this.kind = kind;
            this.result = result;
        }
    }

    private final MeterRegistry registry;
    private final BoundedNames tables;
    private final ConcurrentHashMap<String, CounterRow<Served>> served = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, CounterRow<Load>> loads = new ConcurrentHashMap<>();
    private final CounterRow<Eviction> evictions;
    private final Timer loadTime;

    CacheMeters(MeterRegistry registry, BoundedNames tables) {
        this.registry = registry;
        this.tables = tables;
        this.loadTime = Buckets.origin(
                        Timer.builder("heatshield.cache.load.time").description("How long loads take"))
                .register(registry);
        this.evictions = new CounterRow<>(
                Eviction.class,
                cause -> Counter.builder("heatshield.cache.evictions")
                        .description("Entries that left a tier, by cause")
                        .tag("tier", "local")
                        .tag("cause", cause.tag())
                        .register(registry));
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

    private CounterRow<Load> loadRow(String table) {
        return new CounterRow<>(
                Load.class,
                load -> Counter.builder("heatshield.cache.loads")
                        .description(
                                "Loads from the origin, for a waiting request or to refresh an entry ahead of time")
                        .tag("table", table)
                        .tag("kind", load.kind)
                        .tag("result", load.result)
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

    /** A load for a waiting request ended. */
    public void loaded(@Nullable String table, boolean ok, long nanos) {
        ended(table, ok ? Load.MISS_OK : Load.MISS_FAILED, nanos);
    }

    /** A load in the background ended, for an entry that was served meanwhile. */
    public void refreshed(@Nullable String table, boolean ok, long nanos) {
        ended(table, ok ? Load.REFRESH_OK : Load.REFRESH_FAILED, nanos);
    }

    private void ended(@Nullable String table, Load load, long nanos) {
        loads.computeIfAbsent(tables.admit(table), this::loadRow).increment(load);
        loadTime.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** An entry left the local tier. */
    public void evicted(Eviction cause) {
        evictions.increment(cause);
    }

    /** Told once: how full the local tier is. */
    public void localTier(LongSupplier entries, LongSupplier bytes, long maxBytes) {
        gauge("heatshield.cache.entries", "Entries in the tier", entries);
        gauge("heatshield.cache.bytes", "Bytes in the tier, overhead included", bytes);
        gauge("heatshield.cache.bytes.limit", "The bound on the tier's bytes", () -> maxBytes);
    }

    private void gauge(String name, String description, LongSupplier value) {
        Gauge.builder(name, value::getAsLong)
                .description(description)
                .tag("tier", "local")
                .register(registry);
    }

    /** Told once: loads open right now, and the requests that wait on them. */
    public void flights(LongSupplier open, LongSupplier waiting) {
        Gauge.builder("heatshield.cache.flights", open::getAsLong)
                .description("Loads in progress")
                .register(registry);
        Gauge.builder("heatshield.cache.waiters", waiting::getAsLong)
                .description("Requests that wait on a load in progress")
                .register(registry);
    }
}
