package io.heatshield.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Requests by operation, table and outcome. Safe for use from any thread; counting allocates nothing.
 */
public final class RequestMeters {
    private final MeterRegistry registry;
    private final BoundedNames tables;
    private final Set<String> operations;
    private final ConcurrentHashMap<String, ConcurrentHashMap<String, CounterRow<Outcome>>> rows =
            new ConcurrentHashMap<>();

    private final AtomicInteger bulkLoads = new AtomicInteger();

    RequestMeters(MeterRegistry registry, BoundedNames tables, Collection<String> operations) {
        this.registry = registry;
        this.tables = tables;
        this.operations = Set.copyOf(operations);
        Gauge.builder("heatshield.bulk.loads", bulkLoads, AtomicInteger::get)
                .description("Bulk loads that may be running at the origin, whose tables are not cached meanwhile")
                .register(registry);
    }

    /**
     * A request was answered. A table gets figures of its own with its first success, so that requests for tables that
     * do not exist cannot use up the tags.
     *
     * @param operation the bare name, such as {@code GetItem}; one that is not known counts as {@code other}
     * @param table the bare name, or null for none or several
     */
    public void answered(String operation, @Nullable String table, Outcome outcome) {
        String tableTag = outcome == Outcome.SUCCESS ? tables.admit(table) : tables.known(table);
        String operationTag = operations.contains(operation) ? operation : BoundedNames.OTHER;
        row(tableTag, operationTag).increment(outcome);
    }

    /** Bulk loads that are followed now. */
    public void bulkLoads(int running) {
        bulkLoads.set(running);
    }

    private CounterRow<Outcome> row(String table, String operation) {
        ConcurrentHashMap<String, CounterRow<Outcome>> ofTable = rows.get(table);
        if (ofTable == null) {
            ofTable = rows.computeIfAbsent(table, absent -> new ConcurrentHashMap<>());
        }
        CounterRow<Outcome> row = ofTable.get(operation);
        return row != null ? row : ofTable.computeIfAbsent(operation, absent -> newRow(table, operation));
    }

    private CounterRow<Outcome> newRow(String table, String operation) {
        return new CounterRow<>(
                Outcome.class,
                outcome -> Counter.builder("heatshield.requests")
                        .description("Requests by operation, table and outcome")
                        .tag("operation", operation)
                        .tag("table", table)
                        .tag("outcome", outcome.tag())
                        .register(registry));
    }
}
