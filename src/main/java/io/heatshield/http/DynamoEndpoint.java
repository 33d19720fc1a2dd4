package io.heatshield.http;

import io.heatshield.metrics.ListenerMeters;
import io.heatshield.metrics.Served;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.Invocation;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.WireRequest;
import io.heatshield.service.RequestHandler;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * DynamoDB's JSON 1.0 wire. {@code POST /} becomes a {@link WireRequest}, framing and compression taken off, within
 * the bounds of the {@link ListenerSettings}; whatever the service itself answers without looking at a table is
 * answered here: health, preflights, wrong methods, types, bodies and targets, and {@code DescribeEndpoints}, which
 * must never be passed on (its answer would move the client off this proxy).
 *
 * <p>Answers are not compressed, whatever {@code Accept-Encoding} says: some SDKs ask for it without being able to
 * read it. One instance an event loop.
 */
final class DynamoEndpoint {
    private static final String DESCRIBE_ENDPOINTS = Operation.DESCRIBE_ENDPOINTS.target();
    private static final int ENDPOINT_CACHE_MINUTES = 1440;
    /** What clients that are shed are told; read by the Java and JavaScript SDKs. */
    private static final String RETRY_AFTER_MILLIS = "250";

    private static final Map<CacheStatus, Served> SERVED = served();

    /** What an instance is made of. */
    record Parts(
            Vertx vertx,
            ListenerSettings settings,
            RequestHandler handler,
            ListenerMeters meters,
            ResponseWriter writer,
            BodyBudget budget,
            Hops hops,
            LongSupplier nanoTime,
            BooleanSupplier draining) {}

    private final Parts parts;
    private final ListenerSettings settings;
    private final ListenerMeters meters;
    private final ResponseWriter writer;
    private final Inflation inflation;
    private final Reply tooLarge;

    DynamoEndpoint(Parts parts) {
        this.parts = parts;
        this.settings = parts.settings();
        this.meters = parts.meters();
        this.writer = parts.writer();
        this.inflation = new Inflation(settings.maxBodyBytes(), parts.budget());
        this.tooLarge = FixedReplies.tooLarge(settings.maxBodyBytes());
    }

    private static Map<CacheStatus, Served> served() {
        Map<CacheStatus, Served> served = new EnumMap<>(CacheStatus.class);
        for (CacheStatus status : CacheStatus.values()) {
            served.put(status, Served.valueOf(status.name()));
        }
        return served;
    }

    /** Takes a {@code POST /}. */
    void post(HttpServerRequest request, Peer peer) {
        new Exchange(this, request, peer).begin();
    }

    /** Checks what is left to check, in the service's order, and hands the request over. */
    void dispatch(HttpServerRequest request, Buffer json, Exchange exchange) {
        MultiMap headers = request.headers();
        String type = headers.get(HeaderNames.CONTENT_TYPE);
        boolean empty = json.length() == 0;
        if (!empty && (type == null || !ContentTypes.isJson(type))) {
            exchange.send(FixedReplies.NO_SUCH_FACE);
            return;
        }
        if (!empty && !JsonShape.isObject(json)) {
            exchange.send(FixedReplies.SERIALIZATION);
            return;
        }
        String target = headers.get(HeaderNames.TARGET);
        if (target == null || !Targets.wellFormed(target)) {
            exchange.send(FixedReplies.UNKNOWN_OPERATION);
            return;
        }
        if (empty) {
            exchange.send(FixedReplies.SERIALIZATION);
            return;
        }
        handOver(
                request,
                new WireRequest(target, type == null ? Reply.JSON_1_0 : type, json, hops(headers), invocation(headers)),
                exchange);
    }

    private void handOver(HttpServerRequest request, WireRequest wire, Exchange exchange) {
        String hops = wire.hops();
        Reply refusal = hops == null ? null : parts.hops().refusal(hops);
        if (refusal != null) {
            exchange.send(refusal);
        } else if (wire.target().equals(DESCRIBE_ENDPOINTS)) {
            exchange.send(describeEndpoints(request));
        } else {
            parts.handler().handle(wire, exchange);
        }
    }

    private static @Nullable String hops(MultiMap headers) {
        return headers.contains(HeaderNames.HOP) ? Hops.joined(headers.getAll(HeaderNames.HOP)) : null;
    }

    private static @Nullable Invocation invocation(MultiMap headers) {
        return Invocation.of(headers.get(HeaderNames.INVOCATION), headers.get(HeaderNames.ATTEMPT));
    }

    private Reply describeEndpoints(HttpServerRequest request) {
        Buffer body = Buffer.buffer("{\"Endpoints\":[{\"Address\":\"" + host(request) + "\",\"CachePeriodInMinutes\":"
                + ENDPOINT_CACHE_MINUTES + "}]}");
        return Reply.ok(Payload.of(body), CacheStatus.BYPASS);
    }

