package io.heatshield.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.function.Predicate;

/** What Heatshield's admin face tells at one moment. */
record Exposed(List<String> lines) {
    /** Reads {@code /metrics} below this address. */
    static Exposed read(HttpClient client, URI admin) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(admin.resolve("/metrics")).GET().build();
        return new Exposed(
                client.send(request, BodyHandlers.ofString()).body().lines().toList());
    }

    /** The sum over all series of one name that have this label, such as {@code table="Products"}; 0 if there is none. */
    double sum(String name, String label) {
        return sum(line -> line.startsWith(name + "{") && line.contains(label));
    }

    private double sum(Predicate<String> series) {
        return lines.stream()
                .filter(series)
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
