package io.heatshield.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * What the client-facing port does. Safe for use from any thread; nothing here allocates once it is made.
 */
public final class ListenerMeters {
    private final MeterRegistry registry;
    private final LongAdder connections = new LongAdder();
    private final LongAdder inFlight = new LongAdder();
    private final EnumMap<Served, Timer> answers = new EnumMap<>(Served.class);
    private final Counter refusedConnections;
    private final Counter malformed;
    private final Counter clientsGone;

    ListenerMeters(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("heatshield.connections", connections::sum)
                .description("Client connections that are open")
                .register(registry);
        Gauge.builder("heatshield.requests.in.flight", inFlight::sum)
                .description("Requests that are being read or answered")
                .register(registry);
        for (Served how : Served.values()) {
            Timer.Builder timer = Timer.builder("heatshield.request.time")
                    .description("From a request's head to its answer, by who served it")
                    .tag("served", how.tag());
            answers.put(how, Buckets.client(timer).register(registry));
        }
        this.refusedConnections = counter("heatshield.connections.refused", "Connections closed for being too many");
        this.malformed = counter("heatshield.requests.malformed", "Requests that were not well-formed HTTP");
        this.clientsGone = counter("heatshield.clients.gone", "Clients that left before their answer");
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    /** Told once: what the request bodies that are being collected take. */
    public void bodyBytes(LongSupplier bytes) {
        Gauge.builder("heatshield.request.body.bytes", bytes::getAsLong)
                .description("Bytes of request bodies being collected or inflated, and of answers being rendered")
                .register(registry);
    }

    /** A client connected. */
    public void connectionOpened() {
        connections.increment();
    }

    /** A connection that was counted as opened has ended. */
    public void connectionClosed() {
        connections.decrement();
    }

    /** A client was one too many. */
    public void connectionRefused() {
        refusedConnections.increment();
    }

    /** A request's head came. */
    public void requestBegan() {
        inFlight.increment();
    }

    /** A request that was counted as begun was answered, or can no longer be. */
    public void requestEnded() {
        inFlight.decrement();
    }

    /** A request was answered. */
    public void answered(Served how, long nanos) {
        Timer timer = answers.get(how);
        if (timer != null) {
            timer.record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** What came was not HTTP. */
    public void malformed() {
        malformed.increment();
    }

    /** A client left before its answer. */
    public void clientGone() {
        clientsGone.increment();
    }

    /** Requests under way right now. */
    public long inFlight() {
        return inFlight.sum();
    }

    /** Connections open right now. */
    public long connections() {
        return connections.sum();
    }
}
