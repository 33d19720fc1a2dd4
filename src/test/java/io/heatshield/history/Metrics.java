package io.heatshield.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The admin face as a client sees it. */
final class Metrics {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Metrics() {}

    /** The sum of a counter or gauge over all series that contain a text. */
    static double sum(URI admin, String name, String label) {
        return send(HttpRequest.newBuilder(admin.resolve("/metrics")))
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> line.contains(label))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Changes what the embedded origin plays. */
    static void laboratory(URI admin, String json) {
        send(HttpRequest.newBuilder(admin.resolve("/admin/laboratory")).PUT(BodyPublishers.ofString(json)));
    }

    private static String send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = CLIENT.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(answer.body());
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
