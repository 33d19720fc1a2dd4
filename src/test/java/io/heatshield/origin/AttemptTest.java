package io.heatshield.origin;

import static io.heatshield.origin.OriginFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginFixture.RecordedMeters;
import io.heatshield.origin.OriginFixture.TestClock;
import io.heatshield.origin.OriginReply.Certainty;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.RequestOptions;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Connections that die at a moment which no real socket can be made to choose: between being taken from the pool and
 * being written to.
 */
final class AttemptTest {
    private final AtomicInteger connections = new AtomicInteger();
    private final RecordedMeters meters = new RecordedMeters();
    private Vertx vertx;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
    }

    @AfterEach
    void stop() {
        await(vertx.close());
    }

    /** A client whose n-th connection, counted from one, is what the function says. */
    private HttpOrigin originOver(IntFunction<Future<HttpClientRequest>> connection) {
        HttpClient client = (HttpClient) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {HttpClient.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("request");
                    assertThat(arguments[0]).isInstanceOf(RequestOptions.class);
                    return connection.apply(connections.incrementAndGet());
                });
        return new HttpOrigin(
                vertx,
                client,
                OriginFixture.settings(HttpOriginSettings.Endpoints.of(URI.create("http://127.0.0.1:1"), "eu-west-1")),
                StubOrigin.credentials(),
                new TestClock(),
                meters);
    }

    private static Future<HttpClientRequest> request(Future<Void> written) {
        return Future.succeededFuture((HttpClientRequest) Proxy.newProxyInstance(
                AttemptTest.class.getClassLoader(),
                new Class<?>[] {HttpClientRequest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "end" -> written;
                    case "response" -> Future.failedFuture(new HttpClosedException("Connection was closed"));
                    case "reset" -> Future.succeededFuture();
                    case "exceptionHandler" -> proxy;
                    default -> throw new AssertionError(method.getName());
                }));
    }

    @Test
    void pooledConnectionDiedUnused_anyOperationIsSentOnceMore() {
        HttpOrigin origin = originOver(n -> n == 1
                ? Future.failedFuture(new HttpClosedException("Connection was closed"))
                : Future.failedFuture(new ConnectException("refused")));

        OriginReply reply = await(origin.send(OriginFixture.write("T")));

        assertThat(reply.certainty()).isEqualTo(Certainty.NOT_SENT);
        assertThat(connections).hasValue(2);
        assertThat(meters.events).contains("resent UpdateItem not-written", "failed UpdateItem T refused");
    }

    @Test
    void requestCouldNotBeWritten_anyOperationIsSentOnceMore() {
        HttpOrigin origin =
                originOver(n -> request(Future.failedFuture(new HttpClosedException("Connection was closed"))));

        OriginReply reply = await(origin.send(OriginFixture.write("T")));

        assertThat(reply.certainty()).isEqualTo(Certainty.NOT_SENT);
        assertThat(reply.status()).isEqualTo(503);
        assertThat(connections).hasValue(2);
    }

    @Test
    void requestWasWritten_aWriteIsNotSentAgain() {
        HttpOrigin origin = originOver(n -> request(Future.succeededFuture()));

        OriginReply reply = await(origin.send(OriginFixture.write("T")));

        assertThat(reply.certainty()).isEqualTo(Certainty.UNKNOWN);
        assertThat(connections).hasValue(1);
    }

    @Test
    void connectionIsRefused_nothingIsTriedAgain() {
        HttpOrigin origin = originOver(n -> Future.failedFuture(new ConnectException("refused")));

        OriginReply reply = await(origin.send(OriginFixture.read("T")));

        assertThat(reply.certainty()).isEqualTo(Certainty.NOT_SENT);
        assertThat(connections).hasValue(1);
    }
}
