package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.app.InProcess;
import io.heatshield.origin.StubOrigin;
import io.vertx.core.Vertx;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Readers of one key that is in no tier share one load, on whichever event loop they are. */
final class CoalescingIT {
    private static final String ITEM = "{\"Item\":{\"id\":{\"S\":\"hot\"},\"v\":{\"N\":\"1\"}}}";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final StubOrigin origin = StubOrigin.start(vertx);
    private final StubOrigin.Gate gate = StubOrigin.hold(StubOrigin.ok(ITEM));
    private final InProcess heatshield = InProcess.before(
            origin.uri(), StubOrigin.KEY_ID, StubOrigin.SECRET, "listen.event-loops=4", "origin.answer-timeout=60s");
    private final Wire wire = new Wire(heatshield.dynamoDb());

    @BeforeEach
    void answer() {
        origin.always(Stub.tableT(gate));
    }

    @AfterEach
    void close() {
        heatshield.close();
        origin.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void misses_twoThousandAtOnceForOneKey_makeOneOriginRead() {
        List<CompletableFuture<Wire.Answer>> readers = IntStream.range(0, 2_000)
                .mapToObj(i -> wire.send("GetItem", Stub.GET))
                .toList();
        awaitInFlight(2_000);
        Awaitility.await().atMost(PATIENCE).until(() -> gate.waiting() == 1);

        gate.release();

        assertThat(readers)
                .allSatisfy(reader -> assertThat(reader.join().body()).isEqualTo(ITEM));
        assertThat(readers.stream().filter(reader -> reader.join().cache().equals("miss")))
                .hasSize(1);
        assertThat(readers.stream().filter(reader -> reader.join().cache().equals("joined")))
                .hasSize(1_999);
        assertThat(origin.count(Stub.GET_ITEM)).isEqualTo(1);
    }

    @Test
    void load_whoseFirstReaderLeaves_goesOnForTheOthers() throws Exception {
        try (Socket first = new Socket(
                heatshield.dynamoDb().getHost(), heatshield.dynamoDb().getPort())) {
            String head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: "
                    + Stub.GET_ITEM + "\r\nContent-Length: " + Stub.GET.length() + "\r\n\r\n";
            first.getOutputStream().write((head + Stub.GET).getBytes(StandardCharsets.UTF_8));
            Awaitility.await().atMost(PATIENCE).until(() -> gate.waiting() == 1);
        }
        CompletableFuture<Wire.Answer> other = wire.send("GetItem", Stub.GET);
        // That one, and the request whose client has gone: it counts until its answer finds nobody.
        awaitInFlight(2);

        gate.release();

        assertThat(other.join().body()).isEqualTo(ITEM);
        assertThat(other.join().cache()).isEqualTo("joined");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> Wire.metric(heatshield.admin(), "heatshield_clients_gone_total", "") == 1);
        assertThat(origin.count(Stub.GET_ITEM)).isEqualTo(1);
        assertThat(wire.ask("GetItem", Stub.GET).cache()).isEqualTo("local");
    }

    private void awaitInFlight(int requests) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> Wire.metric(heatshield.admin(), "heatshield_requests_in_flight", "") >= requests);
    }
}
