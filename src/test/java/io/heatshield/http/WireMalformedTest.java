package io.heatshield.http;

import static io.heatshield.http.WireBench.GET_ITEM;
import static io.heatshield.http.WireBench.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not HTTP, or is two requests in one: refused in words that the client gets to read. */
final class WireMalformedTest {
    private static final String VALIDATION = "com.amazon.coral.validate#ValidationException";

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
        bench.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GARBAGE\r\n\r\n",
                "POST / HTTP/9.9\r\nHost: h\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "POST / HTTP/1.1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\"b\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: h\r\nNo colon here\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: h\r\nBad Name: x\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: h\r\nX: a\u0000b\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: five\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2, 3\r\n\r\n{}",
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
                "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            })
    void malformed_isA400InJsonAndTheConnectionEnds(String request) throws IOException {
        RawAnswer answer = client.ask(request).error(400, VALIDATION);
        assertThat(answer.header("connection")).isEqualTo("close");
        client.expectClosed();
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void chunk_malformed_isA400AndTheConnectionEnds() throws IOException {
        client.send(RawClient.head(GET_ITEM, "Transfer-Encoding: chunked\r\n") + "2\r\n{}\r\nnonsense\r\n");
        client.read().error(400, VALIDATION);
        client.expectClosed();
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void headers_overTheLimit_areA400ThatTheClientGetsToRead() throws IOException {
        client.send("POST / HTTP/1.1\r\nHost: h\r\nX-Long: ");
        client.send("a".repeat(300_000));
        RawAnswer answer = client.send("\r\n\r\n").read().error(400, VALIDATION);
        assertThat(answer.text()).contains("headers are longer than 32768 bytes");
        client.expectClosed();
    }

    @Test
    void headers_manyWithinTheLimit_areTaken() throws IOException {
        String token = "X-Amz-Security-Token: " + "t".repeat(20_000) + "\r\n";
        String request = RawClient.head(GET_ITEM, token + "Content-Length: 2\r\n") + "{}";
        assertThat(client.ask(request).wellFormed().status()).isEqualTo(200);
    }

    @Test
    void requestLine_overTheLimit_isA400ThatTheClientGetsToRead() throws IOException {
        client.send("GET /" + "a".repeat(300_000) + " HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(client.read().error(400, VALIDATION).text()).contains("request line is longer than 16384 bytes");
        client.expectClosed();
    }

    @Test
    void smuggledRequest_behindTwoLengths_isNeverSeen() throws IOException {
        String inner = RawClient.post(GET_ITEM, JSON);
        client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + inner.length()
                + "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner);
        client.read().error(400, VALIDATION);
        client.expectClosed();
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void foldedHeader_cannotInjectOne() throws IOException {
        String request = RawClient.post(GET_ITEM, JSON)
                .replace("\r\n\r\n", "\r\nOrigin: a\r\n Access-Control-Request-Headers: b\r\n\r\n");
        RawAnswer answer = client.ask(request).wellFormed();
        assertThat(answer.headers("access-control-allow-headers")).isEmpty();
    }
}
