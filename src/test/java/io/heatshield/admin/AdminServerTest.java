package io.heatshield.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.config.AdminConfig;
import io.heatshield.metrics.Meters;
import io.heatshield.metrics.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AdminServerTest {
    private final Vertx vertx = Vertx.vertx();
    private final Meters meters = Meters.prometheus("1.2.3", 10, List.of("GetItem"));
    private final HttpClient http = HttpClient.newHttpClient();
    private volatile @Nullable String hindrance;
    private final Memory laboratory = new Memory();
    private AdminServer admin;

    /** Keeps what it is told, unless that is the word bad. */
    private static final class Memory implements Adjustable {
        private volatile String told = "{}";

        @Override
        public String read() {
            return told;
        }

        @Override
        public List<String> replace(String json) {
            if (json.equals("bad")) {
                return List.of("budgets.scale: is bad");
            }
            told = json;
            return List.of();
        }
    }

    private Future<String> invalidate(String json, String by) {
        return switch (json) {
            case "wrong" -> Future.failedFuture(new IllegalArgumentException("table: expected one"));
            case "cut off" -> Future.failedFuture("down");
            default -> Future.succeededFuture(json + " by " + by.replaceAll(":\\d+$", ""));
        };
    }

    @BeforeEach
    void start() throws Exception {
        admin = await(new AdminServer(
                        vertx, new AdminConfig("127.0.0.1", 0), meters, () -> hindrance, laboratory, this::invalidate)
                .start());
    }

    @AfterEach
    void stop() throws Exception {
        await(admin.stop());
        await(vertx.close());
        meters.close();
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private HttpResponse<String> ask(String method, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + path))
                .method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> put(String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + "/admin/laboratory"))
                        .PUT(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String type(HttpResponse<String> response) {
        return response.headers().firstValue("content-type").orElse("none");
    }

    @Test
    void root_listsThePages() throws Exception {
        HttpResponse<String> response = ask("GET", "/");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(type(response)).isEqualTo("application/json");
        List<?> pages = new JsonObject(response.body()).getJsonArray("pages").getList();
        assertThat(pages).hasSize(4);
        for (Object page : pages) {
            assertThat(ask("GET", (String) page).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void live_isAlways200() throws Exception {
        hindrance = "starting";
        assertThat(ask("GET", "/health/live").statusCode()).isEqualTo(200);
        assertThat(ask("HEAD", "/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void ready_says503AndWhyNot() throws Exception {
        assertThat(ask("GET", "/health/ready").statusCode()).isEqualTo(200);
        hindrance = "the origin has not answered yet";
        HttpResponse<String> response = ask("GET", "/health/ready");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(new JsonObject(response.body()).getString("reason")).isEqualTo("the origin has not answered yet");
    }

    @Test
    void metrics_areInPrometheusText() throws Exception {
        meters.requests().answered("GetItem", "Products", Outcome.SUCCESS);
        HttpResponse<String> response = ask("GET", "/metrics");
        assertThat(type(response)).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.body())
                .contains("heatshield_requests_total{operation=\"GetItem\",outcome=\"success\",table=\"Products\"} 1.0")
                .contains("heatshield_build_info{version=\"1.2.3\"} 1")
                .contains("# HELP heatshield_requests_total")
                .contains("jvm_memory_used_bytes");
    }

    @Test
    void metrics_areInOpenMetricsForWhoAsks() throws Exception {
        HttpResponse<String> response =
                ask("GET", "/metrics", "Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
        assertThat(type(response)).isEqualTo("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(response.body()).endsWith("# EOF\n");
    }

    @Test
    void unknownPage_isA404InJson() throws Exception {
        HttpResponse<String> response = ask("GET", "/nowhere");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(type(response)).isEqualTo("application/json");
        assertThat(new JsonObject(response.body()).getString("error")).contains("GET /");
    }

    @Test
    void wrongMethod_isA405InJson() throws Exception {
        HttpResponse<String> response = ask("DELETE", "/metrics");
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(new JsonObject(response.body()).getString("error")).contains("read");
    }

    @Test
    void laboratory_isReadAndReplaced() throws Exception {
        assertThat(put("{\"lag\":\"2s\"}").body()).isEqualTo("{\"lag\":\"2s\"}");
        HttpResponse<String> response = ask("GET", "/admin/laboratory");
        assertThat(response.body()).isEqualTo("{\"lag\":\"2s\"}");
        assertThat(type(response)).isEqualTo("application/json");
    }

    @Test
    void laboratory_toldSomethingWrong_saysWhatAndChangesNothing() throws Exception {
        HttpResponse<String> response = put("bad");
        assertThat(response.statusCode()).isEqualTo(400);
        JsonObject error = new JsonObject(response.body());
        assertThat(error.getString("error")).isEqualTo("nothing was changed");
        assertThat(error.getJsonArray("problems").getString(0)).isEqualTo("budgets.scale: is bad");
        assertThat(ask("GET", "/admin/laboratory").body()).isEqualTo("{}");
    }

    @Test
    void laboratory_toldTooMuch_isA413InJson() throws Exception {
        HttpResponse<String> response = put("x".repeat(100_000));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(type(response)).isEqualTo("application/json");
    }

    @Test
    void laboratory_ofAnOriginThatHasNone_isA404ThatSaysWhy() throws Exception {
        await(admin.stop());
        admin = await(
                new AdminServer(vertx, new AdminConfig("127.0.0.1", 0), meters, () -> hindrance, null, null).start());
        for (HttpResponse<String> response : List.of(ask("GET", "/admin/laboratory"), put("{}"))) {
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(new JsonObject(response.body()).getString("error")).contains("origin.kind");
        }
        assertThat(ask("GET", "/").body()).doesNotContain("laboratory");
    }

    @Test
    void start_onATakenPort_saysWhich() {
        AdminServer second = new AdminServer(
                vertx,
                new AdminConfig("127.0.0.1", admin.port()),
                meters,
                () -> hindrance,
                laboratory,
                this::invalidate);
        Vertx other = Vertx.vertx();
        AdminServer elsewhere = new AdminServer(
                other,
                new AdminConfig("127.0.0.1", admin.port()),
                meters,
                () -> hindrance,
                laboratory,
                this::invalidate);
        try {
            assertThat(second.port()).isEqualTo(-1);
            assertThatThrownBy(() -> await(elsewhere.start()))
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + admin.port());
        } finally {
            other.close().onFailure(cause -> {});
        }
    }

    @Test
    void invalidate_saysWhatWasDropped_whatIsWrong_andWhatIsOpen() throws Exception {
        assertThat(post("all").statusCode()).isEqualTo(200);
        assertThat(post("all").body()).isEqualTo("{\"invalidated\":\"all by 127.0.0.1\"}");
        assertThat(post("wrong").statusCode()).isEqualTo(400);
        assertThat(post("wrong").body()).isEqualTo("{\"error\":\"table: expected one\"}");
        assertThat(post("cut off").statusCode()).isEqualTo(503);
    }

    @Test
    void invalidate_ofATypeThatAWebPageCanSend_isRefused() throws Exception {
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
            assertThat(post("all", type).statusCode()).isEqualTo(415);
        }
        assertThat(post("all", "application/json; charset=utf-8").statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> post(String body) throws Exception {
        return post(body, "application/json");
    }

    private HttpResponse<String> post(String body, String type) throws Exception {
        URI page = URI.create("http://127.0.0.1:" + admin.port() + "/admin/invalidate");
        return http.send(
                HttpRequest.newBuilder(page)
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
