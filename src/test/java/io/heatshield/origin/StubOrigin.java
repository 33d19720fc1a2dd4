package io.heatshield.origin;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Payload;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An origin on loopback that does what a test tells it, and nothing by the clock. It checks every signature by itself
 * and answers {@code InvalidSignatureException} to a wrong one; what it received can be read afterwards.
 *
 * <p>{@link #next} lists behaviours for single requests, in the order of their arrival; when the list is empty,
 * {@link #always} holds.
 */
public final class StubOrigin implements AutoCloseable {
    /** The one access key id that is known, besides those given to {@link #start(Vertx, Map)}. */
    public static final String KEY_ID = "STUBKEY";
    /** Its secret. */
    public static final String SECRET = "stub+secret/with=signs";

    /** A request as it arrived. */
    public record Received(String target, MultiMap headers, Buffer body) {}

    /** What to do with a request. */
    @FunctionalInterface
    public interface Behaviour {
        /** Answers, or does not. */
        void answer(HttpServerRequest request, Received received);
    }

    /** Holds requests until it is told to let go. */
    public static final class Gate implements Behaviour {
        private final Behaviour afterwards;
        private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();

        private Gate(Behaviour afterwards) {
            this.afterwards = afterwards;
        }

        @Override
        public void answer(HttpServerRequest request, Received received) {
            held.add(() -> afterwards.answer(request, received));
        }

        /** How many requests are held. */
        public int waiting() {
            return held.size();
        }

        /** Answers all requests that are held, in the order of their arrival. */
        public void release() {
            for (Runnable answer = held.poll(); answer != null; answer = held.poll()) {
                answer.run();
            }
        }
    }

    private final Vertx vertx;
    private final SignatureCheck signatures;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final Queue<Behaviour> next = new ConcurrentLinkedQueue<>();
    private volatile Behaviour always = ok("{}");
    private volatile boolean hangUpUnread;
    private HttpServer server;

    private StubOrigin(Vertx vertx, Map<String, String> secrets) {
        this.vertx = vertx;
        this.signatures = new SignatureCheck(secrets);
        this.server = listen(0);
    }

    /** Starts on a free port, and answers {@code {}} to everything. */
    public static StubOrigin start(Vertx vertx) {
        return start(vertx, Map.of(KEY_ID, SECRET));
    }

    /** Starts with these access key ids and secrets. */
    public static StubOrigin start(Vertx vertx, Map<String, String> secrets) {
        return new StubOrigin(vertx, secrets);
    }

    /** Credentials that it accepts. */
    public static CredentialsSource credentials() {
        return CredentialsSource.fixed(KEY_ID, SECRET, null);
    }

    /** Where it listens. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.actualPort());
    }

    /** What to do with the next requests, one each. */
    public void next(Behaviour... behaviours) {
        next.addAll(List.of(behaviours));
    }

    /** What to do with every request for which nothing else is listed. */
    public void always(Behaviour behaviour) {
        always = behaviour;
    }

    /** Closes each connection as soon as a request's first line and headers are there, its body unread. */
    public void hangUpUnread(boolean hangUp) {
        hangUpUnread = hangUp;
    }

    /** Everything received so far. */
    public List<Received> received() {
        return List.copyOf(received);
    }

    /** How many requests came for a target. */
    public long count(String target) {
        return received.stream()
                .filter(request -> request.target().equals(target))
                .count();
    }

    /** What was wrong with signatures. */
    public List<String> signatureProblems() {
        return List.copyOf(problems);
    }

    /** Stops listening and ends all connections; {@link #resume} listens on the same port again. */
    public void refuseConnections() {
        await(server.close());
    }

    /** Listens again. */
    public void resume() {
        server = listen(server.actualPort());
    }

    @Override
    public void close() {
        await(server.close());
    }

    /** 200 with this body. */
    public static Behaviour ok(String json) {
        return answer(200, "application/x-amz-json-1.0", Buffer.buffer(json));
    }

    /** An error in DynamoDB's form. */
    public static Behaviour error(ErrorKind kind) {
        return answer(
                kind.status(),
                "application/x-amz-json-1.0",
                DynamoError.of(kind, "as the test wished").body());
    }

    /** The throttling of a table. */
    public static Behaviour throttled() {
        return error(ErrorKind.PROVISIONED_THROUGHPUT_EXCEEDED);
    }

    /** Any answer, with the right checksum. */
    public static Behaviour answer(int status, String contentType, Buffer body) {
        return (request, received) -> {
            Payload payload = Payload.of(body);
            quiet(response(request, status, contentType, payload.crc32().toString())
                    .end(payload.body()));
        };
    }

    /** A body to which the checksum does not belong. */
    public static Behaviour wrongChecksum(String json) {
        return (request, received) ->
                quiet(response(request, 200, "application/x-amz-json-1.0", "1").end(json));
    }

    /** Half a body, then the end of the connection. */
    public static Behaviour cut(String json) {
        return (request, received) -> {
            Payload payload = Payload.of(Buffer.buffer(json));
            HttpServerResponse response = response(
                    request, 200, "application/x-amz-json-1.0", payload.crc32().toString());
            response.putHeader("Content-Length", payload.length().toString());
            response.write(payload.body().slice(0, json.length() / 2))
                    .onComplete(written -> quiet(request.connection().close()));
        };
    }

    /** The end of the connection instead of an answer. */
    public static Behaviour hangUp() {
        return (request, received) -> quiet(request.connection().close());
    }

    /** Holds requests until the test lets them go; then answers as told. */
    public static Gate hold(Behaviour afterwards) {
        return new Gate(afterwards);
    }

    private static HttpServerResponse response(HttpServerRequest request, int status, String contentType, String crc) {
        return request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", contentType)
                .putHeader("x-amz-crc32", crc)
                .putHeader("x-amzn-RequestId", "STUB");
    }

    private HttpServer listen(int port) {
        HttpServerOptions options =
                new HttpServerOptions().setHost("127.0.0.1").setPort(port).setMaxHeaderSize(32 * 1024);
        return await(
                vertx.createHttpServer(options).requestHandler(this::arrived).listen());
    }

    private void arrived(HttpServerRequest request) {
        if (hangUpUnread) {
            received.add(
                    new Received(String.valueOf(request.getHeader("X-Amz-Target")), copy(request), Buffer.buffer()));
            quiet(request.connection().close());
            return;
        }
        request.body().onSuccess(body -> read(request, body));
    }

    private void read(HttpServerRequest request, Buffer body) {
        Received arrived = new Received(String.valueOf(request.getHeader("X-Amz-Target")), copy(request), body);
        received.add(arrived);
        String problem = signatures.problem(request.method().name(), request.uri(), request.headers(), body);
        if (problem != null) {
            problems.add(problem);
            error(ErrorKind.INVALID_SIGNATURE).answer(request, arrived);
            return;
        }
        Behaviour once = next.poll();
        (once != null ? once : always).answer(request, arrived);
    }

    private static MultiMap copy(HttpServerRequest request) {
        return MultiMap.caseInsensitiveMultiMap().addAll(request.headers());
    }

    private static void quiet(Future<?> future) {
        future.onFailure(cause -> {
            // The other side hung up first, which is what some tests are about.
        });
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(20, SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
