package io.heatshield.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.app.InProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A client of the item API of a whole Heatshield before its embedded origin. */
final class ItemApi implements AutoCloseable {
    static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final InProcess heatshield;

    private ItemApi(InProcess heatshield) {
        this.heatshield = heatshield;
    }

    static ItemApi start(String... settings) {
        return new ItemApi(InProcess.start(settings));
    }

    InProcess heatshield() {
        return heatshield;
    }

    @Override
    public void close() {
        heatshield.close();
    }

    void create(String table, String type, @Nullable String sortType) {
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

    void put(String table, String item) {
        assertThat(dynamo("PutItem", "{\"TableName\":\"" + table + "\",\"Item\":" + item + "}"))
                .isEqualTo("{}");
    }

    String dynamo(String operation, String json) {
        return send(HttpRequest.newBuilder(heatshield.dynamoDb())
                        .header("Content-Type", "application/x-amz-json-1.0")
                        .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                        .POST(BodyPublishers.ofString(json)))
                .body();
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpRequest.Builder at(String path) {
        return HttpRequest.newBuilder(URI.create(heatshield.dynamoDb() + "/v1/tables/" + path));
    }

    HttpResponse<String> get(String path) {
        return send(at(path));
    }

    /** The same as {@link #send(String, String, String, String...)}, without waiting for the answer. */
    CompletableFuture<HttpResponse<String>> sendAsync(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = at(path).method(method, BodyPublishers.ofString(body));
        return CLIENT.sendAsync(
                (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    /** Sends a method with a body, or none, and headers by name and value. */
    HttpResponse<String> send(String method, String path, @Nullable String body, String... headers) {
        HttpRequest.Builder request =
                at(path).method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }
}
