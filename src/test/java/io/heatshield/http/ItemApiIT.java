package io.heatshield.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The item API of a whole Heatshield before its embedded origin. */
final class ItemApiIT {
    private static ItemApi api;

    @BeforeAll
    static void start() {
        api = ItemApi.start();
        api.create("Things", "\"S\"", null);
        api.create("Counts", "\"N\"", "\"S\"");
        api.put("Things", """
                {"id":{"S":"a/b ü"},"n":{"N":"19.99"},"big":{"N":"12345678901234567890.5"},"b":{"B":"AQI="},
                "set":{"SS":["y","x"]},"map":{"M":{"in":{"N":"7"},"out":{"NULL":true}}},"yes":{"BOOL":true}}""");
        api.put("Things", "{\"id\":{\"S\":\"long\"},\"text\":{\"S\":\"" + "abc".repeat(1000) + "\"}}");
        api.put("Counts", "{\"id\":{\"N\":\"1500\"},\"sk\":{\"S\":\"one\"},\"v\":{\"N\":\"1\"}}");
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void get_ofAnItem_isPlainJsonInOneOrder() {
        HttpResponse<String> answer = api.get("Things/items/a%2Fb%20%C3%BC");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"b\":\"AQI=\",\"big\":\"12345678901234567890.5\",\"id\":\"a/b ü\","
                        + "\"map\":{\"in\":7,\"out\":null},\"n\":19.99,\"set\":[\"x\",\"y\"],\"yes\":true}");
        assertThat(ItemApi.header(answer, "content-type")).isEqualTo("application/json");
        assertThat(ItemApi.header(answer, "vary")).isEqualTo("Accept-Encoding");
        assertThat(ItemApi.header(answer, "access-control-allow-origin")).isEqualTo("*");
    }

    @Test
    void get_typed_isDynamoDbsJson() {
        assertThat(api.get("Counts/items/1500/one?format=dynamodb").body())
                .isEqualTo("{\"id\":{\"N\":\"1500\"},\"sk\":{\"S\":\"one\"},\"v\":{\"N\":\"1\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1500", "1500.0", "1.5e3", "%2B1500", "01500"})
    void get_byAnySpellingOfANumber_isTheSameItem(String spelling) {
        assertThat(api.get("Counts/items/" + spelling + "/one").body())
                .isEqualTo("{\"id\":1500,\"sk\":\"one\",\"v\":1}");
    }

    @Test
    void get_ofFields_leavesOutTheRest() {
        assertThat(api.get("Things/items/a%2Fb%20%C3%BC?fields=n,map.in,none.at.all")
                        .body())
                .isEqualTo("{\"map\":{\"in\":7},\"n\":19.99}");
    }

    @Test
    void get_again_isAHit_withItsAgeAndWhatIsLeft() {
        api.get("Things/items/long");
        HttpResponse<String> warm = api.get("Things/items/long");

        assertThat(ItemApi.header(warm, "x-heatshield-cache")).isEqualTo("local");
        long age = Long.parseLong(ItemApi.header(warm, "age"));
        long left = Long.parseLong(ItemApi.header(warm, "x-accel-expires"));
        assertThat(ItemApi.header(warm, "cache-control")).isEqualTo("max-age=" + (age + left));
        assertThat(left).isBetween(1L, 66L);
    }

    @Test
    void get_withItsTag_is304() {
        String tag = ItemApi.header(api.get("Things/items/long"), "etag");

        assertThat(tag).matches("\"[A-Za-z0-9_-]{22}\"");
        for (String known : new String[] {tag, "W/" + tag, "\"x\", " + tag, "*"}) {
            HttpResponse<String> answer = api.send(api.at("Things/items/long").header("If-None-Match", known));
            assertThat(answer.statusCode()).as(known).isEqualTo(304);
            assertThat(ItemApi.header(answer, "etag")).isEqualTo(tag);
            assertThat(answer.body()).isEmpty();
        }
        assertThat(api.send(api.at("Things/items/long").header("If-None-Match", "\"x\""))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void head_isTheSameWithoutTheBody() {
        HttpResponse<String> answer = api.send(api.at("Things/items/long").method("HEAD", BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(ItemApi.header(answer, "content-length"))
                .isEqualTo(Integer.toString(api.get("Things/items/long").body().length()));
    }

    @Test
    void get_acceptingGzip_isCompressedUnderATagOfItsOwn() throws Exception {
        HttpResponse<byte[]> answer = ItemApi.CLIENT.send(
                api.at("Things/items/long")
                        .header("Accept-Encoding", "br, gzip;q=0.5")
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(ItemApi.header(answer, "content-encoding")).isEqualTo("gzip");
        assertThat(ItemApi.header(answer, "etag")).isNotEqualTo(ItemApi.header(api.get("Things/items/long"), "etag"));
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(api.get("Things/items/long").body());
        }
        assertThat(api.send(api.at("Things/items/long").header("Accept-Encoding", "gzip;q=0"))
                        .headers()
                        .firstValue("content-encoding"))
                .isEmpty();
    }

    @Test
    void get_consistent_goesToTheOrigin_andIsNotForCaches() {
        HttpResponse<String> answer = api.get("Things/items/long?consistent=true");

        assertThat(ItemApi.header(answer, "x-heatshield-cache")).isEqualTo("bypass");
        assertThat(ItemApi.header(answer, "cache-control")).isEqualTo("no-cache");
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
        HttpResponse<String> answer = api.get(path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(ItemApi.header(answer, "content-type")).isEqualTo("application/problem+json");
        assertThat(answer.body()).contains("\"status\":" + status, "\"code\":\"" + code + "\"");
    }

    @Test
    void get_afterAWrite_isWhatWasWritten() {
        api.put("Things", "{\"id\":{\"S\":\"w\"},\"v\":{\"N\":\"1\"}}");
        String before = ItemApi.header(api.get("Things/items/w"), "etag");
        api.put("Things", "{\"id\":{\"S\":\"w\"},\"v\":{\"N\":\"2\"}}");
        HttpResponse<String> after = api.get("Things/items/w");

        assertThat(after.body()).isEqualTo("{\"id\":\"w\",\"v\":2}");
        assertThat(ItemApi.header(after, "etag")).isNotEqualTo(before);
    }
}
