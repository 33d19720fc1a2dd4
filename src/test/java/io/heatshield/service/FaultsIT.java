package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.app.InProcess;
import io.heatshield.origin.StubOrigin;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What readers and writers see while the origin fails. */
final class FaultsIT {
    private static final String ITEM = "{\"Item\":{\"id\":{\"S\":\"hot\"}}}";
    private static final String OTHER = Stub.GET.replace("hot", "cold");
    private static final String PUT = "{\"TableName\":\"T\",\"Item\":{\"id\":{\"S\":\"hot\"}}}";

    private final Vertx vertx = Vertx.vertx();
    private final StubOrigin origin = StubOrigin.start(vertx);

    @AfterEach
    void close() {
        origin.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private InProcess heatshield(String... settings) {
        origin.always(Stub.tableT(StubOrigin.ok(ITEM)));
        return InProcess.before(origin.uri(), StubOrigin.KEY_ID, StubOrigin.SECRET, settings);
    }

    @Test
    void readOfAnOldItem_fromAThrottledOrigin_isAnsweredStale() {
        try (InProcess heatshield = heatshield("cache.item-ttl=50ms")) {
            Wire wire = new Wire(heatshield.dynamoDb());
            assertThat(wire.ask("GetItem", Stub.GET).cache()).isEqualTo("miss");
            origin.always(Stub.tableT(StubOrigin.throttled()));

            Awaitility.await()
                    .until(
                            () -> wire.ask("GetItem", Stub.GET),
                            read -> read.cache().equals("stale"));

            assertThat(wire.ask("GetItem", Stub.GET).body()).isEqualTo(ITEM);
            Wire.Answer unknown = wire.ask("GetItem", OTHER);
            assertThat(unknown.status()).isEqualTo(400);
            assertThat(unknown.body()).contains("ProvisionedThroughputExceededException");
        }
    }

    @Test
    void reads_ofADeadOrigin_areA503OnAMissAndGoOnForHits() {
        try (InProcess heatshield = heatshield()) {
            Wire wire = new Wire(heatshield.dynamoDb());
            wire.ask("GetItem", Stub.GET);
            origin.refuseConnections();
            try {
                Wire.Answer miss = wire.ask("GetItem", OTHER);
                assertThat(miss.status()).isEqualTo(503);
                assertThat(miss.body()).startsWith("{\"__type\":");
                Wire.Answer hit = wire.ask("GetItem", Stub.GET);
                assertThat(hit.cache()).isEqualTo("local");
                assertThat(hit.body()).isEqualTo(ITEM);
            } finally {
                origin.resume();
            }
            assertThat(wire.ask("GetItem", OTHER).status()).isEqualTo(200);
        }
    }

    @Test
    void write_whoseAnswerNeverComes_leavesTheKeyUncached() {
        try (InProcess heatshield = heatshield("cache.pending-hold=5m")) {
            Wire wire = new Wire(heatshield.dynamoDb());
            wire.ask("GetItem", Stub.GET);
            assertThat(wire.ask("GetItem", Stub.GET).cache()).isEqualTo("local");
            origin.next(StubOrigin.hangUp());

            assertThat(wire.ask("PutItem", PUT).status()).isBetween(500, 503);

            long before = origin.count(Stub.GET_ITEM);
            for (int i = 1; i <= 3; i++) {
                assertThat(wire.ask("GetItem", Stub.GET).cache()).isNotEqualTo("local");
                assertThat(origin.count(Stub.GET_ITEM)).isEqualTo(before + i);
            }
            assertThat(origin.received()
                            .get(origin.received().size() - 1)
                            .body()
                            .toString())
                    .contains("\"ConsistentRead\":true");
        }
    }

    @Test
    void nodes_thatPointAtEachOther_refuseWithAClearError() throws IOException {
        int port = freePort();
        try (InProcess one =
                        InProcess.before(URI.create("http://127.0.0.1:" + port), StubOrigin.KEY_ID, StubOrigin.SECRET);
                InProcess two =
                        InProcess.before(one.dynamoDb(), StubOrigin.KEY_ID, StubOrigin.SECRET, "listen.port=" + port)) {
            for (InProcess node : new InProcess[] {one, two}) {
                Wire.Answer answer = new Wire(node.dynamoDb()).ask("ListTables", "{}");
                assertThat(answer.status()).isEqualTo(400);
                assertThat(answer.body()).contains("ValidationException").contains("ring");
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
