package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as operators meet it: what it prints, where it listens, and how it ends. */
final class ServeIT {
    private static final String GET_ITEM = "{\"TableName\":\"Products\",\"Key\":{\"id\":{\"S\":\"p-42\"}}}";
    private static final String FREE_LISTEN = "listen.port=0";
    private static final String FREE_ADMIN = "admin.port=0";

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void serve_withNothingSet_servesSampleItemsFromTheTier() throws Exception {
        try (HeatshieldProcess heatshield = serve()) {
            HttpResponse<String> first = client.send(getItem(heatshield.dynamoDb()), text());
            HttpResponse<String> second = client.send(getItem(heatshield.dynamoDb()), text());

            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(first.headers().firstValue("x-heatshield-cache")).contains("miss");
            assertThat(second.headers().firstValue("x-heatshield-cache")).contains("local");
            assertThat(second.body()).isEqualTo(first.body()).contains("\"p-42\"");
        }
    }

    @Test
    void serve_onceStarted_saysInOneBlockWhatItIs() {
        try (HeatshieldProcess heatshield = serve()) {
            assertThat(heatshield.out().get(0)).startsWith("Heatshield ");
            assertThat(heatshield.out()).anyMatch(line -> line.startsWith("  origin    embedded, in memory"));
            assertThat(heatshield.out()).anyMatch(line -> line.startsWith("  tiers     local, 256MiB"));
            assertThat(heatshield.out()).anyMatch(line -> line.startsWith("  auth      none"));
            assertThat(heatshield.out()).hasSizeLessThan(15);
            assertThat(heatshield.err()).isEmpty();
        }
    }

