package io.heatshield.http;

import static io.heatshield.http.WireBench.GET_ITEM;
import static io.heatshield.http.WireBench.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What DynamoDB's wire says, spoken by hand: targets, types, bodies, faces, headers. */
final class WireProtocolTest {
    private static final String SERIALIZATION = "com.amazon.coral.service#SerializationException";
    private static final String UNKNOWN_OPERATION = "com.amazon.coral.service#UnknownOperationException";

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

    private WireRequest lastSeen() {
        WireRequest request = bench.seen.poll();
        if (request == null) {
            throw new AssertionError("nothing was handed over");
        }
        return request;
    }

    private static String plain(String method, String path, String lines) {
        return method + " " + path + " HTTP/1.1\r\nHost: heat.example:8100\r\n" + lines + "\r\n";
    }

    @Test
    void getItem_asSent_isHandedOverAndAnsweredByteForByte() throws IOException {
        RawAnswer answer = client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed();
        assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 200 OK");
        assertThat(answer.body()).isEqualTo(WireBench.ANSWER);
        assertThat(answer.header("content-type")).isEqualTo("application/x-amz-json-1.0");
        assertThat(answer.header("x-heatshield-cache")).isEqualTo("local");
        assertThat(answer.headers("connection")).isEmpty();
        WireRequest request = lastSeen();
        assertThat(request.target()).isEqualTo(GET_ITEM);
        assertThat(request.contentType()).isEqualTo("application/x-amz-json-1.0");
        assertThat(request.body().toString()).isEqualTo(JSON);
        assertThat(request.hops()).isNull();
    }

