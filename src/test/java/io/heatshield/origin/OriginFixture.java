package io.heatshield.origin;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** What the tests of the origin share. */
final class OriginFixture {
    static final String GET = Operation.GET_ITEM.target();
    static final String UPDATE = Operation.UPDATE_ITEM.target();

    private OriginFixture() {}

    static HttpOriginSettings settings(HttpOriginSettings.Endpoints endpoints) {
        return HttpOriginSettings.of(endpoints, "node-1", "0.0.1");
    }

    static HttpOriginSettings with(HttpOriginSettings settings, HttpOriginSettings.Limits limits) {
        return new HttpOriginSettings(
                settings.endpoints(), limits, settings.timing(), settings.nodeId(), settings.version());
    }

    static HttpOriginSettings with(HttpOriginSettings settings, HttpOriginSettings.Timing timing) {
        return new HttpOriginSettings(
                settings.endpoints(), settings.limits(), timing, settings.nodeId(), settings.version());
    }

    static HttpOriginSettings.Timing timing(Duration connect, Duration answer, Duration queue) {
        HttpOriginSettings.Timing defaults = HttpOriginSettings.Timing.defaults();
        return new HttpOriginSettings.Timing(connect, answer, queue, defaults.keepAlive(), defaults.lifetime());
    }

    static OriginRequest read(String table) {
        return request(GET, table, true);
    }

    static OriginRequest write(String table) {
        return request(UPDATE, table, false);
    }

    static OriginRequest request(String target, @Nullable String table, boolean maySendTwice) {
        return new OriginRequest(
                target, Reply.JSON_1_0, Buffer.buffer("{\"TableName\":\"T\",\"é\":1}"), table, maySendTwice, null);
    }

    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(20, SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for what will come; the machine may be busy. */
    static void eventually(Callable<Boolean> condition) {
        Awaitility.await().atMost(30, SECONDS).until(condition);
    }

    /** A clock that stands until it is moved. */
    static final class TestClock implements InstantSource {
        private volatile Instant now = Instant.parse("2026-11-30T12:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }

        synchronized void advance(Duration by) {
            now = now.plus(by);
        }
    }

    /** Writes down what it is told, as text. */
    static final class RecordedMeters implements OriginMeters {
        final List<String> events = new CopyOnWriteArrayList<>();
        volatile IntSupplier inFlight = () -> -1;
        volatile IntSupplier queued = () -> -1;

        @Override
        public void occupancy(IntSupplier inFlight, int inFlightBound, IntSupplier queued, int queuedBound) {
            this.inFlight = inFlight;
            this.queued = queued;
            events.add("bounds " + inFlightBound + " " + queuedBound);
        }

        @Override
        public void answered(String operation, @Nullable String table, int status, @Nullable String error, long nanos) {
            events.add("answered " + operation + " " + table + " " + status + " " + error);
        }

        @Override
        public void failed(String operation, @Nullable String table, String reason, long nanos) {
            events.add("failed " + operation + " " + table + " " + reason);
        }

        @Override
        public void resent(String operation, String reason) {
            events.add("resent " + operation + " " + reason);
        }

        @Override
        public void waited(@Nullable String table, long nanos) {
            events.add("waited " + table);
        }
    }
}
