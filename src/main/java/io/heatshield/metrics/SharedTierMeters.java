package io.heatshield.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;

/**
 * The shared tier and the bus: commands, leases, fences, and how sure this node is to have heard of everything. Safe for
 * use from any thread. Operations, ends and causes must come from fixed lists.
 */
public final class SharedTierMeters {
    private final MeterRegistry registry;
    private final ConcurrentHashMap<String, Timer> calls = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();

    SharedTierMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A command ended. */
    public void called(String operation, String outcome, long nanos) {
        calls.computeIfAbsent(
                        operation + ' ' + outcome,
                        absent -> Buckets.origin(Timer.builder("heatshield.shared.call.time")
                                        .description("Commands to the shared tier")
                                        .tag("operation", operation)
                                        .tag("outcome", outcome))
                                .register(registry))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    /** A value or a lease was asked for. */
    public void leased(String result) {
        count("heatshield.shared.leases", "What came of asking for a value or a lease", "result", result, 1);
    }

    /** A fence was confirmed. */
    public void fenced(long nanos) {
        calls.computeIfAbsent(
                        "fence",
                        absent -> Buckets.origin(Timer.builder("heatshield.shared.fence.time")
                                        .description("Fences, from their beginning to the shared tier's confirmation"))
                                .register(registry))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Replicas were waited for. */
    public void replicated(String outcome, long nanos) {
        calls.computeIfAbsent(
                        "replication " + outcome,
                        absent -> Buckets.origin(Timer.builder("heatshield.shared.replication.time")
                                        .description("Fences, from their beginning to the replicas' confirmation")
                                        .tag("outcome", outcome))
                                .register(registry))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Messages came by the bus. */
    public void heard() {
        count("heatshield.bus.messages", "Messages of fences that came by the bus", "kind", "fence", 1);
    }

    /** Groups of keys are to be checked anew. */
    public void doubted(String cause, int groups) {
        count("heatshield.bus.doubts", "Groups of keys whose entries had to be checked anew", "cause", cause, groups);
    }

    /** A strict write waited out the bound. */
    public void unheard() {
        count(
                "heatshield.bus.unheard",
                "Strict writes for which a node did not say in time that it heard",
                "kind",
                "strict",
                1);
    }

    private void count(String meter, String description, String tag, String value, int by) {
        counters.computeIfAbsent(
                        meter + ' ' + value,
                        absent -> Counter.builder(meter)
                                .description(description)
                                .tag(tag, value)
                                .register(registry))
                .increment(by);
    }

    /** Told once, where there is a shared tier: what is read when the figures are asked for. */
    public void watch(DoubleSupplier barrierAgeSeconds, IntSupplier repairs, IntSupplier openBreakers) {
        Gauge.builder("heatshield.bus.barrier.age", barrierAgeSeconds::getAsDouble)
                .description("How long ago it was last proven that every fence has been heard of")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder("heatshield.shared.repairs", repairs::getAsInt)
                .description("Fences that the shared tier has yet to learn of")
                .register(registry);
        Gauge.builder("heatshield.shared.breakers.open", openBreakers::getAsInt)
                .description("Primaries that are not asked at the moment, as they have been failing")
                .register(registry);
    }

    /** Told once, where there is a shared tier. */
    public void watchReplicas(IntSupplier waiting, IntSupplier owed) {
        Gauge.builder("heatshield.shared.replication.waiting", waiting::getAsInt)
                .description("Fences that wait for replicas")
                .register(registry);
        Gauge.builder("heatshield.shared.replication.owed", owed::getAsInt)
                .description("Fences that replicas have yet to confirm although their writes have been answered")
                .register(registry);
    }
}
