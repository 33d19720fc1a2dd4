package io.heatshield.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.app.InProcess;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The item API of a whole Heatshield before its embedded origin. */
final class ItemApiIT {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static InProcess heatshield;

    @BeforeAll
    static void start() {
        heatshield = InProcess.start();
        create("Things", "\"S\"", null);
        create("Counts", "\"N\"", "\"S\"");
        put("Things", """
                {"id":{"S":"a/b ü"},"n":{"N":"19.99"},"big":{"N":"12345678901234567890.5"},"b":{"B":"AQI="},
                "set":{"SS":["y","x"]},"map":{"M":{"in":{"N":"7"},"out":{"NULL":true}}},"yes":{"BOOL":true}}""");
        put("Things", "{\"id\":{\"S\":\"long\"},\"text\":{\"S\":\"" + "abc".repeat(1000) + "\"}}");
        put("Counts", "{\"id\":{\"N\":\"1500\"},\"sk\":{\"S\":\"one\"},\"v\":{\"N\":\"1\"}}");
    }

    @AfterAll
    static void stop() {
        heatshield.close();
    }

    private static void create(String table, String type, @Nullable String sortType) {
        String sortAttribute = sortType == null ? "" : ",{\"AttributeName\":\"sk\",\"AttributeType\":" + sortType + "}";
        String sortKey = sortType == null ? "" : ",{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}";
        dynamo(
                "CreateTable",
                "{\"TableName\":\"" + table + "\",\"BillingMode\":\"PAY_PER_REQUEST\","
                        + "\"AttributeDefinitions\":[{\"AttributeName\":\"id\",\"AttributeType\":" + type + "}"
                        + sortAttribute
                        + "],\"KeySchema\":[{\"AttributeName\":\"id\",\"KeyType\":\"HASH\"}" + sortKey + "]}");
        Awaitility.await()
                .until(() -> dynamo("DescribeTable", "{\"TableName\":\"" + table + "\"}")
                        .contains("\"ACTIVE\""));
    }

    private static void put(String table, String item) {
        assertThat(dynamo("PutItem", "{\"TableName\":\"" + table + "\",\"Item\":" + item + "}"))
                .isEqualTo("{}");
    }

