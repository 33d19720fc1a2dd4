package io.heatshield.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.openapi.contract.OpenAPIVersion;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@code /v1/openapi.json} says is what the item API does: all of it, and nothing else. */
final class OpenApiIT {
    private static final String DESCRIPTION = "/v1/openapi.json";
    private static final String HANDFUL = "/v1/tables/{table}/items";
    private static final String PARTITION = HANDFUL + "/{partition}";
    private static final String SORTED = PARTITION + "/{sort}";
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final List<String> DOCUMENTED_HEADERS =
            List.of("ETag", "Cache-Control", "Age", "Link", "Retry-After");

    private static Vertx vertx;
    private static ItemApi api;
    private static SchemaRepository schemas;
    private static JsonObject raw;
    private static JsonObject description;

    /** What requests and answers had in them, in the words of {@link #documented}. */
    private static final Set<String> SEEN = new TreeSet<>();

    @BeforeAll
    static void start() throws Exception {
        vertx = Vertx.vertx();
        api = ItemApi.start("listen.max-body=1KiB");
        api.create("Things", "\"S\"", null);
        api.create("Posts", "\"S\"", "\"N\"");
        raw = new JsonObject(send("GET", DESCRIPTION, null).body());
        schemas = await(OpenAPIVersion.V3_1.getRepository(vertx, "https://heatshield.example/"));
        description = plain(await(OpenAPIVersion.V3_1.resolve(vertx, schemas, raw.copy())));
    }

    /** Without what the resolver writes into it for itself. */
    private static JsonObject plain(JsonObject resolved) {
        JsonObject plain = new JsonObject();
        resolved.forEach(member -> {
            if (!member.getKey().startsWith("__")) {
                plain.put(member.getKey(), plain(member.getValue()));
            }
        });
        return plain;
    }

    private static Object plain(Object resolved) {
        if (resolved instanceof JsonObject object) {
            return plain(object);
        }
        return resolved instanceof JsonArray array
                ? new JsonArray(
                        new ArrayList<>(array.stream().map(OpenApiIT::plain).toList()))
                : resolved;
    }

