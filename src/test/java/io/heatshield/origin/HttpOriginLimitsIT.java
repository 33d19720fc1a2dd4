package io.heatshield.origin;

import static io.heatshield.origin.OriginFixture.await;
import static io.heatshield.origin.OriginFixture.eventually;
import static io.heatshield.origin.OriginFixture.read;
import static io.heatshield.origin.OriginFixture.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginFixture.RecordedMeters;
import io.heatshield.origin.OriginReply.Certainty;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many requests at once: bounds, and that one table's trouble stays its own. */
final class HttpOriginLimitsIT {
    private final RecordedMeters meters = new RecordedMeters();
    private Vertx vertx;
    private StubOrigin stub;
    private StubOrigin.Gate hung;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        stub = StubOrigin.start(vertx);
        hung = StubOrigin.hold(StubOrigin.ok("{}"));
    }

    @AfterEach
    void stop() {
        await(vertx.close());
    }

    private HttpOrigin open(HttpOriginSettings.Limits limits, Duration queue) {
        HttpOriginSettings settings = OriginFixture.with(
                OriginFixture.settings(HttpOriginSettings.Endpoints.of(stub.uri(), "eu-west-1")), limits);
        return new HttpOrigin(
                vertx,
                OriginFixture.with(settings, OriginFixture.timing(Duration.ofMinutes(1), Duration.ofMinutes(1), queue)),
                StubOrigin.credentials(),
                InstantSource.system(),
                meters);
    }

    private static List<Future<OriginReply>> send(HttpOrigin origin, String table, int count) {
        List<Future<OriginReply>> replies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            replies.add(origin.send(write(table)));
        }
        return replies;
    }

    @Test
    void hungTable_doesNotStarveAnother() {
        HttpOrigin origin = open(new HttpOriginSettings.Limits(8, 3, 100, 1 << 20), Duration.ofMinutes(1));
        stub.always((request, received) -> {
            if (received.target().equals(OriginFixture.UPDATE)) {
                hung.answer(request, received);
            } else {
                StubOrigin.ok("{}").answer(request, received);
            }
        });
        List<Future<OriginReply>> stuck = send(origin, "hung", 40);
        eventually(() -> hung.waiting() == 3 && meters.queued.getAsInt() == 37);

        for (int i = 0; i < 20; i++) {
            assertThat(await(origin.send(read("well"))).ok()).isTrue();
        }

        assertThat(hung.waiting()).isEqualTo(3);
        assertThat(meters.inFlight.getAsInt()).isEqualTo(3);
        stub.always(StubOrigin.ok("{}"));
        hung.release();
        for (Future<OriginReply> reply : stuck) {
            assertThat(await(reply).ok()).isTrue();
        }
        eventually(() -> meters.inFlight.getAsInt() == 0 && meters.queued.getAsInt() == 0);
        assertThat(meters.events.stream().filter("waited hung"::equals)).hasSize(37);
    }

    @Test
    void fullQueue_isAnsweredAtOnceUnsent() {
        HttpOrigin origin = open(new HttpOriginSettings.Limits(2, 1, 4, 1 << 20), Duration.ofMinutes(1));
        stub.always(hung);
        List<Future<OriginReply>> stuck = send(origin, "hung", 3);
        eventually(() -> hung.waiting() == 1 && meters.queued.getAsInt() == 2);

        OriginReply refused = await(origin.send(write("hung")));

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.certainty()).isEqualTo(Certainty.NOT_SENT);
        assertThat(refused.payload().body().toString()).contains("Too many requests wait");
        assertThat(meters.events).contains("failed UpdateItem hung queue-full");
        stub.always(StubOrigin.ok("{}"));
        hung.release();
        for (Future<OriginReply> reply : stuck) {
            assertThat(await(reply).ok()).isTrue();
        }
    }

    @Test
    void turnThatNeverComes_timesOutUnsent() {
        HttpOrigin origin = open(new HttpOriginSettings.Limits(2, 1, 4, 1 << 20), Duration.ofMillis(100));
        stub.always(hung);
        Future<OriginReply> stuck = origin.send(write("hung"));
        eventually(() -> hung.waiting() == 1);

        OriginReply late = await(origin.send(write("hung")));

        assertThat(late.certainty()).isEqualTo(Certainty.NOT_SENT);
        assertThat(meters.events).contains("failed UpdateItem hung queue-timeout");
        assertThat(meters.queued.getAsInt()).isZero();
        hung.release();
        assertThat(await(stuck).ok()).isTrue();
    }

    @Test
    void manyCallers_shareTheConnections() {
        HttpOrigin origin = open(new HttpOriginSettings.Limits(8, 8, 4000, 1 << 20), Duration.ofMinutes(1));
        List<Future<OriginReply>> replies = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            replies.add(origin.send(read("t" + i % 7)));
        }

        for (Future<OriginReply> reply : replies) {
            assertThat(await(reply).ok()).isTrue();
        }
        eventually(() -> meters.inFlight.getAsInt() == 0);
        assertThat(stub.count(OriginFixture.GET)).isEqualTo(1000);
        assertThat(stub.signatureProblems()).isEmpty();
    }
}
