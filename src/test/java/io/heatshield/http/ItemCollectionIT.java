package io.heatshield.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Item collections page by page, and handfuls of items, over plain HTTP. */
final class ItemCollectionIT {
    private static final Pattern NEXT = Pattern.compile("<([^>]+)>; rel=\"next\"");

    private static ItemApi api;

    @BeforeAll
    static void start() {
        api = ItemApi.start();
        api.create("Things", "\"S\"", null);
        api.create("Posts", "\"S\"", "\"N\"");
        api.create("Files", "\"S\"", "\"B\"");
        for (int n = 0; n < 10; n++) {
            api.send("PUT", "Posts/items/a%2Fb/" + n, "{\"v\":" + n + ",\"m\":{\"in\":1,\"out\":2}}");
        }
        for (String key : new String[] {"AA==", "AQ==", "gA==", "_w=="}) {
            api.send("PUT", "Files/items/f/" + key, "{}");
        }
        api.send("PUT", "Things/items/one", "{\"v\":1}");
        api.send("PUT", "Things/items/a%2Cb%2Fc", "{\"v\":2}");
        api.send("PUT", "Things/items/large", "{\"v\":\"" + "text ".repeat(10_000) + "\"}");
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static List<Integer> sorts(HttpResponse<String> answer) {
        JsonArray items = new JsonObject(answer.body()).getJsonArray("items");
        return IntStream.range(0, items.size())
                .map(at -> items.getJsonObject(at).getInteger("sk"))
                .boxed()
                .toList();
    }

    private static @Nullable HttpResponse<String> next(HttpResponse<String> answer) {
        Matcher next = NEXT.matcher(ItemApi.header(answer, "link"));
        return next.find()
                ? api.send(HttpRequest.newBuilder(
                        URI.create(api.heatshield().dynamoDb() + "/").resolve(next.group(1))))
                : null;
    }

    private static List<List<Integer>> walk(String path) {
        List<List<Integer>> pages = new ArrayList<>();
        HttpResponse<String> page = api.get(path);
        while (page != null) {
            assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
            pages.add(sorts(page));
            page = next(page);
        }
        return pages;
    }

    @Test
    void collection_isItsItemsInOrder() {
        HttpResponse<String> answer = api.get("Posts/items/a%2Fb?limit=2");

        JsonObject body = new JsonObject(answer.body());
        assertThat(answer.body())
                .startsWith("{\"items\":[{\"id\":\"a/b\",\"m\":{\"in\":1,\"out\":2},\"sk\":0,\"v\":0},");
        assertThat(ItemApi.header(answer, "link"))
                .isEqualTo(
                        "</v1/tables/Posts/items/a%2Fb?limit=2&cursor=" + body.getString("next") + ">; rel=\"next\"");
        assertThat(ItemApi.header(answer, "content-type")).isEqualTo("application/json");
        assertThat(ItemApi.header(api.get("Posts/items/a%2Fb"), "link")).isEmpty();
        assertThat(api.get("Posts/items/none").body()).isEqualTo("{\"items\":[]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limit=4 | [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]",
                "limit=4&descending=true | [[9, 8, 7, 6], [5, 4, 3, 2], [1, 0]]",
                "limit=2&from=3&to=6.0 | [[3, 4], [5, 6], []]",
                "from=8 | [[8, 9]]",
                "to=1 | [[0, 1]]",
                "from=8&descending=true | [[9, 8]]",
                "limit=7&fields=sk&consistent=true | [[0, 1, 2, 3, 4, 5, 6], [7, 8, 9]]"
            })
    void collection_walkedByItsLinks_isWhatWasAskedFor(String query, String pages) {
        assertThat(walk("Posts/items/a%2Fb?" + query)).hasToString(pages);
    }

    @Test
    void collection_ofFields_isCut_andTypedIfAsked() {
        assertThat(api.get("Posts/items/a%2Fb?limit=1&fields=m.in,v").body())
                .startsWith("{\"items\":[{\"m\":{\"in\":1},\"v\":0}],");
        assertThat(api.get("Posts/items/a%2Fb?to=0&format=dynamodb&fields=v").body())
                .isEqualTo("{\"items\":[{\"v\":{\"N\":\"0\"}}]}");
    }

    @Test
    void collection_ofBinaryKeys_isInTheOrderOfTheirBytes() {
        assertThat(api.get("Files/items/f?from=AQ&to=%2Fw%3D%3D&fields=sk").body())
                .isEqualTo("{\"items\":[{\"sk\":\"AQ==\"},{\"sk\":\"gA==\"},{\"sk\":\"/w==\"}]}");
    }

    @Test
    void collection_again_isAHit_until_anItemOfItIsWritten() {
        api.send("PUT", "Posts/items/warm/1", "{\"v\":1}");
        HttpResponse<String> first = api.get("Posts/items/warm?limit=5");
        HttpResponse<String> warm = api.get("Posts/items/warm?limit=5");

        assertThat(ItemApi.header(warm, "x-heatshield-cache")).isEqualTo("local");
        assertThat(ItemApi.header(warm, "cache-control")).startsWith("max-age=");
        assertThat(ItemApi.header(warm, "etag")).isEqualTo(ItemApi.header(first, "etag"));
        assertThat(api.send("GET", "Posts/items/warm?limit=5", null, "If-None-Match", ItemApi.header(warm, "etag"))
                        .statusCode())
                .isEqualTo(304);
        api.send("PUT", "Posts/items/warm/2", "{\"v\":2}");
        HttpResponse<String> after = api.get("Posts/items/warm?limit=5");
        assertThat(sorts(after)).containsExactly(1, 2);
        assertThat(ItemApi.header(after, "etag")).isNotEqualTo(ItemApi.header(warm, "etag"));
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, bad-parameter",
        "limit=1001, bad-parameter",
        "limit=x, bad-parameter",
        "limit=99999999999, bad-parameter",
        "descending=yes, bad-parameter",
        "from=x, bad-key",
        "from=5&to=4, bad-parameter",
        "cursor=, bad-cursor",
        "cursor=***, bad-cursor",
        "cursor=AQ, bad-cursor",
        "start=1, bad-parameter"
    })
    void collection_askedWrongly_isAProblem(String query, String code) {
        HttpResponse<String> answer = api.get("Posts/items/a%2Fb?" + query);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
    }

