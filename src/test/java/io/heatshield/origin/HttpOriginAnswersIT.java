package io.heatshield.origin;

import static io.heatshield.origin.OriginFixture.await;
import static io.heatshield.origin.OriginFixture.read;
import static io.heatshield.origin.OriginFixture.request;
import static io.heatshield.origin.OriginFixture.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginFixture.RecordedMeters;
import io.heatshield.origin.OriginFixture.TestClock;
import io.heatshield.origin.OriginReply.Certainty;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers of odd shape and size: what is passed on, and what is given up. */
final class HttpOriginAnswersIT {
    private final TestClock clock = new TestClock();
    private final RecordedMeters meters = new RecordedMeters();
    private Vertx vertx;
    private StubOrigin stub;
    private HttpOrigin origin;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        stub = StubOrigin.start(vertx);
        open(settings -> settings);
    }

    private void open(UnaryOperator<HttpOriginSettings> change) {
        HttpOriginSettings settings = OriginFixture.settings(HttpOriginSettings.Endpoints.of(stub.uri(), "eu-west-1"));
        origin = new HttpOrigin(vertx, change.apply(settings), StubOrigin.credentials(), clock, meters);
    }

    @AfterEach
    void stop() {
        await(vertx.close());
    }

    @Test
    void send_answerStopsHalfWay_timesOut() {
        open(settings -> OriginFixture.with(
                settings, OriginFixture.timing(Duration.ofMinutes(1), Duration.ofMillis(150), Duration.ofMinutes(1))));
        stub.always((request, received) -> request.response()
                .putHeader("Content-Length", "10")
                .write("{\"a\"")
                .onFailure(cause -> {}));

        assertThat(await(origin.send(read("T"))).certainty()).isEqualTo(Certainty.UNKNOWN);
        assertThat(meters.events).contains("failed GetItem T answer-timeout");
    }

    @Test
    void send_longAnswer_arrivesWhole() {
        String json = "{\"big\":\"" + "x".repeat(9 << 20) + "\"}";
        stub.next(StubOrigin.ok(json), (request, received) -> {
            request.response().setChunked(true);
            request.response().write(json.substring(0, 1000)).onFailure(cause -> {});
            request.response().end(json.substring(1000)).onFailure(cause -> {});
        });

        assertThat(await(origin.send(read("T"))).payload().body().length()).isEqualTo(json.length());
        assertThat(await(origin.send(read("T"))).payload().body().length()).isEqualTo(json.length());
    }

    @Test
    void send_answerBeyondTheBound_isGivenUp() {
        open(settings -> OriginFixture.with(settings, new HttpOriginSettings.Limits(4, 4, 4, 2048)));
        stub.next(StubOrigin.ok("{\"big\":\"" + "x".repeat(100_000) + "\"}"));

        OriginReply reply = await(origin.send(read("T")));

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.certainty()).isEqualTo(Certainty.UNKNOWN);
        assertThat(meters.events).contains("failed GetItem T too-large");
        assertThat(await(origin.send(read("T"))).ok()).isTrue();
    }

    @Test
    void send_compressedAnswer_isGivenUp() {
        stub.next((request, received) -> request.response()
                .putHeader("Content-Encoding", "gzip")
                .end("not really")
                .onFailure(cause -> {}));

        assertThat(await(origin.send(read("T"))).status()).isEqualTo(503);
        assertThat(meters.events).contains("failed GetItem T encoded");
    }

    @Test
    void send_gatewayAnswersHtml_becomesJson() {
        stub.next(StubOrigin.answer(502, "text/html", Buffer.buffer("<html>")));

        OriginReply reply = await(origin.send(write("T")));

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.contentType()).isEqualTo("application/x-amz-json-1.0");
        assertThat(reply.certainty()).isEqualTo(Certainty.UNKNOWN);
    }

    @Test
    void send_emptyAnswerWithoutChecksum_isPassedOn() {
        stub.next((request, received) -> request.response().end().onFailure(cause -> {}));

        OriginReply reply = await(origin.send(request("DynamoDB_20120810.TagResource", null, false)));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.payload().body().length()).isZero();
    }
}