    private static String dynamo(String operation, String json) {
        return send(HttpRequest.newBuilder(heatshield.dynamoDb())
                        .header("Content-Type", "application/x-amz-json-1.0")
                        .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                        .POST(BodyPublishers.ofString(json)))
                .body();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static HttpRequest.Builder at(String path) {
        return HttpRequest.newBuilder(URI.create(heatshield.dynamoDb() + "/v1/tables/" + path));
    }

    private static HttpResponse<String> get(String path) {
        return send(at(path));
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void get_ofAnItem_isPlainJsonInOneOrder() {
        HttpResponse<String> answer = get("Things/items/a%2Fb%20%C3%BC");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"b\":\"AQI=\",\"big\":\"12345678901234567890.5\",\"id\":\"a/b ü\","
                        + "\"map\":{\"in\":7,\"out\":null},\"n\":19.99,\"set\":[\"x\",\"y\"],\"yes\":true}");
        assertThat(header(answer, "content-type")).isEqualTo("application/json");
        assertThat(header(answer, "vary")).isEqualTo("Accept-Encoding");
        assertThat(header(answer, "access-control-allow-origin")).isEqualTo("*");
    }

    @Test
    void get_typed_isDynamoDbsJson() {
        assertThat(get("Counts/items/1500/one?format=dynamodb").body())
                .isEqualTo("{\"id\":{\"N\":\"1500\"},\"sk\":{\"S\":\"one\"},\"v\":{\"N\":\"1\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1500", "1500.0", "1.5e3", "%2B1500", "01500"})
    void get_byAnySpellingOfANumber_isTheSameItem(String spelling) {
        assertThat(get("Counts/items/" + spelling + "/one").body()).isEqualTo("{\"id\":1500,\"sk\":\"one\",\"v\":1}");
    }

    @Test
    void get_ofFields_leavesOutTheRest() {
        assertThat(get("Things/items/a%2Fb%20%C3%BC?fields=n,map.in,none.at.all")
                        .body())
                .isEqualTo("{\"map\":{\"in\":7},\"n\":19.99}");
    }

    @Test
    void get_again_isAHit_withItsAgeAndWhatIsLeft() {
        get("Things/items/long");
        HttpResponse<String> warm = get("Things/items/long");

        assertThat(header(warm, "x-heatshield-cache")).isEqualTo("local");
        long age = Long.parseLong(header(warm, "age"));
        long left = Long.parseLong(header(warm, "x-accel-expires"));
        assertThat(header(warm, "cache-control")).isEqualTo("max-age=" + (age + left));
        assertThat(left).isBetween(1L, 66L);
    }

    @Test
    void get_withItsTag_is304() {
        String tag = header(get("Things/items/long"), "etag");

        assertThat(tag).matches("\"[A-Za-z0-9_-]{22}\"");
        for (String known : new String[] {tag, "W/" + tag, "\"x\", " + tag, "*"}) {
            HttpResponse<String> answer = send(at("Things/items/long").header("If-None-Match", known));
            assertThat(answer.statusCode()).as(known).isEqualTo(304);
            assertThat(header(answer, "etag")).isEqualTo(tag);
            assertThat(answer.body()).isEmpty();
        }
        assertThat(send(at("Things/items/long").header("If-None-Match", "\"x\""))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void head_isTheSameWithoutTheBody() {
        HttpResponse<String> answer = send(at("Things/items/long").method("HEAD", BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(header(answer, "content-length"))
                .isEqualTo(Integer.toString(get("Things/items/long").body().length()));
    }

    @Test
    void get_acceptingGzip_isCompressedUnderATagOfItsOwn() throws Exception {
        HttpResponse<byte[]> answer = CLIENT.send(
                at("Things/items/long")
                        .header("Accept-Encoding", "br, gzip;q=0.5")
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(header(answer, "content-encoding")).isEqualTo("gzip");
        assertThat(header(answer, "etag")).isNotEqualTo(header(get("Things/items/long"), "etag"));
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(get("Things/items/long").body());
        }
        assertThat(send(at("Things/items/long").header("Accept-Encoding", "gzip;q=0"))
                        .headers()
                        .firstValue("content-encoding"))
                .isEmpty();
    }

    @Test
    void get_consistent_goesToTheOrigin_andIsNotForCaches() {
        HttpResponse<String> answer = get("Things/items/long?consistent=true");

        assertThat(header(answer, "x-heatshield-cache")).isEqualTo("bypass");
        assertThat(header(answer, "cache-control")).isEqualTo("no-cache");
    }

    @ParameterizedTest
    @CsvSource({
        "Things/items/none, 404, no-such-item",
        "Nowhere/items/x, 404, no-such-table",
        "Things/other, 404, no-such-path",
        "Things/items/a/b, 400, bad-key",
        "Counts/items/abc/one, 400, bad-key",
        "Things/items/%FF, 400, bad-encoding",
        "Things/items/a?frmat=dynamodb, 400, bad-parameter",
        "Things/items/a?format=xml, 400, bad-parameter",
        "Things/items/a?consistent=maybe, 400, bad-parameter"
    })
    void get_ofWhatIsNotThere_isAProblem(String path, int status, String code) {
        HttpResponse<String> answer = get(path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(header(answer, "content-type")).isEqualTo("application/problem+json");
        assertThat(answer.body()).contains("\"status\":" + status, "\"code\":\"" + code + "\"");
    }

    @Test
    void get_afterAWrite_isWhatWasWritten() {
        put("Things", "{\"id\":{\"S\":\"w\"},\"v\":{\"N\":\"1\"}}");
        String before = header(get("Things/items/w"), "etag");
        put("Things", "{\"id\":{\"S\":\"w\"},\"v\":{\"N\":\"2\"}}");
        HttpResponse<String> after = get("Things/items/w");

        assertThat(after.body()).isEqualTo("{\"id\":\"w\",\"v\":2}");
        assertThat(header(after, "etag")).isNotEqualTo(before);
    }
}
