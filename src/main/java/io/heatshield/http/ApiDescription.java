package io.heatshield.http;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Rendition;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;

/** The item API as OpenAPI 3.1, at {@link #PATH}: read from the jar at the start, and the same on every node. */
final class ApiDescription {
    static final String PATH = "/v1/openapi.json";

    private static final String RESOURCE = "openapi.json";
    private static final Freshness AN_HOUR = new Freshness(0, 3600);

    private final Rendition plain;
    private final Rendition zipped;

    ApiDescription() {
        byte[] bytes = bytes();
        plain = ItemForms.render(bytes, false);
        zipped = ItemForms.render(bytes, true);
    }

    private static byte[] bytes() {
        try (InputStream in = ApiDescription.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + RESOURCE);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("reading the jar", e);
        }
    }

    void answer(ItemExchange exchange) {
        HttpMethod method = exchange.request().method();
        if (method.equals(HttpMethod.OPTIONS)) {
            exchange.preflight();
        } else if (!ItemEndpoint.isRead(method)) {
            ItemEndpoint.notAllowed(exchange, ItemEndpoint.READS);
        } else {
            QueryParameters.of(exchange.request().query(), Set.of());
            boolean gzip = AcceptEncoding.takesGzip(exchange.headers());
            exchange.send(gzip ? zipped : plain, AN_HOUR, CacheStatus.LOCAL, null);
        }
    }
}
