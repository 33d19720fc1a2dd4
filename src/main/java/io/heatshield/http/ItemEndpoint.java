package io.heatshield.http;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.TableDescription;
import io.heatshield.service.ItemSource;
import io.heatshield.service.RequestHandler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The item API: plain HTTP for items, under {@code /v1/}. One instance an event loop. */
final class ItemEndpoint {
    static final String READS = "GET, HEAD, OPTIONS";
    private static final String ITEM_METHODS = "GET, HEAD, PUT, PATCH, DELETE, OPTIONS";

    private final DynamoEndpoint wire;
    private final ItemSource items;
    private final ApiDescription description = new ApiDescription();
    private final ItemReading reading;
    private final HandfulReading handfuls;
    private final CollectionReading collections;
    private final ItemWriting writing;

    ItemEndpoint(DynamoEndpoint wire, RequestHandler requests, ItemSource items) {
        this.wire = wire;
        this.items = items;
        Workers workers = new Workers(wire);
        this.reading = new ItemReading(items, workers);
        this.handfuls = new HandfulReading(reading, workers);
        this.collections = new CollectionReading(items, workers);
        this.writing = new ItemWriting(requests, items, workers);
    }

    /** Takes a request whose path begins with {@code /v1/}. */
    void handle(HttpServerRequest request, Peer peer) {
        ItemExchange exchange = new ItemExchange(wire, request, peer);
        exchange.step(() -> route(exchange));
    }

    private void route(ItemExchange exchange) {
        HttpServerRequest request = exchange.request();
        if (request.path().equals(ApiDescription.PATH)) {
            description.answer(exchange);
            return;
        }
        ItemTarget target = ItemTarget.of(request.path());
        if (target == null) {
            exchange.send(new Problem(404, "no-such-path", "Nothing is served under this path"));
        } else if (request.method().equals(HttpMethod.OPTIONS)) {
            exchange.preflight();
        } else if (target.partition() == null) {
            if (!isRead(request.method())) {
                notAllowed(exchange, READS);
                return;
            }
            table(exchange, target, table -> handfuls.all(exchange, table));
        } else {
            item(exchange, target);
        }
    }

    static boolean isRead(HttpMethod method) {
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    }

    private void item(ItemExchange exchange, ItemTarget target) {
        switch (exchange.request().method().name()) {
            case "GET", "HEAD" -> table(exchange, target, table -> read(exchange, table, target));
            case "DELETE" -> table(exchange, target, table -> writing.delete(exchange, of(table, target)));
            case "PUT" -> {
                requireType(exchange, ContentTypes::isJson, "application/json");
                // The body comes first: it would not wait until the table is known.
                exchange.withBody(body ->
                        table(exchange, target, table -> writing.put(exchange, of(table, target), body)));
            }
            case "PATCH" -> {
                requireType(exchange, ContentTypes::isMergePatch, ContentTypes.MERGE_PATCH);
                exchange.withBody(body ->
                        table(exchange, target, table -> writing.patch(exchange, of(table, target), body)));
            }
            default -> notAllowed(exchange, ITEM_METHODS);
        }
    }

    /** The address of a partition is that of an item where the table has no sort key. */
    private void read(ItemExchange exchange, TableDescription table, ItemTarget target) {
        KeySchema.Attribute sort = table.keys().sort();
        String partition = target.partition();
        if (sort != null && target.sort() == null && partition != null) {
            collections.page(exchange, table, sort, target, partition);
        } else {
            reading.one(exchange, table, key(table, target));
        }
    }

    private static ItemWriting.Target of(TableDescription table, ItemTarget target) {
        return new ItemWriting.Target(table, key(table, target));
    }

    private static KeyParts key(TableDescription table, ItemTarget target) {
        return ItemKeys.of(table, target.partition() == null ? "" : target.partition(), target.sort());
    }

    private static void requireType(ItemExchange exchange, Predicate<String> taken, String type) {
        String given = exchange.headers().get(HeaderNames.CONTENT_TYPE);
        String coding = exchange.headers().get(HeaderNames.CONTENT_ENCODING);
        if (given != null && !taken.test(given)) {
            throw new Problem(415, "bad-media-type", "Content-Type: expected " + type).refusal();
        }
        if (coding != null && Inflation.Coding.of(coding) != Inflation.Coding.IDENTITY) {
            throw new Problem(415, "bad-media-type", "Content-Encoding: expected none").refusal();
        }
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
