package io.heatshield.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PUT, PATCH and DELETE of the item API, and what their conditions hold to. */
final class ItemWritesIT {
    private static final String[] MERGE = {"Content-Type", "application/merge-patch+json"};

    private static ItemApi api;

    @BeforeAll
    static void start() {
        api = ItemApi.start();
        api.create("Things", "\"S\"", null);
        api.create("Counts", "\"N\"", "\"B\"");
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static HttpResponse<String> put(String path, String body, String... headers) {
        return api.send("PUT", path, body, headers);
    }

    private static HttpResponse<String> patch(String path, String body) {
        return api.send("PATCH", path, body, MERGE);
    }

    private static String get(String path) {
        return api.get(path).body();
    }

    private static String tag(String path) {
        return ItemApi.header(api.get(path), "etag");
    }

    private static void refused(HttpResponse<String> answer, int status, @Nullable String code) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
    }

    @Test
    void put_makesAnItem_andThenReplacesIt() {
        assertThat(api.get("Things/items/new").statusCode()).isEqualTo(404);

        assertThat(put("Things/items/new", "{\"a\":1,\"b\":[true,null,{\"c\":\"x\"}]}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(get("Things/items/new")).isEqualTo("{\"a\":1,\"b\":[true,null,{\"c\":\"x\"}],\"id\":\"new\"}");
        assertThat(put("Things/items/new", "{\"a\":2}").statusCode()).isEqualTo(204);
        assertThat(get("Things/items/new")).isEqualTo("{\"a\":2,\"id\":\"new\"}");
    }

    @Test
    void put_keepsEveryDigit_andRefusesWhatWouldBeRounded() {
        String digits = "12345678901234567890.123456789012345678";
        put("Things/items/digits", "{\"n\":" + digits + ",\"tiny\":1e-130}");

        assertThat(get("Things/items/digits?format=dynamodb")).contains("{\"N\":\"" + digits + "\"}");
        refused(put("Things/items/digits", "{\"n\":" + digits + "9}"), 400, "bad-body");
    }

    @Test
    void put_typed_isWhatWasSent() {
        String item = "{\"bs\":{\"BS\":[\"AQ==\"]},\"id\":{\"S\":\"typed\"},\"ns\":{\"NS\":[\"1\",\"2\"]}}";
        put("Things/items/typed?format=dynamodb", item);

        assertThat(get("Things/items/typed?format=dynamodb")).isEqualTo(item);
    }

    @Test
    void put_mayRepeatTheKey_inAnySpelling() {
        assertThat(put("Counts/items/15/AQI=", "{\"id\":15.0,\"sk\":\"AQI\",\"v\":1}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(put("Counts/items/1.5e1/AQI", "{\"id\":\"015\",\"v\":2}").statusCode())
                .isEqualTo(204);
        assertThat(get("Counts/items/15/AQI")).isEqualTo("{\"id\":15,\"sk\":\"AQI=\",\"v\":2}");
        refused(put("Counts/items/15/AQI", "{\"id\":16}"), 400, "bad-key");
        refused(put("Counts/items/15/AQI", "{\"sk\":\"AQM=\"}"), 400, "bad-key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"a\":1}x", "{\"a\":1,\"a\":2}", "7"})
    void put_ofWhatIsNoItem_isRefused(String body) {
        refused(put("Things/items/bad", body), 400, "bad-body");
        assertThat(api.get("Things/items/bad").statusCode()).isEqualTo(404);
    }

    @Test
    void put_ifNoneMatchAny_makesAndNeverReplaces() {
        String[] absent = {"If-None-Match", "*"};

        assertThat(put("Things/items/once", "{\"v\":1}", absent).statusCode()).isEqualTo(201);
        refused(put("Things/items/once", "{\"v\":2}", absent), 412, "condition-failed");
        assertThat(get("Things/items/once")).isEqualTo("{\"id\":\"once\",\"v\":1}");
    }

    @Test
    void put_ifMatchAny_replacesAndNeverMakes() {
        String[] exists = {"If-Match", "*"};

        refused(put("Things/items/there", "{\"v\":1}", exists), 412, "condition-failed");
        put("Things/items/there", "{\"v\":1}");
        assertThat(put("Things/items/there", "{\"v\":2}", exists).statusCode()).isEqualTo(204);
    }

    @Test
    void put_ifMatchOfATag_replacesWhatTheTagIsOf() {
        put("Things/items/tagged", "{\"v\":1,\"m\":{\"x\":[1]}}");
        String first = tag("Things/items/tagged");
        String typed = tag("Things/items/tagged?format=dynamodb");

        assertThat(put("Things/items/tagged", "{\"v\":2}", "If-Match", first).statusCode())
                .isEqualTo(204);
        refused(put("Things/items/tagged", "{\"v\":3}", "If-Match", first), 412, "condition-failed");
        refused(
                put("Things/items/tagged", "{\"v\":3}", "If-Match", "W/" + tag("Things/items/tagged")),
                412,
                "condition-failed");
        put("Things/items/tagged", "{\"v\":1,\"m\":{\"x\":[1]}}");
        assertThat(put("Things/items/tagged", "{\"v\":4}", "If-Match", "\"x\", " + typed)
                        .statusCode())
                .isEqualTo(204);
        refused(put("Things/items/nothing", "{}", "If-Match", first), 412, "condition-failed");
    }

    @Test
    void put_ifMatchOfATag_comparesAsManyAttributesAsACondition() {
        put("Things/items/wide", members(140));
        assertThat(put("Things/items/wide", members(149), "If-Match", tag("Things/items/wide"))
                        .statusCode())
                .isEqualTo(204);
        put("Things/items/wide", members(160));
        refused(put("Things/items/wide", "{}", "If-Match", tag("Things/items/wide")), 400, "condition-too-large");
    }

    private static String members(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> "\"a" + n + "\":" + n)
                .collect(Collectors.joining(",", "{", "}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT | If-None-Match | \"x\" | 400 | bad-condition",
                "PATCH | If-None-Match | * | 400 | bad-condition",
                "DELETE | If-None-Match | * | 400 | bad-condition",
                "PUT | If-Match | x | 400 | bad-entity-tag",
                "PUT | Content-Type | text/plain | 415 | bad-media-type",
                "PATCH | Content-Type | application/json-patch+json | 415 | bad-media-type",
                "PUT | Content-Encoding | gzip | 415 | bad-media-type",
                "POST | Content-Type | application/json | 405 | method-not-allowed"
            })
    void write_withWhatIsNotTaken_isRefused(String method, String header, String value, int status, String code) {
        refused(api.send(method, "Things/items/x", "{}", header, value), status, code);
    }

    @Test
    void patch_changesWhatItNames() {
        put("Things/items/p", "{\"a\":1,\"b\":2,\"c\":\"x\"}");
        HttpResponse<String> answer = patch("Things/items/p", "{\"a\":10.50,\"b\":null,\"d\":[null]}");

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(get("Things/items/p")).isEqualTo("{\"a\":10.5,\"c\":\"x\",\"d\":[null],\"id\":\"p\"}");
        assertThat(ItemApi.header(answer, "etag")).isEqualTo(tag("Things/items/p"));
    }

    @Test
    void patch_ofAMap_mergesWithWhatIsThere() {
        put("Things/items/m", "{\"m\":{\"keep\":1,\"drop\":2,\"deep\":{\"x\":1}},\"s\":\"text\"}");
        patch(
                "Things/items/m",
                "{\"m\":{\"drop\":null,\"deep\":{\"y\":2}},\"s\":{\"now\":{\"a\":null}},\"n\":{\"z\":1}}");

        assertThat(get("Things/items/m"))
                .isEqualTo("{\"id\":\"m\",\"m\":{\"deep\":{\"x\":1,\"y\":2},\"keep\":1},\"n\":{\"z\":1},"
                        + "\"s\":{\"now\":{}}}");
    }

    @Test
    void patch_typed_mergesMaps_andSetsTheRest() {
        put("Things/items/t", "{\"m\":{\"keep\":1}}");
        patch(
                "Things/items/t?format=dynamodb",
                "{\"m\":{\"M\":{\"set\":{\"SS\":[\"a\"]},\"none\":null}},\"b\":{\"B\":\"AQ==\"},\"n\":{\"NULL\":true}}");

        assertThat(get("Things/items/t?format=dynamodb"))
                .isEqualTo("{\"b\":{\"B\":\"AQ==\"},\"id\":{\"S\":\"t\"},"
                        + "\"m\":{\"M\":{\"keep\":{\"N\":\"1\"},\"set\":{\"SS\":[\"a\"]}}},\"n\":{\"NULL\":true}}");
    }

    @Test
    void patch_ofNothing_makesNothing() {
        refused(patch("Things/items/none", "{\"a\":1}"), 404, "no-such-item");
        refused(patch("Things/items/none", "{\"a\":{\"b\":1}}"), 404, "no-such-item");
        refused(patch("Things/items/none", "{}"), 404, "no-such-item");
        refused(api.send("PATCH", "Things/items/none", "{\"a\":1}", "If-Match", "*"), 412, "condition-failed");
        assertThat(api.get("Things/items/none").statusCode()).isEqualTo(404);
    }

    @Test
    void patch_mayRepeatTheKey_andNotChangeIt() {
        put("Things/items/key", "{\"v\":1}");

        assertThat(patch("Things/items/key", "{\"id\":\"key\",\"v\":2}").statusCode())
                .isEqualTo(204);
        refused(patch("Things/items/key", "{\"id\":\"other\"}"), 400, "bad-key");
        refused(patch("Things/items/key", "{\"id\":null}"), 400, "bad-key");
    }

    @Test
    void patch_ifMatchOfATag_changesWhatTheTagIsOf() {
        put("Things/items/pt", "{\"m\":{\"a\":1}}");
        String first = tag("Things/items/pt");
        HttpResponse<String> answer =
                api.send("PATCH", "Things/items/pt", "{\"m\":{\"b\":2},\"n\":1}", "If-Match", first);

        assertThat(answer.statusCode()).isEqualTo(204);
        String second = ItemApi.header(answer, "etag");
        refused(api.send("PATCH", "Things/items/pt", "{\"n\":2}", "If-Match", first), 412, "condition-failed");
        assertThat(api.send("PATCH", "Things/items/pt", "{\"n\":2}", "If-Match", second)
                        .statusCode())
                .isEqualTo(204);
        assertThat(get("Things/items/pt")).isEqualTo("{\"id\":\"pt\",\"m\":{\"a\":1,\"b\":2},\"n\":2}");
    }

    @Test
    void delete_takesTheItemAway_andIsContentIfThereIsNone() {
        put("Things/items/gone", "{\"v\":1}");
        get("Things/items/gone");

        assertThat(api.send("DELETE", "Things/items/gone", null).statusCode()).isEqualTo(204);
        assertThat(api.get("Things/items/gone").statusCode()).isEqualTo(404);
        assertThat(api.send("DELETE", "Things/items/gone", null).statusCode()).isEqualTo(204);
        refused(api.send("DELETE", "Things/items/gone", null, "If-Match", "*"), 412, "condition-failed");
    }

    @Test
    void delete_ifMatchOfATag_takesAwayWhatTheTagIsOf() {
        put("Things/items/dt", "{\"v\":1}");
        String first = tag("Things/items/dt");
        put("Things/items/dt", "{\"v\":2}");

        refused(api.send("DELETE", "Things/items/dt", null, "If-Match", first), 412, "condition-failed");
        assertThat(api.send("DELETE", "Things/items/dt", null, "If-Match", tag("Things/items/dt"))
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void patches_ofOneMapAtOnce_loseNoneThatWasAccepted() {
        put("Things/items/race", "{\"m\":{}}");
        List<CompletableFuture<HttpResponse<String>>> patches = IntStream.range(0, 12)
                .mapToObj(n -> api.sendAsync("PATCH", "Things/items/race", "{\"m\":{\"k" + n + "\":" + n + "}}"))
                .toList();

        int accepted = 0;
        for (int n = 0; n < patches.size(); n++) {
            HttpResponse<String> answer = patches.get(n).join();
            assertThat(answer.statusCode()).isIn(204, 409);
            if (answer.statusCode() == 204) {
                accepted++;
                assertThat(get("Things/items/race")).contains("\"k" + n + "\":" + n);
            }
        }
        assertThat(accepted).isPositive();
        assertThat(get("Things/items/race").split("\"k", -1)).hasSize(accepted + 1);
    }

    @Test
    void puts_ifMatchOfOneTagAtOnce_areWonByOne() {
        put("Things/items/won", "{\"v\":0}");
        String first = tag("Things/items/won");
        List<CompletableFuture<HttpResponse<String>>> puts = IntStream.range(1, 9)
                .mapToObj(n -> api.sendAsync("PUT", "Things/items/won", "{\"v\":" + n + "}", "If-Match", first))
                .toList();

        assertThat(puts)
                .extracting(put -> put.join().statusCode())
                .containsOnlyOnce(204)
                .containsOnly(204, 412);
    }

    @Test
    void put_ofALongItem_isReadBackWhole() {
        String text = "ü".repeat(150_000);

        assertThat(put("Things/items/large", "{\"t\":\"" + text + "\"}").statusCode())
                .isEqualTo(201);
        assertThat(get("Things/items/large")).isEqualTo("{\"id\":\"large\",\"t\":\"" + text + "\"}");
        assertThat(get("Things/items/large")).isEqualTo("{\"id\":\"large\",\"t\":\"" + text + "\"}");
        assertThat(put("Things/items/large", "{}", "If-Match", tag("Things/items/large"))
                        .statusCode())
                .isEqualTo(204);
        refused(put("Things/items/large", "{\"t\":\"" + "x".repeat(420_000) + "\"}"), 400, "ValidationException");
    }

    @Test
    void write_longerThanABodyMayBe_isRefused() {
        refused(put("Things/items/x", "{\"t\":\"" + "x".repeat(17 << 20) + "\"}"), 413, "body-too-large");
    }
}
