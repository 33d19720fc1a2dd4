package io.heatshield.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/** What the self-check sees. Safe for use from any thread. Tiers and results must come from fixed lists. */
public final class SelfCheckMeters {
    private final MeterRegistry registry;
    private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();

    SelfCheckMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A written item was looked at, so many seconds later. */
    public void looked(int age, String tier, String result) {
        counters.computeIfAbsent(
                        age + " " + tier + ' ' + result,
                        absent -> Counter.builder("heatshield.selfcheck.looks")
                                .description("Written items that were compared with the origin, so long after")
                                .tag("age", age + "s")
                                .tag("tier", tier)
                                .tag("result", result)
                                .register(registry))
                .increment();
    }

    /** Told once, where there is a self-check: items in view, and their bound. */
    public void watch(IntSupplier keys, int limit) {
        Gauge.builder("heatshield.selfcheck.keys", keys::getAsInt)
                .description("Items that the self-check has in view")
                .register(registry);
        Gauge.builder("heatshield.selfcheck.keys.limit", () -> limit)
                .description("The bound on them")
                .register(registry);
    }
}
