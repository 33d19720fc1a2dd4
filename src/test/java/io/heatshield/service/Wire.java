package io.heatshield.service;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** DynamoDB's protocol without an SDK, so that answers can be compared by their bytes. The signature is a dummy. */
final class Wire {
    /** What came back, as far as two answers to one question are comparable. */
    record Answer(int status, String body, String cache) {}

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI endpoint;

    Wire(URI endpoint) {
        this.endpoint = endpoint;
    }

    Answer ask(String operation, String json) {
        return send(operation, json).join();
    }

    CompletableFuture<Answer> send(String operation, String json) {
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .header("X-Amz-Date", "20260101T000000Z")
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/dynamodb/aws4_request,"
                                + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=00")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        return CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .thenApply(answer -> new Answer(
                        answer.statusCode(),
                        answer.body(),
                        answer.headers().firstValue("x-heatshield-cache").orElse("")));
    }

    /** What a page of the admin face answers to this. */
    static String post(URI page, String json) {
        return CLIENT.sendAsync(
                        HttpRequest.newBuilder(page)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(json))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .join()
                .body();
    }

    /** The sum of a counter or gauge over all its tags that contain a text. */
    static double metric(URI admin, String name, String tag) {
        try {
            String page = CLIENT.send(
                            HttpRequest.newBuilder(admin.resolve("/metrics")).build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            return page.lines()
                    .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                    .filter(line -> line.contains(tag))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