    @Test
    void headerNames_inLowerOrUpperCase_areTheSame() throws IOException {
        for (boolean upper : new boolean[] {false, true}) {
            String head = "host: h\r\ncontent-type: application/x-amz-json-1.0\r\nx-amz-target: " + GET_ITEM
                    + "\r\ncontent-length: " + JSON.length() + "\r\n";
            String names = upper
                    ? head.replace("host:", "HOST:")
                            .replace("content-type:", "CONTENT-TYPE:")
                            .replace("x-amz-target:", "X-AMZ-TARGET:")
                            .replace("content-length:", "CONTENT-LENGTH:")
                    : head;
            assertThat(client.ask("POST / HTTP/1.1\r\n" + names + "\r\n" + JSON)
                            .wellFormed()
                            .status())
                    .isEqualTo(200);
        }
        assertThat(bench.seen).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-amz-json-1.0",
                "application/json",
                "application/json; charset=UTF-8",
                "Application/X-Amz-Json-1.0;charset=utf-8",
                "application/x-amz-json-1.0 ; a=b"
            })
    void contentType_ofJson_isTakenWhateverItsParameters(String type) throws IOException {
        String request = RawClient.post(GET_ITEM, JSON).replace("application/x-amz-json-1.0", type);
        assertThat(client.ask(request).wellFormed().status()).isEqualTo(200);
        assertThat(lastSeen().contentType()).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-amz-json-1.1", "application/cbor", "application/jsonx", ";"})
    void contentType_other_isAnsweredAsTheServiceDoes(String type) throws IOException {
        expectNoSuchFace(client.ask(RawClient.post(GET_ITEM, JSON).replace("application/x-amz-json-1.0", type)));
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void contentType_absentWithABody_isAnsweredAsTheServiceDoes() throws IOException {
        String request = RawClient.post(GET_ITEM, JSON).replace("Content-Type: application/x-amz-json-1.0\r\n", "");
        expectNoSuchFace(client.ask(request));
    }

    private static void expectNoSuchFace(RawAnswer answer) {
        assertThat(answer.wellFormed().status()).isEqualTo(404);
        assertThat(answer.text()).isEqualTo("<UnknownOperationException/>\n");
        // As recorded from the service by dynalite.
        assertThat(answer.header("x-amz-crc32")).isEqualTo("3552371480");
        assertThat(answer.header("content-length")).isEqualTo("29");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"})
    void method_wrong_isAnsweredAsTheServiceDoes(String method) throws IOException {
        expectNoSuchFace(client.ask(plain(method, "/", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "hi", "{", "}", "\"{}\"", "{} x", " ", "\n\t "})
    void body_noJsonObject_isASerializationException(String body) throws IOException {
        RawAnswer answer = client.ask(RawClient.post(GET_ITEM, body)).error(400, SERIALIZATION);
        // As recorded from the service by dynalite.
        assertThat(answer.header("x-amz-crc32")).isEqualTo("3948637019");
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void body_withSpaceAroundTheObject_isHandedOverAsItIs() throws IOException {
        String body = " \r\n\t" + JSON + "\n ";
        assertThat(client.ask(RawClient.post(GET_ITEM, body)).wellFormed().status())
                .isEqualTo(200);
        assertThat(lastSeen().body().toString()).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GetItem",
                "DynamoDB_20120810",
                "DynamoDB_20120810.",
                "DynamoDB_20111205.GetItem",
                "DynamoDB_20120810.Get.Item",
                "DynamoDB_20120810.Get Item",
                "dynamodb_20120810.GetItem",
                "DynamoDB_20120810.Gét"
            })
    void target_malformed_isAnUnknownOperation(String target) throws IOException {
        RawAnswer answer = client.ask(RawClient.post(target, "{}")).error(400, UNKNOWN_OPERATION);
        assertThat(answer.header("x-amz-crc32")).isEqualTo("1368724161");
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void target_absent_isAnUnknownOperation() throws IOException {
        client.ask(RawClient.post(GET_ITEM, "{}").replace("X-Amz-Target", "X-Other"))
                .error(400, UNKNOWN_OPERATION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DynamoDB_20120810.ListTables",
                "DynamoDB_20120810.InventedIn2031",
                "DynamoDBStreams_20120810.GetRecords",
                "DynamoDBStreams_20120810.Invented"
            })
    void target_wellFormed_isHandedOverKnownOrNot(String target) throws IOException {
        assertThat(client.ask(RawClient.post(target, "{}")).wellFormed().status())
                .isEqualTo(200);
        assertThat(lastSeen().target()).isEqualTo(target);
    }

    @Test
    void describeEndpoints_isAnsweredHereWithTheHostThatTheClientUsed() throws IOException {
        String request = RawClient.post("DynamoDB_20120810.DescribeEndpoints", "{}")
                .replace("localhost:8100", "cache.internal:18100");
        RawAnswer answer = client.ask(request).wellFormed();
        assertThat(answer.text())
                .isEqualTo("{\"Endpoints\":[{\"Address\":\"cache.internal:18100\",\"CachePeriodInMinutes\":1440}]}");
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void getRoot_isHealthyInTheServicesWords() throws IOException {
        RawAnswer answer = client.ask(plain("GET", "/", "")).wellFormed();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("healthy: heat.example:8100 ");
    }

    @Test
    void head_hasTheHeadersOfGetAndNoBody() throws IOException {
        RawAnswer answer = client.send(plain("HEAD", "/", "")).readToHead();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-length")).isEqualTo("27");
        // The next answer begins right after the head.
        assertThat(client.ask(plain("GET", "/", "")).wellFormed().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/favicon.ico", "/v1/tables/T/items/1", "/shell", "//", "/a?b=c"})
    void path_unknown_isA404InJson(String path) throws IOException {
        client.ask(plain("GET", path, "")).error(404, UNKNOWN_OPERATION);
        client.ask(RawClient.post(GET_ITEM, JSON).replace("POST /", "POST " + path))
                .error(404, UNKNOWN_OPERATION);
        assertThat(bench.seen).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/service/DynamoDB/operation/GetItem,''", "/,smithy-protocol: rpc-v2-cbor"})
    void cborProtocol_isA404InJson(String path, String header) throws IOException {
        String lines = (header.isEmpty() ? "" : header + "\r\n") + "Content-Length: 0\r\n";
        RawAnswer answer = client.ask(plain(path.equals("/") ? "PUT" : "POST", path, lines));
        assertThat(answer.error(404, UNKNOWN_OPERATION).text()).contains("rpc-v2-cbor");
    }

    @Test
    void preflight_isGrantedWhatItAsksFor() throws IOException {
        RawAnswer answer = client.ask(plain(
                        "OPTIONS",
                        "/",
                        String.join(
                                "\r\n",
                                "Origin: http://app.example",
                                "Access-Control-Request-Headers: x-amz-target, x-amz-date",
                                "Access-Control-Request-Method: POST",
                                "")))
                .wellFormed();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().length()).isZero();
        assertThat(answer.header("access-control-allow-origin")).isEqualTo("*");
        assertThat(answer.header("access-control-allow-headers")).isEqualTo("x-amz-target, x-amz-date");
        assertThat(answer.header("access-control-allow-methods")).isEqualTo("POST");
        assertThat(answer.header("access-control-max-age")).isEqualTo("172800");
        assertThat(answer.header("access-control-expose-headers"))
                .isEqualTo("x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date");
    }

    @Test
    void preflight_askingForWhatIsNoHeaderName_isNotRepeated() throws IOException {
        RawAnswer answer =
                client.ask(plain("OPTIONS", "/", "Origin: x\r\nAccess-Control-Request-Headers: a; <script>\r\n"));
        assertThat(answer.wellFormed().headers("access-control-allow-headers")).isEmpty();
    }

    @Test
    void origin_onAPost_letsTheBrowserRead() throws IOException {
        String request = RawClient.post(GET_ITEM, JSON).replace("\r\n\r\n", "\r\nOrigin: http://app\r\n\r\n");
        assertThat(client.ask(request).wellFormed().header("access-control-allow-origin"))
                .isEqualTo("*");
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).headers("access-control-allow-origin"))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CacheStatus.class)
    void cacheHeader_saysWhoServed(CacheStatus status) throws IOException {
        bench.doing((request, sink) -> sink.send(Reply.ok(Payload.of(WireBench.ANSWER), status)));
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed().header("x-heatshield-cache"))
                .isEqualTo(status.headerValue());
    }

    @Test
    void error_fromTheHandler_keepsItsPrefixAndStatus() throws IOException {
        bench.doing((request, sink) ->
                sink.send(Reply.error(DynamoError.of(ErrorKind.PROVISIONED_THROUGHPUT_EXCEEDED, "slow \"down\"\n"))));
        RawAnswer answer = client.ask(RawClient.post(GET_ITEM, JSON));
        answer.error(400, "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException");
        assertThat(answer.text()).contains("slow \\\"down\\\"\\n");
    }

    @Test
    void serviceUnavailable_saysWhenToTryAgain() throws IOException {
        bench.doing(
                (request, sink) -> sink.send(Reply.error(DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, "no origin"))));
        RawAnswer answer = client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("x-amz-retry-after")).isEqualTo("250");
    }

    @Test
    void emptyBody_ofAnOperationWithoutOutput_staysEmpty() throws IOException {
        bench.doing((request, sink) -> sink.send(Reply.ok(Payload.EMPTY, CacheStatus.BYPASS)));
        RawAnswer answer = client.ask(RawClient.post("DynamoDB_20120810.TagResource", "{}"))
                .wellFormed();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-length")).isEqualTo("0");
        assertThat(answer.header("x-amz-crc32")).isEqualTo("0");
    }

    @Test
    void requestId_ofTheOrigin_isPassedOn() throws IOException {
        String id = "4KBNVRGD25RG1KEO9UT4V3FQDJVV4KQNSO5AEMVJF66Q9ASUAAJG";
        bench.doing((request, sink) ->
                sink.send(new Reply(200, Reply.JSON_1_0, Payload.of(WireBench.ANSWER), id, CacheStatus.MISS)));
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed().header("x-amzn-requestid"))
                .isEqualTo(id);
    }

    @Test
    void requestId_madeHere_differsEachTime() throws IOException {
        String first = client.ask(RawClient.post(GET_ITEM, JSON)).header("x-amzn-requestid");
        String second = client.ask(RawClient.post(GET_ITEM, JSON)).header("x-amzn-requestid");
        assertThat(first).isNotEqualTo(second);
    }

    @Test
    void originsHeaderValues_thatWouldEndTheHeader_areNotPassedOn() throws IOException {
        bench.doing((request, sink) -> sink.send(new Reply(
                200,
                "application/json\r\nSet-Cookie: a=b",
                Payload.of(Buffer.buffer("{}")),
                "ID\r\nX-Evil: 1",
                CacheStatus.MISS)));
        RawAnswer answer = client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed();
        assertThat(answer.headers("set-cookie")).isEmpty();
        assertThat(answer.headers("x-evil")).isEmpty();
        assertThat(answer.header("content-type")).isEqualTo("application/x-amz-json-1.0");
    }

    @Test
    void contentType_ofTheOrigin_isPassedOn() throws IOException {
        bench.doing((request, sink) ->
                sink.send(new Reply(200, "application/json", Payload.of(WireBench.ANSWER), null, CacheStatus.MISS)));
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).wellFormed().header("content-type"))
                .isEqualTo("application/json");
    }

    @Test
    void date_followsTheClock() throws IOException {
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).header("date"))
                .isEqualTo("Mon, 30 Nov 2026 21:44:54 GMT");
        bench.now = Instant.parse("2026-12-01T00:00:00Z");
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).header("date"))
                .isEqualTo("Tue, 01 Dec 2026 00:00:00 GMT");
        // A clock that was set back is followed too.
        bench.now = Instant.parse("2026-11-30T23:59:59Z");
        assertThat(client.ask(RawClient.post(GET_ITEM, JSON)).header("date"))
                .isEqualTo("Mon, 30 Nov 2026 23:59:59 GMT");
    }

    @Test
    void hops_areHandedOver() throws IOException {
        String request = RawClient.post(GET_ITEM, JSON)
                .replace("\r\n\r\n", "\r\nx-heatshield-hop: node-7\r\nX-Heatshield-Hop: node-8\r\n\r\n");
        assertThat(client.ask(request).wellFormed().status()).isEqualTo(200);
        assertThat(lastSeen().hops()).isEqualTo("node-7,node-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"node-1", "node-7, node-1", "a,b,c,d,e,f,g,h,i", "node-7,node-1,node-8"})
    void hops_thatFormARing_areRefused(String hops) throws IOException {
        String request =
                RawClient.post(GET_ITEM, JSON).replace("\r\n\r\n", "\r\nx-heatshield-hop: " + hops + "\r\n\r\n");
        RawAnswer answer = client.ask(request).error(400, "com.amazon.coral.validate#ValidationException");
        assertThat(answer.text()).contains("ring");
        assertThat(bench.seen).isEmpty();
    }

    @Test
    void handler_thatThrows_isA500AndNoHang() throws IOException {
        bench.doing((request, sink) -> {
            throw new IllegalStateException("a defect that this test wants in the log");
        });
        client.ask(RawClient.post(GET_ITEM, JSON)).error(500, "com.amazonaws.dynamodb.v20120810#InternalServerError");
        assertThat(bench.inFlight()).isZero();
    }

    @Test
    void acceptEncoding_isNotTakenUp() throws IOException {
        String request =
                RawClient.post(GET_ITEM, JSON).replace("\r\n\r\n", "\r\nAccept-Encoding: gzip, deflate\r\n\r\n");
        assertThat(client.ask(request).wellFormed().headers("content-encoding")).isEmpty();
    }
}
