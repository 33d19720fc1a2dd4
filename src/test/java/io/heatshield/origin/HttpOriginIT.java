package io.heatshield.origin;

import static io.heatshield.origin.OriginFixture.GET;
import static io.heatshield.origin.OriginFixture.UPDATE;
import static io.heatshield.origin.OriginFixture.await;
import static io.heatshield.origin.OriginFixture.eventually;
import static io.heatshield.origin.OriginFixture.read;
import static io.heatshield.origin.OriginFixture.request;
import static io.heatshield.origin.OriginFixture.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginFixture.RecordedMeters;
import io.heatshield.origin.OriginFixture.TestClock;
import io.heatshield.origin.OriginReply.Certainty;
import io.heatshield.origin.StubOrigin.Behaviour;
import io.heatshield.origin.StubOrigin.Received;
import io.heatshield.protocol.ErrorKind;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One request and one answer, over real sockets, with an origin that misbehaves in every way we know of. */
final class HttpOriginIT {
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
    void send_forwardsBytesAndBringsBytesBack() {
        String answer = "{\"Item\":{\"k\":{\"S\":\"ü\"}},\"odd\" : 1}";
        stub.next(StubOrigin.ok(answer));

        OriginReply reply = await(origin.send(read("T")));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.payload().body().toString(StandardCharsets.UTF_8)).isEqualTo(answer);
        assertThat(reply.requestId()).isEqualTo("STUB");
        assertThat(reply.contentType()).isEqualTo("application/x-amz-json-1.0");
        assertThat(reply.certainty()).isEqualTo(Certainty.ANSWERED);
        assertThat(stub.received().get(0).body()).isEqualTo(read("T").body());
        assertThat(stub.signatureProblems()).isEmpty();
        assertThat(meters.events).containsExactly("bounds 256 1024", "answered GetItem T 200 null");
    }

    @Test
    void send_sendsNoHeaderBeyondTheNecessary() {
        OriginRequest request = new OriginRequest(
                GET, "application/x-amz-json-1.0; charset=UTF-8", Buffer.buffer("{}"), "T", true, "edge-1,edge-2");

        await(origin.send(request));

        MultiMap headers = stub.received().get(0).headers();
        assertThat(headers.names().stream().map(name -> name.toLowerCase(Locale.ROOT)))
                .containsExactlyInAnyOrder(
                        "host",
                        "content-type",
                        "x-amz-target",
                        "content-length",
                        "authorization",
                        "x-amz-date",
                        "x-amz-content-sha256",
                        "user-agent",
                        "accept-encoding",
                        "x-heatshield-hop");
        assertThat(headers.get("User-Agent")).isEqualTo("heatshield/0.0.1");
        assertThat(headers.get("Accept-Encoding")).isEqualTo("identity");
        assertThat(headers.get("x-heatshield-hop")).isEqualTo("edge-1,edge-2,node-1");
        assertThat(headers.get("Content-Type")).isEqualTo("application/x-amz-json-1.0; charset=UTF-8");
        assertThat(headers.get("X-Amz-Date")).isEqualTo("20261130T120000Z");
        assertThat(headers.get("Authorization"))
                .contains("/20261130/eu-west-1/dynamodb/aws4_request")
                .doesNotContain("hop", "user-agent", "accept-encoding");
        assertThat(stub.signatureProblems()).isEmpty();
    }

    @Test
    void send_withSessionToken_signsIt() {
        origin = new HttpOrigin(
                vertx,
                OriginFixture.settings(HttpOriginSettings.Endpoints.of(stub.uri(), "eu-west-1")),
                CredentialsSource.fixed(StubOrigin.KEY_ID, StubOrigin.SECRET, "the/token=="),
                clock,
                meters);

        assertThat(await(origin.send(read("T"))).ok()).isTrue();
        assertThat(stub.received().get(0).headers().get("X-Amz-Security-Token")).isEqualTo("the/token==");
    }

    @Test
    void send_withWrongSecret_isFoundOutByTheStub() {
        origin = new HttpOrigin(
                vertx,
                OriginFixture.settings(HttpOriginSettings.Endpoints.of(stub.uri(), "eu-west-1")),
                CredentialsSource.fixed(StubOrigin.KEY_ID, "another", null),
                clock,
                meters);

        assertThat(await(origin.send(read("T"))).status()).isEqualTo(400);
        assertThat(stub.signatureProblems()).containsExactly("signature");
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorKind.class,
            names = {"PROVISIONED_THROUGHPUT_EXCEEDED", "INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"})
    void send_originAnswersAnError_passesItOnUnchangedAndOnce(ErrorKind kind) {
        stub.always(StubOrigin.error(kind));

        OriginReply reply = await(origin.send(read("T")));

        assertThat(reply.status()).isEqualTo(kind.status());
        assertThat(reply.payload().body().toString()).contains(kind.type(), "as the test wished");
        assertThat(reply.certainty()).isEqualTo(Certainty.ANSWERED);
        assertThat(stub.count(GET)).isEqualTo(1);
        assertThat(meters.events).contains("answered GetItem T " + kind.status() + " " + kind.shape());
    }

    private static List<Behaviour> broken() {
        return List.of(StubOrigin.cut("{\"Item\":{}}"), StubOrigin.wrongChecksum("{\"Item\":{}}"), StubOrigin.hangUp());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void send_readIsBrokenOff_isSentOnceMoreSignedAnew(int how) {
        stub.next((request, received) -> {
            clock.advance(Duration.ofSeconds(2));
            broken().get(how).answer(request, received);
        });
        stub.always(StubOrigin.ok("{\"whole\":1}"));

        OriginReply reply = await(origin.send(read("T")));

        assertThat(reply.payload().body().toString()).isEqualTo("{\"whole\":1}");
        assertThat(reply.certainty()).isEqualTo(Certainty.ANSWERED);
        assertThat(stub.received().stream().map(received -> received.headers().get("X-Amz-Date")))
                .containsExactly("20261130T120000Z", "20261130T120002Z");
        assertThat(stub.received().stream().map(Received::body))
                .containsOnly(read("T").body());
        assertThat(stub.signatureProblems()).isEmpty();
        assertThat(meters.events).contains("resent GetItem " + (how == 1 ? "checksum" : "broken"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void send_readIsBrokenOffTwice_givesUp(int how) {
        stub.always(broken().get(how));

        OriginReply reply = await(origin.send(read("T")));

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.contentType()).isEqualTo("application/x-amz-json-1.0");
        assertThat(reply.payload().body().toString()).contains("ServiceUnavailable", "message");
        assertThat(reply.certainty()).isEqualTo(Certainty.UNKNOWN);
        assertThat(stub.count(GET)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void send_writeIsBrokenOff_isNeverSentTwice(int how) {
        stub.always(broken().get(how));

        OriginReply reply = await(origin.send(write("T")));

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.certainty()).isEqualTo(Certainty.UNKNOWN);
        assertThat(stub.count(UPDATE)).isEqualTo(1);
    }

    @Test
    void send_originHangsUpUnread_isUnknownForAWriteAndTwiceForARead() {
        stub.hangUpUnread(true);

        assertThat(await(origin.send(write("T"))).certainty()).isEqualTo(Certainty.UNKNOWN);
        assertThat(stub.count(UPDATE)).isEqualTo(1);
        assertThat(await(origin.send(read("T"))).certainty()).isEqualTo(Certainty.UNKNOWN);
        assertThat(stub.count(GET)).isEqualTo(2);
    }

    @Test
    void send_originIsDead_answersNotSentAndRecovers() {
        // No connection is pooled yet: one that dies while a request is written to it is another story.
        stub.refuseConnections();

        OriginReply reply = await(origin.send(write("T")));
        stub.resume();

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.payload().body().toString()).contains("\"__type\"", "cannot be reached");
        assertThat(reply.certainty()).isEqualTo(Certainty.NOT_SENT);
        assertThat(reply.down()).isTrue();
        assertThat(meters.events).contains("failed UpdateItem T refused");
        assertThat(await(origin.send(write("T"))).ok()).isTrue();
    }

    @Test
    void send_hostDoesNotExist_answersNotSent() {
        origin = new HttpOrigin(
                vertx,
                OriginFixture.settings(
                        HttpOriginSettings.Endpoints.of(URI.create("http://nobody.invalid:1"), "eu-west-1")),
                StubOrigin.credentials(),
                clock,
                meters);

        assertThat(await(origin.send(write("T"))).certainty()).isEqualTo(Certainty.NOT_SENT);
    }

    @Test
    void send_handshakeNeverEnds_timesOutUnsent() throws IOException {
        // The kernel completes the connection, nobody ever accepts it, and TLS waits for ever.
        try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            URI uri = URI.create("https://127.0.0.1:" + silent.getLocalPort());
            origin = new HttpOrigin(
                    vertx,
                    OriginFixture.with(
                            OriginFixture.settings(HttpOriginSettings.Endpoints.of(uri, "eu-west-1")),
                            OriginFixture.timing(Duration.ofMillis(100), Duration.ofMinutes(1), Duration.ofMinutes(1))),
                    StubOrigin.credentials(),
                    clock,
                    meters);

            OriginReply reply = await(origin.send(write("T")));

            assertThat(reply.certainty()).isEqualTo(Certainty.NOT_SENT);
            assertThat(meters.events).contains("failed UpdateItem T connect-timeout");
        }
    }

    @Test
    void send_answerNeverComes_timesOutOnceAndFreesItsPlace() {
        open(settings -> OriginFixture.with(
                settings, OriginFixture.timing(Duration.ofMinutes(1), Duration.ofMillis(150), Duration.ofMinutes(1))));
        stub.always(StubOrigin.hold(StubOrigin.ok("{}")));

        OriginReply reply = await(origin.send(read("T")));

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.certainty()).isEqualTo(Certainty.UNKNOWN);
        assertThat(reply.payload().body().toString()).contains("did not answer in time");
        assertThat(stub.count(GET)).isEqualTo(1);
        assertThat(meters.inFlight.getAsInt()).isZero();
    }

    @Test
    void send_streamsAndSearchTargets_goToTheirOwnHosts() {
        StubOrigin streams = StubOrigin.start(vertx);
        StubOrigin search = StubOrigin.start(vertx);
        origin = new HttpOrigin(
                vertx,
                OriginFixture.settings(
                        new HttpOriginSettings.Endpoints(stub.uri(), streams.uri(), search.uri(), "eu-west-1")),
                StubOrigin.credentials(),
                clock,
                meters);

        await(origin.send(request("DynamoDBStreams_20120810.GetRecords", null, true)));
        await(origin.send(request("DynamoDB_20120810.SearchVectors", "T", true)));
        await(origin.send(request("DynamoDB_20120810.FromTheFuture", null, false)));

        assertThat(streams.received()).hasSize(1);
        assertThat(search.received()).hasSize(1);
        assertThat(stub.received()).hasSize(1);
        assertThat(streams.signatureProblems()).isEmpty();
        assertThat(meters.events).contains("answered other null 200 null");
    }

    @Test
    void send_headerThatHttpCannotCarry_failsWithoutThrowing() {
        OriginRequest odd = new OriginRequest(GET, "a\r\nb: c", Buffer.buffer("{}"), "T", true, null);

        OriginReply reply = await(origin.send(odd));

        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.certainty()).isEqualTo(Certainty.NOT_SENT);
        assertThat(stub.received()).isEmpty();
        assertThat(meters.inFlight.getAsInt()).isZero();
        assertThat(await(origin.send(read("T"))).ok()).isTrue();
    }

    @Test
    void send_completesOnTheCallersContext() throws Exception {
        for (int i = 0; i < 8; i++) {
            CompletableFuture<Boolean> same = new CompletableFuture<>();
            Context caller = vertx.getOrCreateContext();
            caller.runOnContext(
                    v -> origin.send(read("T")).onComplete(reply -> same.complete(Vertx.currentContext() == caller)));
            assertThat(same.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void close_answersWhatIsUnderWay() {
        open(settings -> OriginFixture.with(settings, new HttpOriginSettings.Limits(2, 1, 4, 2048)));
        StubOrigin.Gate gate = StubOrigin.hold(StubOrigin.ok("{}"));
        stub.always(gate);
        Consumer<OriginReply> down = reply -> assertThat(reply.status()).isEqualTo(503);
        var open = origin.send(read("T"));
        var queued = origin.send(write("T"));
        eventually(() -> gate.waiting() == 1 && meters.queued.getAsInt() == 1);

        await(origin.close());

        down.accept(await(open));
        assertThat(await(queued).certainty()).isEqualTo(Certainty.NOT_SENT);
        assertThat(await(origin.send(read("T"))).certainty()).isEqualTo(Certainty.NOT_SENT);
        assertThat(stub.count(GET)).isEqualTo(1);
    }

    @Test
    void describe_namesTheEndpoint() {
        assertThat(origin.describe()).isEqualTo(stub.uri().toString());
        assertThat(new Upstreams(HttpOriginSettings.Endpoints.aws("eu-west-1"))
                        .main()
                        .uri())
                .hasToString("https://dynamodb.eu-west-1.amazonaws.com");
        assertThat(Map.of(
                        "cn-north-1", "https://dynamodb.cn-north-1.amazonaws.com.cn",
                        "us-gov-west-1", "https://dynamodb.us-gov-west-1.amazonaws.com"))
                .allSatisfy((region, uri) -> assertThat(new Upstreams(HttpOriginSettings.Endpoints.aws(region))
                                .main()
                                .uri())
                        .hasToString(uri));
    }
}