    @Test
    void cursor_changed_orOfAnotherWalk_isRefused() {
        String cursor = new JsonObject(api.get("Posts/items/a%2Fb?limit=2").body()).getString("next");

        assertThat(api.get("Posts/items/a%2Fb?cursor=" + cursor).statusCode()).isEqualTo(200);
        for (int at = 0; at < cursor.length(); at++) {
            char other = cursor.charAt(at) == 'A' ? 'B' : 'A';
            String changed = cursor.substring(0, at) + other + cursor.substring(at + 1);
            assertThat(api.get("Posts/items/a%2Fb?cursor=" + changed).body()).contains("\"bad-cursor\"");
        }
        for (String other : new String[] {"a%2Fb?descending=true", "a%2Fb?from=1", "a%2Fb?to=5", "other?limit=2"}) {
            assertThat(api.get("Posts/items/" + other + "&cursor=" + cursor).body())
                    .contains("\"bad-cursor\"");
        }
    }

    @Test
    void handful_isInTheOrderOfItsKeys_withNullForNone() {
        HttpResponse<String> answer = api.get("Things/items?keys=a%2Cb%2Fc,none,one,one&fields=id,v");

        assertThat(answer.body())
                .isEqualTo("{\"items\":[{\"id\":\"a,b/c\",\"v\":2},null,{\"id\":\"one\",\"v\":1},"
                        + "{\"id\":\"one\",\"v\":1}]}");
        assertThat(api.get("Posts/items?keys=a%2Fb/1,a%2Fb/2.0&fields=v&format=dynamodb")
                        .body())
                .isEqualTo("{\"items\":[{\"v\":{\"N\":\"1\"}},{\"v\":{\"N\":\"2\"}}]}");
    }

    @Test
    void handful_again_isAHit_underTheSameTag() {
        api.get("Things/items?keys=one,none");
        HttpResponse<String> warm = api.get("Things/items?keys=one,none");
        String tag = ItemApi.header(warm, "etag");

        assertThat(ItemApi.header(warm, "x-heatshield-cache")).isEqualTo("local");
        assertThat(ItemApi.header(warm, "cache-control")).startsWith("max-age=");
        assertThat(api.send("GET", "Things/items?keys=one,none", null, "If-None-Match", tag)
                        .statusCode())
                .isEqualTo(304);
        assertThat(ItemApi.header(api.get("Things/items?keys=none,one"), "etag"))
                .isNotEqualTo(tag);
    }

    @Test
    void handful_acceptingGzip_isCompressed() throws Exception {
        HttpResponse<byte[]> answer = ItemApi.CLIENT.send(
                api.at("Things/items?keys=large,one")
                        .header("Accept-Encoding", "gzip")
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(ItemApi.header(answer, "content-encoding")).isEqualTo("gzip");
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(api.get("Things/items?keys=large,one").body());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Things/items | 400 | bad-parameter",
                "Things/items?keys= | 400 | bad-parameter",
                "Things/items?keys=a,,b | 400 | bad-parameter",
                "Things/items?keys=a/1 | 400 | bad-key",
                "Posts/items?keys=a | 400 | bad-key",
                "Posts/items?keys=a/x | 400 | bad-key",
                "Things/items?keys=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26 | 400 | bad-parameter"
            })
    void handful_askedWrongly_isAProblem(String path, int status, String code) {
        HttpResponse<String> answer = api.get(path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
    }
}
