package io.heatshield.http;

import static io.heatshield.http.WireBench.GET_ITEM;
import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/** The wire holds however the bytes are cut, and whatever they are. */
final class WireFuzzTest {
    private static final WireBench BENCH =
            new WireBench().doing((request, sink) -> sink.send(Reply.ok(Payload.of(request.body()), CacheStatus.MISS)));

    @AfterContainer
    static void stop() {
        BENCH.close();
    }

    private record Request(String json, boolean chunked, int chunk) {
        byte[] bytes() {
            if (!chunked) {
                return RawClient.post(GET_ITEM, json).getBytes(StandardCharsets.UTF_8);
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(
                    RawClient.head(GET_ITEM, "Transfer-Encoding: chunked\r\n").getBytes(StandardCharsets.UTF_8));
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            for (int from = 0; from < body.length; from += chunk) {
                byte[] piece = Arrays.copyOfRange(body, from, Math.min(body.length, from + chunk));
                out.writeBytes((Integer.toHexString(piece.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
                out.writeBytes(piece);
                out.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
            }
            out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            return out.toByteArray();
        }
    }

    @Provide
    Arbitrary<List<Request>> requests() {
        Arbitrary<String> json = Arbitraries.strings()
                .withCharRange(' ', '~')
                .ofMaxLength(300)
                .map(text -> "{" + text.replace('{', '(') + "}");
        return Combinators.combine(
                        json,
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(1, 100))
                .as(Request::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(10);
    }

    @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
    void requests_cutAnywhere_areAnsweredInOrder(
            @ForAll("requests") List<Request> requests, @ForAll("cuts") List<Integer> cuts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        requests.forEach(request -> all.writeBytes(request.bytes()));
        byte[] stream = all.toByteArray();
        try (RawClient client = BENCH.connect()) {
            int from = 0;
            for (int i = 0; from < stream.length; i++) {
                int to = Math.min(stream.length, from + cuts.get(i % cuts.size()));
                client.send(Arrays.copyOfRange(stream, from, to));
                from = to;
            }
            for (Request request : requests) {
                assertThat(client.read().wellFormed().text()).isEqualTo(request.json());
            }
        }
    }

    @Provide
    Arbitrary<List<Integer>> cuts() {
        return Arbitraries.integers().between(1, 200).list().ofMinSize(1).ofMaxSize(20);
    }

    @Provide
    Arbitrary<byte[]> nonsense() {
        Arbitrary<byte[]> bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(400);
        Arbitrary<byte[]> bent = Combinators.combine(Arbitraries.integers().between(0, 150), Arbitraries.bytes())
                .as((at, value) -> {
                    byte[] request = RawClient.post(GET_ITEM, "{}").getBytes(StandardCharsets.UTF_8);
                    request[at % request.length] = value;
                    return request;
                });
        return Arbitraries.oneOf(bytes, bent);
    }

    /** Each answer is a well-formed one, and the others are served as if nothing had been. */
    @Property(tries = 200, shrinking = ShrinkingMode.BOUNDED)
    void nonsense_isAnsweredOrNotButHarmsNobody(@ForAll("nonsense") byte[] bytes) throws IOException {
        try (RawClient client = BENCH.connect()) {
            client.send(bytes).closeOutput();
            while (true) {
                RawAnswer answer = client.read();
                if (answer.status() != 100) {
                    answer.wellFormed();
                }
            }
        } catch (EOFException | SocketException over) {
            try (RawClient next = BENCH.connect()) {
                assertThat(next.ask(RawClient.post(GET_ITEM, "{}")).wellFormed().text())
                        .isEqualTo("{}");
            }
        }
    }
}
