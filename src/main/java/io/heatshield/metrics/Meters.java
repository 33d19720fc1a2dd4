package io.heatshield.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Collection;

/**
 * Every meter of a process, on one registry. Tags are bounded: never a key, and tables only up to a cap. Safe for use
 * from any thread.
 */
public final class Meters implements AutoCloseable {
    private final PrometheusMeterRegistry registry;
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final RequestMeters requests;
    private final CacheMeters cache;
    private final OriginCallMeters origin;
    private final SharedTierMeters sharedTier;
    private final StreamMeters streams;
    private final SelfCheckMeters selfCheck;
    private final ListenerMeters listener;
    private final ShardMeters shards;

    private Meters(PrometheusMeterRegistry registry, int maxTables, Collection<String> operations) {
        this.registry = registry;
        BoundedNames tables = new BoundedNames(maxTables);
        this.requests = new RequestMeters(registry, tables, operations);
        this.cache = new CacheMeters(registry, tables);
        this.origin = new OriginCallMeters(registry, tables);
        this.sharedTier = new SharedTierMeters(registry);
        this.streams = new StreamMeters(registry, tables);
        this.selfCheck = new SelfCheckMeters(registry);
        this.listener = new ListenerMeters(registry);
        this.shards = new ShardMeters(registry, tables);
    }

    /**
     * Meters for Prometheus.
     *
     * @param version what {@code heatshield_build_info} says
     * @param maxTables how many tables get figures of their own; those seen later are {@code other}
     * @param operations the bare names of the operations that get figures of their own
     */
    public static Meters prometheus(String version, int maxTables, Collection<String> operations) {
        // Prometheus drops the second of two meters with one name and other tags; we would rather hear of it.
        PrometheusMeterRegistry registry =
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT).throwExceptionOnRegistrationFailure();
        Meters meters = new Meters(registry, maxTables, operations);
        meters.bindProcess(registry, version);
        return meters;
    }

    private void bindProcess(MeterRegistry to, String version) {
        Gauge.builder("heatshield.build.info", () -> 1)
                .description("The version that runs")
                .tag("version", version)
                .register(to);
        new JvmMemoryMetrics().bindTo(to);
        new JvmThreadMetrics().bindTo(to);
        new ProcessorMetrics().bindTo(to);
        new UptimeMetrics().bindTo(to);
        gc.bindTo(to);
    }

    /** Requests by operation, table and outcome. */
    public RequestMeters requests() {
        return requests;
    }

    /** What the tiers do. */
    public CacheMeters cache() {
        return cache;
    }

    /** The shared tier and the bus. */
    public SharedTierMeters sharedTier() {
        return sharedTier;
    }

    /** The streams that are tailed. */
    public StreamMeters streams() {
        return streams;
    }

    /** What the self-check sees. */
    public SelfCheckMeters selfCheck() {
        return selfCheck;
    }

    /** Calls to the origin. */
    public OriginCallMeters origin() {
        return origin;
    }

    /** What is done to sharded keys. */
    public ShardMeters shards() {
        return shards;
    }

    /** What the client-facing port does. */
    public ListenerMeters listener() {
        return listener;
    }

    /**
     * All figures as text. Takes milliseconds with many tables: not for an event loop.
     *
     * @param accept the scraper's {@code Accept}, which chooses between Prometheus' text and OpenMetrics; others get
     *     the former
     */
    public Exposition scrape(String accept) {
        String type = Exposition.typeFor(accept);
        return new Exposition(type, registry.scrape(type));
    }

    /** Lets go of the listeners on the garbage collector, and of the registry. */
    @Override
    public void close() {
        gc.close();
        registry.close();
    }
}