    /** The host and port by which the client knows us; without a {@code Host} (HTTP/1.0), those that we know. */
    String host(HttpServerRequest request) {
        String host = request.getHeader(HeaderNames.HOST);
        return host != null
                ? host
                : request.localAddress().hostAddress() + ":"
                        + request.localAddress().port();
    }

    /**
     * Whether the request names its host as RFC 9112 (3.2) demands. A second {@code Host} is how requests are
     * smuggled past whoever reads the first.
     */
    static boolean hasOneHost(HttpServerRequest request) {
        List<String> hosts = request.headers().getAll(HeaderNames.HOST);
        if (hosts.size() == 1) {
            return isHost(hosts.get(0));
        }
        return hosts.isEmpty() && request.version() == HttpVersion.HTTP_1_0;
    }

    /** The characters of names, addresses and ports: nothing that would need escaping where the host is repeated. */
    private static boolean isHost(String host) {
        for (int at = 0; at < host.length(); at++) {
            char c = host.charAt(at);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '-' && c <= ':' && c != '/');
            if (!plain && c != '[' && c != ']' && c != '_' && c != '%') {
                return false;
            }
        }
        return true;
    }

    /** Answers what is no {@code POST /}, at once: whatever body it has is not of interest, and is thrown away. */
    void reply(HttpServerRequest request, Reply reply) {
        HttpServerResponse response = request.response();
        HttpConnection connection = request.connection();
        writeHead(request, response, reply);
        // A client that waits for a 100 may send its body or not: the connection can serve no other request.
        boolean part = request.headers().contains(HeaderNames.EXPECT);
        if (part || draining()) {
            response.headers().add(HeaderNames.CONNECTION, HeaderNames.CLOSE);
        }
        Future<Void> written = request.method().equals(HttpMethod.HEAD)
                ? response.end()
                : response.end(reply.payload().body());
        if (part) {
            written.onComplete(done -> Parting.close(connection));
        } else {
            // The server closes a connection by itself when it has answered the last request of a shutdown.
            written.onFailure(gone -> meters.clientGone());
        }
    }

    /** Answers 400 to a request whose host or version is none, and ends the connection. */
    void refuse(HttpServerRequest request) {
        meters.malformed();
        Parting.close(request.connection(), writer.lastWords(FixedReplies.BAD_HOST));
    }

    /** Answers 400 to what could not be decoded, and ends the connection: where the next request begins is unknown. */
    void malformed(HttpConnection connection, Throwable cause) {
        meters.malformed();
        Reply reply = Reply.error(DynamoError.validation(complaint(cause)));
        Parting.close(connection, writer.lastWords(reply));
    }

    private String complaint(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return "The request line is longer than " + settings.maxRequestLineBytes() + " bytes";
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return "The request headers are longer than " + settings.maxHeaderBytes() + " bytes";
        }
        return "The request is not well-formed HTTP/1.1";
    }

    void writeHead(HttpServerRequest request, HttpServerResponse response, Reply reply) {
        writer.head(response, reply);
        if (settings.cors() && request.headers().contains(HeaderNames.ORIGIN)) {
            Cors.allow(response.headers());
        }
        if (reply.status() == 503 && reply.requestId() == null) {
            response.headers().add(HeaderNames.RETRY_AFTER, RETRY_AFTER_MILLIS);
        }
    }

    Future<Inflation.Result> inflate(Inflation.Coding coding, Buffer bytes) {
        return onWorker(() -> inflation.inflate(coding, bytes.getBytes()));
    }

    void answered(Reply reply, long began) {
        answered(reply.cache(), began);
    }

    void answered(CacheStatus cache, long began) {
        meters.answered(SERVED.getOrDefault(cache, Served.BYPASS), nanoTime() - began);
    }

    /** Sets what every answer of the item API carries. */
    void identify(MultiMap headers, CacheStatus cache) {
        writer.identify(headers, cache);
        if (settings.cors()) {
            Cors.allowItems(headers);
        }
    }

    BodyCollector collector() {
        return new BodyCollector(settings.maxBodyBytes(), parts.budget());
    }

    /** Does something that takes longer than an event loop has. Completes on the caller's event loop. */
    <T> Future<T> onWorker(Callable<T> task) {
        return parts.vertx().executeBlocking(task, false);
    }

    /** Takes room from the budget of bodies, or none and answers false. */
    boolean takeRoom(long bytes) {
        return parts.budget().take(bytes);
    }

    void giveBack(long bytes) {
        parts.budget().giveBack(bytes);
    }

    Reply tooLarge() {
        return tooLarge;
    }

    ListenerSettings settings() {
        return settings;
    }

    ListenerMeters meters() {
        return meters;
    }

    boolean draining() {
        return parts.draining().getAsBoolean();
    }

    long nanoTime() {
        return parts.nanoTime().getAsLong();
    }
}
