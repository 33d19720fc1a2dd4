package io.heatshield.http;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.TableDescription;
import io.heatshield.service.ItemSource;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/** The item API: plain HTTP for items, under {@code /v1/}. One instance an event loop. */
final class ItemEndpoint {
    private static final String READS = "GET, HEAD, OPTIONS";

    private final DynamoEndpoint wire;
    private final ItemSource items;
    private final ItemReading reading;

    ItemEndpoint(DynamoEndpoint wire, ItemSource items) {
        this.wire = wire;
        this.items = items;
        this.reading = new ItemReading(items);
    }

    /** Takes a request whose path begins with {@code /v1/}. */
    void handle(HttpServerRequest request, Peer peer) {
        ItemExchange exchange = new ItemExchange(wire, request, peer);
        exchange.step(() -> route(exchange));
    }

    private void route(ItemExchange exchange) {
        HttpServerRequest request = exchange.request();
        ItemTarget target = ItemTarget.of(request.path());
        if (target == null || target.partition() == null) {
            exchange.send(new Problem(404, "no-such-path", "Nothing is served under this path"));
        } else if (request.method().equals(HttpMethod.OPTIONS)) {
            exchange.preflight();
        } else {
            table(exchange, target, table -> item(exchange, target, table));
        }
    }

    private void item(ItemExchange exchange, ItemTarget target, TableDescription table) {
        HttpMethod method = exchange.request().method();
        if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
            notAllowed(exchange, READS);
            return;
        }
        String partition = target.partition() == null ? "" : target.partition();
        KeyParts key = ItemKeys.of(table, partition, target.sort());
        reading.one(exchange, table, key);
    }

    static void notAllowed(ItemExchange exchange, String allow) {
        Problem problem = new Problem(405, "method-not-allowed", "Allowed here: " + allow);
        exchange.send(problem, Freshness.NONE, CacheStatus.BYPASS, allow);
    }

    /** Goes on with the table's description, at once if it is known. */
    private void table(ItemExchange exchange, ItemTarget target, Consumer<TableDescription> next) {
        TableDescription known = items.known(target.table());
        if (known != null) {
            next.accept(known);
            return;
        }
        exchange.deliver(items.describe(target.table()), described -> {
            if (described == null) {
                exchange.send(new Problem(404, "no-such-table", "There is no such table, or the origin cannot say"));
            } else {
                next.accept(described);
            }
        });
    }
}
