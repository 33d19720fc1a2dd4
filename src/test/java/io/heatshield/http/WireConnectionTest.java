package io.heatshield.http;

import static io.heatshield.http.WireBench.GET_ITEM;
import static io.heatshield.http.WireBench.JSON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.ReplySink;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections: order, endings, clients that leave, and the listener's own end. */
final class WireConnectionTest {
    private static final String VALIDATION = "com.amazon.coral.validate#ValidationException";

    /** A request that waits for its answer. */
    private record Pending(Context context, String body, ReplySink sink) {
        void answer() {
            Reply reply = Reply.ok(Payload.of(Buffer.buffer(body)), CacheStatus.MISS);
            context.runOnContext(turn -> sink.send(reply));
        }
    }

    private final Queue<Pending> pending = new ConcurrentLinkedQueue<>();
    private WireBench bench;
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        bench = new WireBench();
        client = bench.connect();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        await().untilAsserted(() -> {
            assertThat(bench.inFlight()).isZero();
            assertThat(bench.meters.listener().connections()).isZero();
        });
        bench.close();
    }

    /** From now on requests wait until the test answers them, with their own bodies. */
    private void answerLater() {
        bench.doing((request, sink) ->
                pending.add(new Pending(Vertx.currentContext(), request.body().toString(), sink)));
    }

    private Pending nextPending() {
        await().until(() -> !pending.isEmpty());
        return pending.remove();
    }

    private static String numbered(int number) {
        return RawClient.post(GET_ITEM, "{\"n\":" + number + "}");
    }

    @Test
    void keepAlive_servesManyRequestsOnOneConnection() throws IOException {
        for (int i = 0; i < 100; i++) {
            assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed().status())
                    .isEqualTo(200);
        }
        assertThat(bench.meters.listener().connections()).isEqualTo(1);
    }

    @Test
    void pipelined_areAnsweredInOrderWhenAnswersAreAtHand() throws IOException {
        bench.doing((request, sink) -> sink.send(Reply.ok(Payload.of(request.body()), CacheStatus.LOCAL)));
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            all.append(numbered(i));
        }
        client.send(all.toString());
        for (int i = 0; i < 500; i++) {
            assertThat(client.read().wellFormed().text()).isEqualTo("{\"n\":" + i + "}");
        }
    }

    @Test
    void pipelined_areAnsweredInOrderWhenAnswersComeLater() throws IOException {
        answerLater();
        client.send(numbered(1) + numbered(2) + "GET / HTTP/1.1\r\nHost: h\r\n\r\n" + numbered(3));
        nextPending().answer();
        nextPending().answer();
        nextPending().answer();
        assertThat(client.read().wellFormed().text()).isEqualTo("{\"n\":1}");
        assertThat(client.read().wellFormed().text()).isEqualTo("{\"n\":2}");
        assertThat(client.read().wellFormed().text()).isEqualTo("healthy: h ");
        assertThat(client.read().wellFormed().text()).isEqualTo("{\"n\":3}");
    }

    @Test
    void pipelined_malformedAfterAGoodOne_doesNotOvertakeIt() throws IOException {
        answerLater();
        client.send(numbered(1) + "GARBAGE\r\n\r\n");
        nextPending().answer();
        assertThat(client.read().wellFormed().text()).isEqualTo("{\"n\":1}");
        client.read().error(400, VALIDATION);
        client.expectClosed();
    }

    @Test
    void connectionClose_isHonoured() throws IOException {
        String request = RawClient.post(GET_ITEM, JSON).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
        assertThat(client.ask(request).wellFormed().header("connection")).isEqualTo("close");
        client.expectClosed();
    }

    @Test
    void http10_isAnsweredAndClosed() throws IOException {
        String request = RawClient.post(GET_ITEM, JSON).replace("HTTP/1.1", "HTTP/1.0");
        assertThat(client.ask(request).wellFormed().status()).isEqualTo(200);
        client.expectClosed();
    }

    @Test
    void http10_withKeepAliveAndNoHost_isAnsweredAndKept() throws IOException {
        String request = RawClient.post(GET_ITEM, JSON)
                .replace("HTTP/1.1", "HTTP/1.0")
                .replace("Host: localhost:8100\r\n", "Connection: keep-alive\r\n");
        assertThat(client.ask(request).wellFormed().header("connection")).isEqualTo("keep-alive");
        assertThat(client.ask(request).wellFormed().status()).isEqualTo(200);
        String discovery = request.replace("GetItem", "DescribeEndpoints");
        assertThat(client.ask(discovery).wellFormed().text())
                .contains("\"127.0.0.1:" + bench.listener().port() + "\"");
    }

    @Test
    void http10_withExpect_getsNo100() throws IOException {
        String head = RawClient.head(GET_ITEM, "Expect: 100-continue\r\nContent-Length: " + JSON.length() + "\r\n");
        assertThat(client.ask(head.replace("HTTP/1.1", "HTTP/1.0") + JSON).status())
                .isEqualTo(200);
    }

    @Test
    void absoluteForm_andQuery_areTheSameFace() throws IOException {
        String post = RawClient.post(GET_ITEM, JSON);
        assertThat(client.ask(post.replace("POST /", "POST http://h:1/"))
                        .wellFormed()
                        .status())
                .isEqualTo(200);
        assertThat(client.ask(post.replace("POST /", "POST /?a=b")).wellFormed().status())
                .isEqualTo(200);
    }

    @Test
    void client_thatLeavesInTheMiddleOfItsBody_isForgotten() throws IOException {
        client.send(RawClient.head(GET_ITEM, "Content-Length: 100\r\n") + "{\"half\":");
        await().until(() -> bench.inFlight() == 1);
        client.reset();
        await().until(() -> bench.inFlight() == 0);
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void client_thatHalfClosesInTheMiddleOfItsBody_isForgotten() throws IOException {
        client.send(RawClient.head(GET_ITEM, "Content-Length: 100\r\n") + "{\"half\":");
        client.closeOutput();
        client.expectClosed();
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void client_thatHalfClosesAfterItsRequest_isStillAnsweredWhenTheAnswerIsAtHand() throws IOException {
        client.send(RawClient.post(GET_ITEM, JSON));
        client.closeOutput();
        assertThat(client.read().wellFormed().status()).isEqualTo(200);
        client.expectClosed();
    }

    @Test
    void client_thatLeavesBeforeItsAnswer_isForgottenWhenTheAnswerComes() throws IOException {
        answerLater();
        client.send(RawClient.post(GET_ITEM, JSON));
        Pending waiting = nextPending();
        client.reset();
        await().until(() -> bench.meters.listener().connections() == 0);
        assertThat(bench.inFlight()).isEqualTo(1);
        waiting.answer();
        await().until(() -> bench.inFlight() == 0);
        assertThat(bench.meters.scrape("").text()).contains("heatshield_clients_gone_total 1.0");
    }

    @Test
    void client_thatConnectsAndSaysNothing_costsNothing() throws IOException {
        await().until(() -> bench.meters.listener().connections() == 1);
        client.send("\r\n\r\n");
        assertThat(client.isOpenAndQuiet()).isTrue();
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed().status())
                .isEqualTo(200);
    }

    @Test
    void sink_usedTwice_answersOnce() throws IOException {
        bench.doing((request, sink) -> {
            sink.send(WireBench.HIT);
            sink.send(WireBench.HIT);
        });
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed().status())
                .isEqualTo(200);
        bench.doing((request, sink) -> sink.send(Reply.ok(Payload.of(Buffer.buffer("{\"n\":2}")), CacheStatus.MISS)));
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).text()).isEqualTo("{\"n\":2}");
    }

    @Test
    void idle_beyondTheTimeout_isClosedUnlessItWaitsForUs() throws IOException {
        ListenerSettings settings = WireBench.settings(0, 1, 10, Duration.ofSeconds(1));
        try (WireBench small = new WireBench(settings);
                RawClient silent = small.connect();
                RawClient trickling = small.connect();
                RawClient stalled = small.connect();
                RawClient waiting = small.connect()) {
            small.doing((request, sink) -> pending.add(
                    new Pending(Vertx.currentContext(), request.body().toString(), sink)));
            trickling.send("POST / HTTP/1.1\r\nHo");
            stalled.send(RawClient.head(GET_ITEM, "Content-Length: 9\r\n") + "{");
            waiting.send(numbered(7));
            Pending late = nextPending();
            await().until(() -> small.meters.listener().connections() == 4 && small.inFlight() == 2);
            // Every sweep from here on finds that much time gone since the one before.
            small.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            await().until(() -> {
                small.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
                return small.meters.listener().connections() == 1;
            });
            silent.expectClosed();
            trickling.expectClosed();
            stalled.expectClosed();
            late.answer();
            assertThat(waiting.read().wellFormed().text()).isEqualTo("{\"n\":7}");
        }
    }

    @Test
    void connections_beyondTheLimit_areClosedAndOthersGoOn() throws IOException {
        try (WireBench small = new WireBench(WireBench.settings(0, 1, 2));
                RawClient first = small.connect();
                RawClient second = small.connect()) {
            assertThat(first.ask(RawClient.post(GET_ITEM, JSON)).status()).isEqualTo(200);
            assertThat(second.ask(RawClient.post(GET_ITEM, JSON)).status()).isEqualTo(200);
            try (RawClient third = small.connect()) {
                third.expectClosed();
            }
            assertThat(first.ask(RawClient.post(GET_ITEM, JSON)).status()).isEqualTo(200);
        }
    }

    @Test
    void stop_answersWhatIsUnderWayWithCloseAndAcceptsNoMore() throws IOException {
        answerLater();
        client.send(numbered(1));
        Pending waiting = nextPending();
        try (RawClient idle = bench.connect()) {
            await().until(() -> bench.meters.listener().connections() == 2);
            int port = bench.listener().port();
            Future<Void> stopped = bench.listener().stop(Duration.ofSeconds(30));
            idle.expectClosed();
            assertThatThrownBy(() -> new RawClient(port).close()).isInstanceOf(IOException.class);
            assertThat(stopped.isComplete()).isFalse();
            waiting.answer();
            RawAnswer answer = client.read().wellFormed();
            assertThat(answer.text()).isEqualTo("{\"n\":1}");
            assertThat(answer.header("connection")).isEqualTo("close");
            client.expectClosed();
            WireBench.await(stopped);
        }
    }

    @Test
    void stop_cutsWhatIsNotAnsweredWithinTheDeadline() throws IOException {
        answerLater();
        client.send(numbered(1));
        Pending waiting = nextPending();
        WireBench.await(bench.listener().stop(Duration.ofMillis(50)));
        client.expectClosed();
        waiting.answer();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void start_onATakenPort_failsAndSaysWhich(int eventLoops) {
        int port = bench.listener().port();
        assertThatThrownBy(() -> new WireBench(WireBench.settings(port, eventLoops, 10)))
                .rootCause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in use");
        assertThatThrownBy(() -> new WireBench(WireBench.settings(port, eventLoops, 10)))
                .hasStackTraceContaining("cannot listen on 127.0.0.1:" + port);
    }

    @Test
    void eventLoops_shareOnePort() throws IOException {
        try (WireBench two = new WireBench(WireBench.settings(0, 2, 100))) {
            List<RawClient> clients = List.of(two.connect(), two.connect(), two.connect(), two.connect());
            Queue<Context> contexts = new ConcurrentLinkedQueue<>();
            two.doing((request, sink) -> {
                contexts.add(Vertx.currentContext());
                sink.send(WireBench.HIT);
            });
            for (RawClient each : clients) {
                assertThat(each.ask(RawClient.post(GET_ITEM, JSON)).wellFormed().status())
                        .isEqualTo(200);
                each.close();
            }
            assertThat(contexts).hasSize(4);
        }
    }
}