    @Test
    void serve_afterSigterm_answersWhatIsUnderWayAndEnds0() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        HttpServer origin = slowOrigin(asked, mayAnswer);
        try (HeatshieldProcess heatshield =
                serve("--set", "origin.kind=dynamodb", "--set", "origin.endpoint=http://127.0.0.1:" + port(origin))) {
            CompletableFuture<HttpResponse<String>> underWay = client.sendAsync(getItem(heatshield.dynamoDb()), text());
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

            heatshield.terminate();
            awaitRefused(heatshield.dynamoDb());
            assertThat(heatshield.isAlive()).isTrue();
            mayAnswer.countDown();

            assertThat(underWay.get(60, TimeUnit.SECONDS).body()).isEqualTo("{}");
            assertThat(heatshield.exitCode()).isZero();
        } finally {
            mayAnswer.countDown();
            origin.stop(0);
        }
    }

    @Test
    void serve_afterSigtermWithARequestThatNeverEnds_ends0AtTheDeadline() throws Exception {
        try (HeatshieldProcess heatshield = serve("--set", "shutdown.deadline=200ms");
                Socket idle = new Socket(
                        heatshield.dynamoDb().getHost(), heatshield.dynamoDb().getPort())) {
            idle.getOutputStream()
                    .write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n{"
                            .getBytes(StandardCharsets.UTF_8));

            heatshield.terminate();

            assertThat(heatshield.exitCode()).isZero();
        }
    }

    @Test
    void serve_onATakenPort_ends1AndSaysWhichFaceAndPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            try (HeatshieldProcess listen = HeatshieldProcess.run("--set", "listen.port=" + port, "--set", FREE_ADMIN);
                    HeatshieldProcess admin =
                            HeatshieldProcess.run("serve", "--set", FREE_LISTEN, "--set", "admin.port=" + port)) {
                assertThat(listen.exitCode()).isEqualTo(1);
                assertThat(listen.err())
                        .containsExactly("heatshield: listen: port " + port + " on 127.0.0.1 is taken by another"
                                + " process; stop it, or choose another port with --set listen.port=PORT");
                assertThat(admin.exitCode()).isEqualTo(1);
                assertThat(admin.err()).singleElement().asString().startsWith("heatshield: admin: port " + port);
            }
        }
    }

    @Test
    void serve_withAWrongConfiguration_ends2AndNamesAllProblems(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("wrong.yaml"), "listen: {port: 99999}\nlisten: {}\n");
        try (HeatshieldProcess heatshield =
                HeatshieldProcess.run("--config", file.toString(), "--set", "cache.item-ttl=soon")) {
            assertThat(heatshield.exitCode()).isEqualTo(2);
            assertThat(heatshield.out()).isEmpty();
            assertThat(heatshield.err().get(0)).isEqualTo("heatshield: The configuration has 3 problems:");
            assertThat(heatshield.err()).hasSize(4);
        }
    }

    @Test
    void serve_withAnEndpointMeantForClients_ignoresItAndWarns() {
        try (HeatshieldProcess heatshield = HeatshieldProcess.start(
                        List.of(
                                HeatshieldProcess.java(),
                                "-jar",
                                HeatshieldProcess.JAR,
                                "--set",
                                FREE_LISTEN,
                                "--set",
                                FREE_ADMIN,
                                "--set",
                                "origin.kind=dynamodb",
                                "--set",
                                "origin.endpoint=http://127.0.0.1:9"),
                        Map.of("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:8100"))
                .awaitStarted()) {
            assertThat(heatshield.out())
                    .anyMatch(line -> line.startsWith("  warning   AWS_ENDPOINT_URL_DYNAMODB is set"));
        }
    }

    @Test
    void serve_onTheEmbeddedOrigin_removesItemsPastTheirTimeToLive() throws Exception {
        try (HeatshieldProcess heatshield = serve("--set", "embedded.sample-tables=off")) {
            URI endpoint = heatshield.dynamoDb();
            call(endpoint, "CreateTable", """
                    {"TableName": "Brief", "BillingMode": "PAY_PER_REQUEST",
                     "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                     "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}""");
            call(endpoint, "UpdateTimeToLive", """
                    {"TableName": "Brief", "TimeToLiveSpecification": {"AttributeName": "until", "Enabled": true}}""");
            long past = Instant.now().minusSeconds(3_600).getEpochSecond();
            call(endpoint, "PutItem", """
                    {"TableName": "Brief", "Item": {"id": {"S": "a"}, "until": {"N": "%d"}}}""".formatted(past));

            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() ->
                            call(endpoint, "Scan", "{\"TableName\": \"Brief\"}").contains("\"Count\":0"));
        }
    }

    @Test
    void serve_loggingJson_writesObjectsOnly() throws Exception {
        try (HeatshieldProcess heatshield = serve("--set", "log.format=json")) {
            heatshield.terminate();

            assertThat(heatshield.exitCode()).isZero();
            assertThat(heatshield.err()).isNotEmpty().allMatch(line -> line.startsWith("{\"ts\":\""));
        }
    }

    private static HeatshieldProcess serve(String... arguments) {
        String[] all = Stream.concat(Stream.of("--set", FREE_LISTEN, "--set", FREE_ADMIN), Arrays.stream(arguments))
                .toArray(String[]::new);
        return HeatshieldProcess.run(all).awaitStarted();
    }

    private static HttpRequest getItem(URI endpoint) {
        return request(endpoint, "GetItem", GET_ITEM);
    }

    private static HttpRequest request(URI endpoint, String operation, String body) {
        return HttpRequest.newBuilder(endpoint)
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .header("Content-Type", "application/x-amz-json-1.0")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private String call(URI endpoint, String operation, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request(endpoint, operation, body), text());
        assertThat(response.statusCode()).as(operation + response.body()).isEqualTo(200);
        return response.body();
    }

    private static HttpResponse.BodyHandler<String> text() {
        return HttpResponse.BodyHandlers.ofString();
    }

    private static void awaitRefused(URI endpoint) {
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> {
            try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort())) {
                return !socket.isConnected();
            } catch (IOException refused) {
                return true;
            }
        });
    }

    /** An origin that says when it was asked, and answers when it is told to. */
    private static HttpServer slowOrigin(CountDownLatch asked, CountDownLatch mayAnswer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "slow origin");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            asked.countDown();
            try {
                mayAnswer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
        return server;
    }

    private static int port(HttpServer server) {
        return server.getAddress().getPort();
    }
}
