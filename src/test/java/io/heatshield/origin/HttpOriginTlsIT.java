package io.heatshield.origin;

import static io.heatshield.origin.OriginFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginReply.Certainty;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS as towards AWS: the far side must show a certificate that is trusted, and made out to the name we called. */
final class HttpOriginTlsIT {
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path directory;

    private Vertx vertx;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
    }

    @AfterEach
    void stop() {
        await(vertx.close());
    }

    private PfxOptions certificateFor(String name) throws Exception {
        Path store = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "stub",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=dns:" + name,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(keytool.exitValue()).isZero();
        return new PfxOptions().setPath(store.toString()).setPassword(PASSWORD);
    }

    /** What an origin that trusts one certificate gets from a server that shows another (or the same). */
    private OriginReply reply(PfxOptions shown, PfxOptions trusted) {
        HttpServer server = await(vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(shown)
                        .setHost("127.0.0.1")
                        .setPort(0))
                .requestHandler(request -> request.response().end("{}").onFailure(cause -> {}))
                .listen());
        HttpOriginSettings settings = OriginFixture.settings(
                HttpOriginSettings.Endpoints.of(URI.create("https://localhost:" + server.actualPort()), "eu-west-1"));
        HttpClientOptions options = HttpOrigin.options(settings).setTrustOptions(trusted);
        HttpClient client = vertx.httpClientBuilder().with(options).build();
        HttpOrigin origin = new HttpOrigin(
                vertx, client, settings, StubOrigin.credentials(), InstantSource.system(), OriginMeters.NONE);
        return await(origin.send(OriginFixture.write("T")));
    }

    @Test
    void trustedCertificateOfTheRightName_isAccepted() throws Exception {
        PfxOptions certificate = certificateFor("localhost");

        assertThat(reply(certificate, certificate).ok()).isTrue();
    }

    @Test
    void certificateOfAnotherName_isRefusedUnsent() throws Exception {
        PfxOptions certificate = certificateFor("elsewhere.example");

        assertThat(reply(certificate, certificate).certainty()).isEqualTo(Certainty.NOT_SENT);
    }

    @Test
    void unknownCertificate_isRefusedUnsent() throws Exception {
        HttpServer server = await(vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(certificateFor("localhost"))
                        .setHost("127.0.0.1")
                        .setPort(0))
                .requestHandler(request -> request.response().end("{}").onFailure(cause -> {}))
                .listen());
        HttpOrigin origin = new HttpOrigin(
                vertx,
                OriginFixture.settings(HttpOriginSettings.Endpoints.of(
                        URI.create("https://localhost:" + server.actualPort()), "eu-west-1")),
                StubOrigin.credentials(),
                InstantSource.system(),
                OriginMeters.NONE);

        assertThat(await(origin.send(OriginFixture.write("T"))).certainty()).isEqualTo(Certainty.NOT_SENT);
    }
}
