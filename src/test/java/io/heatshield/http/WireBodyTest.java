package io.heatshield.http;

import static io.heatshield.http.WireBench.GET_ITEM;
import static io.heatshield.http.WireBench.JSON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heatshield.config.ByteSize;
import io.heatshield.config.ListenConfig;
import io.heatshield.protocol.WireRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Request bodies: framing, bounds, compression, expectations. */
final class WireBodyTest {
    private static final String TOO_LARGE = "com.amazon.coral.service#RequestEntityTooLargeException";
    private static final String INTERNAL = "com.amazonaws.dynamodb.v20120810#InternalServerError";
    private static final int CAP = 16 << 20;

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
            assertThat(bodyBytes()).isEqualTo("0.0");
        });
        bench.close();
    }

    private String bodyBytes() {
        return bench.meters
                .scrape("")
                .text()
                .lines()
                .filter(line -> line.startsWith("heatshield_request_body_bytes "))
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .findFirst()
                .orElse("absent");
    }

    private WireRequest lastSeen() {
        WireRequest request = bench.seen.poll();
        if (request == null) {
            throw new AssertionError("nothing was handed over");
        }
        return request;
    }

    /** An object of exactly this many bytes. */
    private static byte[] object(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) ' ');
        bytes[0] = '{';
        bytes[length - 1] = '}';
        return bytes;
    }

    private static String length(long bytes) {
        return "Content-Length: " + bytes + "\r\n";
    }

    private void sendChunked(byte[] body, int chunk) throws IOException {
        for (int from = 0; from < body.length; from += chunk) {
            int size = Math.min(chunk, body.length - from);
            client.send(Integer.toHexString(size) + "\r\n");
            client.send(Arrays.copyOfRange(body, from, from + size));
            client.send("\r\n");
        }
        client.send("0\r\n\r\n");
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }

    private RawAnswer askEncoded(String coding, byte[] body) throws IOException {
        client.send(RawClient.head(GET_ITEM, "Content-Encoding: " + coding + "\r\n" + length(body.length)));
        return client.send(body).read();
    }

    @Test
    void request_byteByByte_isOneRequest() throws IOException {
        for (byte b : RawClient.post(GET_ITEM, JSON).getBytes(StandardCharsets.UTF_8)) {
            client.send(new byte[] {b});
        }
        assertThat(client.read().wellFormed().status()).isEqualTo(200);
        assertThat(lastSeen().body().toString()).isEqualTo(JSON);
    }

    @Test
    void body_inManyPieces_isPutTogether() throws IOException {
        byte[] body = object(700_001);
        for (int at = 1; at < body.length - 1; at++) {
            body[at] = (byte) ('a' + at % 26);
        }
        client.send(RawClient.head(GET_ITEM, length(body.length)));
        for (int from = 0; from < body.length; from += 99_991) {
            client.send(Arrays.copyOfRange(body, from, Math.min(body.length, from + 99_991)));
        }
        assertThat(client.read().wellFormed().status()).isEqualTo(200);
        assertThat(lastSeen().body().getBytes()).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void body_chunked_isPutTogether(int chunk) throws IOException {
        client.send(RawClient.head(GET_ITEM, "Transfer-Encoding: chunked\r\n"));
        sendChunked(JSON.getBytes(StandardCharsets.UTF_8), chunk);
        assertThat(client.read().wellFormed().status()).isEqualTo(200);
        assertThat(lastSeen().body().toString()).isEqualTo(JSON);
    }

    @Test
    void body_chunkedWithExtensionsAndTrailers_isPutTogether() throws IOException {
        client.send(RawClient.head(GET_ITEM, "transfer-encoding: Chunked\r\n"));
        client.send("1;x=y\r\n{\r\n1\r\n}\r\n0\r\nX-Trailer: 1\r\n\r\n");
        assertThat(client.read().wellFormed().status()).isEqualTo(200);
        assertThat(lastSeen().body().toString()).isEqualTo("{}");
    }

    @Test
    void body_ofExactlyTheCap_isTaken() throws IOException {
        client.send(RawClient.head(GET_ITEM, length(CAP))).send(object(CAP));
        assertThat(client.read().wellFormed().status()).isEqualTo(200);
        assertThat(lastSeen().body().length()).isEqualTo(CAP);
    }

    @Test
    void body_overTheCapByLength_isA413AfterDrainingAndTheConnectionGoesOn() throws IOException {
        client.send(RawClient.head(GET_ITEM, length(CAP + 1))).send(object(CAP + 1));
        client.read().error(413, TOO_LARGE);
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed().status())
                .isEqualTo(200);
        assertThat(bench.seen).hasSize(1);
    }

    @Test
    void body_overTheCapByChunks_isA413AfterDrainingAndTheConnectionGoesOn() throws IOException {
        client.send(RawClient.head(GET_ITEM, "Transfer-Encoding: chunked\r\n"));
        sendChunked(object(CAP + 1), 1 << 20);
        client.read().error(413, TOO_LARGE);
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed().status())
                .isEqualTo(200);
    }

    @Test
    void body_overTheDrainLimit_isA413WhileTheClientStillWrites() throws IOException {
        long announced = 1L << 40;
        client.send(RawClient.head(GET_ITEM, length(announced)));
        byte[] megabyte = new byte[1 << 20];
        for (int sent = 0; sent < 65; sent++) {
            client.send(megabyte);
        }
        RawAnswer answer = client.read().error(413, TOO_LARGE);
        assertThat(answer.header("connection")).isEqualTo("close");
        client.expectClosed();
    }

    @Test
    void body_forWhichTheOthersLeaveNoRoom_isShedAndRoomComesBack() throws IOException {
        ListenConfig listen = new ListenConfig(
                "127.0.0.1",
                0,
                1,
                Duration.ofSeconds(75),
                ByteSize.ofMebibytes(1),
                ByteSize.ofKibibytes(32),
                ByteSize.ofKibibytes(16),
                100,
                true);
        try (WireBench small = new WireBench(new ListenerSettings(listen, 1, 4 << 20, 1 << 20, true));
                RawClient first = small.connect();
                RawClient second = small.connect()) {
            byte[] body = object(1 << 20);
            first.send(RawClient.head(GET_ITEM, length(body.length)));
            first.send(Arrays.copyOf(body, body.length - 1));
            await().until(() -> small.meters.scrape("").text().contains("heatshield_request_body_bytes 1048576.0"));
            second.send(RawClient.head(GET_ITEM, length(body.length))).send(body);
            RawAnswer shed = second.read().error(503, "com.amazon.coral.availability#ServiceUnavailableException");
            assertThat(shed.header("x-amz-retry-after")).isEqualTo("250");
            first.send("}");
            assertThat(first.read().wellFormed().status()).isEqualTo(200);
            second.send(RawClient.head(GET_ITEM, length(body.length))).send(body);
            assertThat(second.read().wellFormed().status()).isEqualTo(200);
        }
    }

    @Test
    void expectContinue_isAnsweredBeforeTheBody() throws IOException {
        client.send(RawClient.head(GET_ITEM, "Expect: 100-continue\r\n" + length(JSON.length())));
        assertThat(client.read().statusLine()).isEqualTo("HTTP/1.1 100 Continue");
        assertThat(client.ask(JSON).wellFormed().status()).isEqualTo(200);
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed().status())
                .isEqualTo(200);
    }

    @Test
    void expectContinue_forABodyThatIsTooLarge_isA413WithoutTheBody() throws IOException {
        client.send(RawClient.head(GET_ITEM, "expect: 100-Continue\r\n" + length(CAP + 1)));
        assertThat(client.read().error(413, TOO_LARGE).header("connection")).isEqualTo("close");
        client.expectClosed();
    }

    @Test
    void expectContinue_onAWrongMethod_isAnsweredAndTheConnectionEnds() throws IOException {
        client.send("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
        RawAnswer answer = client.read().wellFormed();
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("connection")).isEqualTo("close");
        client.expectClosed();
    }

    @Test
    void gzip_isInflated() throws IOException {
        assertThat(askEncoded("gzip", gzip(JSON.getBytes(StandardCharsets.UTF_8)))
                        .wellFormed()
                        .status())
                .isEqualTo(200);
        assertThat(lastSeen().body().toString()).isEqualTo(JSON);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void deflate_inTheZlibFormatOrBare_isInflated(boolean bare) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, bare);
        try (OutputStream deflate = new DeflaterOutputStream(out, deflater)) {
            deflate.write(JSON.getBytes(StandardCharsets.UTF_8));
        }
        deflater.end();
        assertThat(askEncoded("Deflate", out.toByteArray()).wellFormed().status())
                .isEqualTo(200);
        assertThat(lastSeen().body().toString()).isEqualTo(JSON);
    }

    @Test
    void identity_isTakenAsItIs() throws IOException {
        assertThat(askEncoded("identity", JSON.getBytes(StandardCharsets.UTF_8))
                        .wellFormed()
                        .status())
                .isEqualTo(200);
    }

    @Test
    void gzip_ofExactlyTheCap_isInflated() throws IOException {
        assertThat(askEncoded("gzip", gzip(object(CAP))).wellFormed().status()).isEqualTo(200);
        assertThat(lastSeen().body().length()).isEqualTo(CAP);
    }

    @Test
    void gzip_thatInflatesBeyondTheCap_isA413() throws IOException {
        askEncoded("gzip", gzip(object(CAP + 1))).error(413, TOO_LARGE);
        // A bomb: 200 KB that would be 200 MB.
        byte[] megabyte = new byte[1 << 20];
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            for (int i = 0; i < 200; i++) {
                gzip.write(megabyte);
            }
        }
        askEncoded("gzip", out.toByteArray()).error(413, TOO_LARGE);
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void gzip_brokenOrCut_isA500() throws IOException {
        askEncoded("gzip", JSON.getBytes(StandardCharsets.UTF_8)).error(500, INTERNAL);
        byte[] whole = gzip(JSON.getBytes(StandardCharsets.UTF_8));
        askEncoded("gzip", Arrays.copyOf(whole, whole.length - 9)).error(500, INTERNAL);
        byte[] bent = whole.clone();
        bent[whole.length - 6] ^= 1;
        askEncoded("gzip", bent).error(500, INTERNAL);
        assertThat(bench.seen).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd", "gzip, deflate", "gzip, gzip"})
    void encoding_unknown_isA500(String coding) throws IOException {
        askEncoded(coding, JSON.getBytes(StandardCharsets.UTF_8)).error(500, INTERNAL);
    }

    @Test
    void gzip_ofWhatIsNoObject_isASerializationException() throws IOException {
        askEncoded("gzip", gzip("null".getBytes(StandardCharsets.UTF_8)))
                .error(400, "com.amazon.coral.service#SerializationException");
    }
}