    @AfterAll
    static void stop() throws Exception {
        api.close();
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static HttpResponse<String> send(String method, String path, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(api.heatshield().dynamoDb() + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return api.send(headers.length == 0 ? request : request.headers(headers));
    }

    @Test
    void description_isValidOpenApi() throws Exception {
        OutputUnit verdict = await(OpenAPIVersion.V3_1.validateContract(vertx, schemas, raw));

        assertThat(verdict.getValid()).as(String.valueOf(verdict.getErrors())).isTrue();
        assertThat(OpenAPIVersion.fromContract(raw)).isEqualTo(OpenAPIVersion.V3_1);
        assertThat(operations().map(each -> each.operation.getString("operationId")))
                .doesNotHaveDuplicates()
                .doesNotContainNull();
    }

    /** One operation of the description. */
    private record Operation(String method, String template, JsonObject path, JsonObject operation) {
        Stream<JsonObject> parameters() {
            return Stream.of(path, operation)
                    .flatMap(each -> each.containsKey("parameters")
                            ? each.getJsonArray("parameters").stream().map(JsonObject.class::cast)
                            : Stream.of());
        }

        String name() {
            return method + " " + template;
        }
    }

    private static Stream<Operation> operations() {
        return description.getJsonObject("paths").stream().flatMap(path -> {
            JsonObject methods = (JsonObject) path.getValue();
            return Stream.of("get", "head", "put", "patch", "delete")
                    .filter(methods::containsKey)
                    .map(method -> new Operation(
                            method.toUpperCase(Locale.ROOT), path.getKey(), methods, methods.getJsonObject(method)));
        });
    }

    private static Set<String> documented() {
        Set<String> all = new TreeSet<>();
        operations().forEach(each -> {
            each.parameters()
                    .forEach(parameter ->
                            all.add(each.name() + " " + parameter.getString("in") + " " + parameter.getString("name")));
            JsonObject body = each.operation.getJsonObject("requestBody");
            if (body != null) {
                body.getJsonObject("content").fieldNames().forEach(type -> all.add(each.name() + " body " + type));
            }
            JsonObject responses = each.operation.getJsonObject("responses");
            responses.fieldNames().forEach(status -> {
                JsonObject content = responses.getJsonObject(status).getJsonObject("content");
                Set<String> types = content == null ? Set.of("-") : content.fieldNames();
                types.forEach(type -> all.add(each.name() + " answers " + status + " " + type));
            });
        });
        return all;
    }

    /** Sends a request, and holds the answer against the description. */
    private static HttpResponse<String> asks(
            String method, String template, String path, @Nullable String body, String... headers) {
        HttpResponse<String> answer = send(method, path, body, headers);
        Operation operation = operations()
                .filter(each -> each.method.equals(method) && each.template.equals(template))
                .findFirst()
                .orElseThrow();
        Matcher variable = VARIABLE.matcher(template);
        while (variable.find()) {
            SEEN.add(operation.name() + " path " + variable.group(1));
        }
        String query = URI.create(path).getRawQuery();
        for (String part : query == null ? new String[0] : query.split("&")) {
            SEEN.add(operation.name() + " query " + part.substring(0, part.indexOf('=')));
        }
        for (int at = 0; at < headers.length; at += 2) {
            SEEN.add(operation.name()
                    + (headers[at].equals("Content-Type") ? " body " + headers[at + 1] : " header " + headers[at]));
        }
        check(operation, answer);
        return answer;
    }

    private static void check(Operation operation, HttpResponse<String> answer) {
        JsonObject responses = operation.operation.getJsonObject("responses");
        String status = Integer.toString(answer.statusCode());
        String said = responses.containsKey(status) ? status : "default";
        assertThat(responses.fieldNames()).as(operation.name() + " " + status).contains(said);
        JsonObject response = responses.getJsonObject(said);
        JsonObject content = response.getJsonObject("content");
        String type = operation.method.equals("HEAD")
                ? "-"
                : answer.headers().firstValue("content-type").orElse("-");
        SEEN.add(operation.name() + " answers " + said + " " + type);
        if (content == null) {
            assertThat(answer.body()).as(operation.name()).isEmpty();
        } else {
            assertThat(content.fieldNames()).as(operation.name() + " " + status).contains(type);
            JsonObject schema = content.getJsonObject(type).getJsonObject("schema");
            OutputUnit verdict = schemas.validator(JsonSchema.of(schema)).validate(Json.decodeValue(answer.body()));
            assertThat(verdict.getValid())
                    .as(operation.name() + " " + status + " " + answer.body() + " " + verdict.getErrors())
                    .isTrue();
        }
        JsonObject named = response.getJsonObject("headers", new JsonObject());
        for (String header : DOCUMENTED_HEADERS) {
            boolean isProblem = type.equals(Problem.MEDIA_TYPE) || answer.statusCode() >= 400;
            if (answer.headers().firstValue(header).isPresent() && !isProblem) {
                assertThat(named.fieldNames())
                        .as(operation.name() + " " + status)
                        .contains(header);
            }
        }
    }

    @Test
    void behaviour_isWhatIsDescribed_andAllOfIt() {
        SEEN.clear();
        description();
        items(PARTITION, "/v1/tables/Things/items/x", "/v1/tables/Nowhere/items/x");
        items(SORTED, "/v1/tables/Posts/items/x/1", "/v1/tables/Nowhere/items/x/1");
        pages();
        handfuls();
        failures();

        Set<String> documented = documented();
        assertThat(minus(documented, SEEN)).as("described, and not seen").isEmpty();
        assertThat(minus(SEEN, documented)).as("seen, and not described").isEmpty();
    }

    private static Set<String> minus(Set<String> from, Set<String> what) {
        Set<String> left = new TreeSet<>(from);
        left.removeAll(what);
        // What is refused for not being described.
        left.removeIf(each -> each.endsWith(" body text/plain") || each.endsWith(" query x"));
        return left;
    }

    private static void description() {
        for (String method : List.of("GET", "HEAD")) {
            String tag = asks(method, DESCRIPTION, DESCRIPTION, null)
                    .headers()
                    .firstValue("etag")
                    .orElseThrow();
            asks(method, DESCRIPTION, DESCRIPTION, null, "If-None-Match", tag);
            assertThat(asks(method, DESCRIPTION, DESCRIPTION + "?x=1", null).statusCode())
                    .isEqualTo(400);
        }
    }

    private static void items(String template, String path, String nowhere) {
        String json = "application/json";
        String merge = "application/merge-patch+json";
        String large = "{\"t\":\"" + "x".repeat(1100) + "\"}";
        List<HttpResponse<String>> made = new ArrayList<>();
        made.add(asks("PUT", template, path, "{\"v\":1}", "Content-Type", json, "If-None-Match", "*"));
        made.add(asks("PUT", template, path, "{\"v\":2}", "Content-Type", json, "If-Match", "*"));
        made.add(asks("PUT", template, path + "?format=dynamodb", "{\"v\":{\"N\":\"3\"}}", "Content-Type", json));
        made.add(asks("PUT", template, path, "{", "Content-Type", json));
        made.add(asks("PUT", template, nowhere, "{}", "Content-Type", json));
        made.add(asks("PUT", template, path, "{}", "If-Match", "\"x\""));
        made.add(asks("PUT", template, path, large));
        made.add(asks("PUT", template, path, "{}", "Content-Type", "text/plain"));
        assertThat(made).extracting(HttpResponse::statusCode).containsExactly(201, 204, 204, 400, 404, 412, 413, 415);
        List<HttpResponse<String>> changed = new ArrayList<>();
        changed.add(asks("PATCH", template, path, "{\"v\":null}", "Content-Type", merge));
        changed.add(asks("PATCH", template, path + "?format=dynamodb", "{\"v\":{\"N\":\"4\"}}", "Content-Type", json));
        changed.add(asks("PATCH", template, path, "[]"));
        changed.add(asks("PATCH", template, nowhere, "{}"));
        changed.add(asks("PATCH", template, path, "{}", "If-Match", "\"x\""));
        changed.add(asks("PATCH", template, path, large));
        changed.add(asks("PATCH", template, path, "{}", "Content-Type", "text/plain"));
        assertThat(changed).extracting(HttpResponse::statusCode).containsExactly(204, 204, 400, 404, 412, 413, 415);
        for (String method : List.of("GET", "HEAD")) {
            reading(method, template, path, nowhere);
        }
        List<HttpResponse<String>> gone = new ArrayList<>();
        gone.add(asks("DELETE", template, path + "?x=1", null));
        gone.add(asks("DELETE", template, path, null, "If-Match", "\"x\""));
        gone.add(asks("DELETE", template, path, null));
        gone.add(asks("DELETE", template, nowhere, null));
        assertThat(gone).extracting(HttpResponse::statusCode).containsExactly(400, 412, 204, 404);
    }

    private static void reading(String method, String template, String path, String nowhere) {
        String query = path.contains("?") ? "&" : "?";
        HttpResponse<String> first = asks(method, template, path, null);
        String tag = first.headers().firstValue("etag").orElseThrow();
        assertThat(List.of(
                        first,
                        asks(method, template, path + query + "format=plain&fields=v", null),
                        asks(method, template, path + query + "format=dynamodb&consistent=true", null),
                        asks(method, template, path, null, "If-None-Match", tag),
                        asks(method, template, path + query + "fields=", null),
                        asks(method, template, nowhere, null)))
                .extracting(HttpResponse::statusCode)
                .containsExactly(200, 200, 200, 304, 400, 404);
    }

    private static void pages() {
        for (String method : List.of("GET", "HEAD")) {
            String path = "/v1/tables/Posts/items/walk";
            for (int n = 0; n < 3; n++) {
                send("PUT", path + "/" + n, "{}");
            }
            String query = "?limit=1&from=0&to=2&descending=true";
            String cursor = new JsonObject(send("GET", path + query, null).body()).getString("next");
            assertThat(asks(method, PARTITION, path + query, null).headers().firstValue("link"))
                    .isPresent();
            assertThat(asks(method, PARTITION, path + query + "&cursor=" + cursor, null)
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static void handfuls() {
        send("PUT", "/v1/tables/Things/items/a", "{}");
        for (String method : List.of("GET", "HEAD")) {
            reading(method, HANDFUL, "/v1/tables/Things/items?keys=a,none", "/v1/tables/Nowhere/items?keys=a");
        }
    }

    /** The origin fails each request, of items that no tier has. */
    private static void failures() {
        laboratory("100%");
        for (String method : List.of("GET", "HEAD", "DELETE")) {
            fails(asks(method, PARTITION, "/v1/tables/Things/items/f" + method, null));
            fails(asks(method, SORTED, "/v1/tables/Posts/items/x/1" + method.length(), null));
        }
        for (String method : List.of("PUT", "PATCH")) {
            fails(asks(method, PARTITION, "/v1/tables/Things/items/f", "{}"));
            fails(asks(method, SORTED, "/v1/tables/Posts/items/x/1", "{}"));
        }
        for (String method : List.of("GET", "HEAD")) {
            fails(asks(method, HANDFUL, "/v1/tables/Things/items?keys=f" + method, null));
        }
        laboratory("0%");
    }

    private static void fails(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isGreaterThanOrEqualTo(500);
    }

    private static void laboratory(String errors) {
        HttpResponse<String> answer =
                api.send(HttpRequest.newBuilder(URI.create(api.heatshield().admin() + "/admin/laboratory"))
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString("{\"faults\":{\"errors\":\"" + errors + "\"}}")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void options_areAskedBeforehand_byBrowsers() {
        for (String path : List.of(DESCRIPTION, "/v1/tables/Things/items", "/v1/tables/Things/items/a")) {
            HttpResponse<String> answer = send(
                    "OPTIONS", path, null, "Origin", "https://shop.example", "Access-Control-Request-Method", "PUT");
            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(answer.headers().firstValue("access-control-allow-methods"))
                    .contains("PUT");
        }
        assertThat(Arrays.asList("POST", "TRACE"))
                .allSatisfy(method -> assertThat(
                                send(method, "/v1/tables/Things/items/a", null).statusCode())
                        .isEqualTo(405));
    }
}
