package io.heatshield.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls to the origin: how many, how long, how they failed, and how full the way there is. Safe for use from any
 * thread. Operations and reasons must come from fixed lists; tables and error shapes are bounded here.
 */
public final class OriginCallMeters {
    /** DynamoDB's throttling errors, all of status 400. */
    private static final Set<String> THROTTLES =
            Set.of("ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded");

    private static final int MOST_SHAPES = 60;
    private static final int MOST_OPERATIONS = 100;
    private static final int MOST_REASONS = 30;

    private final MeterRegistry registry;
    private final BoundedNames tables;
    private final BoundedNames operations = new BoundedNames(MOST_OPERATIONS);
    private final BoundedNames shapes = new BoundedNames(MOST_SHAPES);
    private final BoundedNames reasons = new BoundedNames(MOST_REASONS);
    private final ConcurrentHashMap<String, CounterRow<Outcome>> calls = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Timer> times = new ConcurrentHashMap<>();
    private final Timer wait;

    OriginCallMeters(MeterRegistry registry, BoundedNames tables) {
        this.registry = registry;
        this.tables = tables;
        this.wait = Buckets.origin(Timer.builder("heatshield.origin.wait")
                        .description("How long calls waited here for their turn, those that waited"))
                .register(registry);
    }

    private CounterRow<Outcome> callRow(String table) {
        return new CounterRow<>(
                Outcome.class,
                outcome -> Counter.builder("heatshield.origin.calls")
                        .description("Calls that the origin answered, by table and outcome")
                        .tag("table", table)
                        .tag("outcome", outcome.tag())
                        .register(registry));
    }

    /** Told once: calls open and waiting right now, with their bounds. */
    public void occupancy(IntSupplier inFlight, int inFlightBound, IntSupplier queued, int queuedBound) {
        gauge("heatshield.origin.in.flight", "Calls to the origin that are open", inFlight);
        gauge("heatshield.origin.in.flight.limit", "The bound on open calls", () -> inFlightBound);
        gauge("heatshield.origin.queued", "Calls that wait here for their turn", queued);
        gauge("heatshield.origin.queued.limit", "The bound on waiting calls", () -> queuedBound);
    }

    private void gauge(String name, String description, IntSupplier value) {
        Gauge.builder(name, value::getAsInt).description(description).register(registry);
    }

    /**
     * The origin answered. Throttles are an outcome of their own.
     *
     * @param table the bare name, or null
     * @param error the bare shape name of an error, or null
     */
    public void answered(String operation, @Nullable String table, int status, @Nullable String error, long nanos) {
        Outcome outcome = Outcome.of(status, error != null && THROTTLES.contains(error));
        String name = outcome == Outcome.SUCCESS ? tables.admit(table) : tables.known(table);
        calls.computeIfAbsent(name, this::callRow).increment(outcome);
        if (error != null) {
            count("heatshield.origin.errors", "Errors that the origin answered", "error", shapes.admit(error));
        }
        time(operation, outcome.tag(), nanos);
    }

    /** No answer came. */
    public void failed(String operation, @Nullable String table, String reason, long nanos) {
        count(
                "heatshield.origin.failures",
                "Calls without an answer",
                "reason",
                reasons.admit(reason.toLowerCase(Locale.ROOT)));
        time(operation, "failed", nanos);
    }

    /** A call was sent a second time. */
    public void resent(String operation, String reason) {
        count(
                "heatshield.origin.resent",
                "Reads that were sent a second time",
                "reason",
                reasons.admit(reason.toLowerCase(Locale.ROOT)));
    }

    /** A call waited for its turn, and got it. */
    public void waited(@Nullable String table, long nanos) {
        wait.record(nanos, TimeUnit.NANOSECONDS);
    }

    private void count(String meter, String description, String tag, String value) {
        Counter.builder(meter)
                .description(description)
                .tag(tag, value)
                .register(registry)
                .increment();
    }

    private void time(String operation, String outcome, long nanos) {
        String name = operations.admit(operation);
        times.computeIfAbsent(
                        name + ' ' + outcome,
                        absent -> Buckets.origin(Timer.builder("heatshield.origin.call.time")
                                        .description("Calls to the origin, from the call to the whole answer")
                                        .tag("operation", name)
                                        .tag("outcome", outcome))
                                .register(registry))
                .record(nanos, TimeUnit.NANOSECONDS);
    }
}
