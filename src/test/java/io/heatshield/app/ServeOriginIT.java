package io.heatshield.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded origin as a process of its own, with its laboratory and its data directory. */
final class ServeOriginIT {
    private static final String THINGS = """
            {"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
             "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
             "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}""";

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void serveOrigin_askedTwice_answersBothFromTheOrigin() throws Exception {
        try (HeatshieldProcess origin = serveOrigin()) {
            for (int time = 0; time < 2; time++) {
                HttpResponse<String> answer =
                        call(origin, "GetItem", "{\"TableName\": \"Products\", \"Key\": {\"id\": {\"S\": \"p-42\"}}}");
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).contains("\"p-42\"");
                assertThat(answer.headers().firstValue("x-heatshield-cache")).contains("bypass");
            }
            assertThat(origin.out()).contains("  tiers     none");
        }
    }

    @Test
    void laboratory_changedAtRunTime_throttlesAndStopsThrottling() throws Exception {
        try (HeatshieldProcess origin = serveOrigin("--set", "embedded.sample-tables=off")) {
            assertThat(call(origin, "CreateTable", THINGS).statusCode()).isEqualTo(200);
            assertThat(laboratory(
                                    origin,
                                    "{\"budgets\": {\"enabled\": true, \"write-units\": 1, \"burst\": 0,"
                                            + " \"scale\": 0.001}}")
                            .statusCode())
                    .isEqualTo(200);

            // A bucket of a thousandth of a unit never holds a whole one.
            HttpResponse<String> refused = put(origin, 1);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body())
                    .contains("ProvisionedThroughputExceededException", "TableWriteKeyRangeThroughputExceeded");

            assertThat(laboratory(origin, "{\"lag\": \"soon\"}").statusCode()).isEqualTo(400);
            assertThat(put(origin, 1).statusCode()).isEqualTo(400);
            assertThat(laboratory(origin, "{}").statusCode()).isEqualTo(200);
            assertThat(put(origin, 1).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void dataDir_afterKill_holdsEverythingThatWasAnswered(@TempDir Path directory) throws Exception {
        AtomicInteger answered = new AtomicInteger();
        String dataDir = "embedded.data-dir=" + directory;
        try (HeatshieldProcess origin = serveOrigin("--set", dataDir, "--set", "embedded.sample-tables=off")) {
            assertThat(call(origin, "CreateTable", THINGS).statusCode()).isEqualTo(200);
            Thread writer = new Thread(() -> writeUntilGone(origin, answered), "writer");
            writer.start();
            Awaitility.await()
                    .atMost(120, TimeUnit.SECONDS)
                    .failFast("the writer gave up", () -> !writer.isAlive())
                    .until(() -> answered.get() >= 200);
            origin.kill();
            writer.join();
        }
        try (HeatshieldProcess again = serveOrigin("--set", dataDir, "--set", "embedded.sample-tables=off")) {
            Set<Integer> lost = new HashSet<>();
            for (int number = 1; number <= answered.get(); number++) {
                HttpResponse<String> answer = call(
                        again,
                        "GetItem",
                        "{\"TableName\": \"Things\", \"Key\": {\"id\": {\"S\": \"" + number + "\"}}}");
                if (!answer.body().contains("\"Item\"")) {
                    lost.add(number);
                }
            }
            assertThat(lost).isEmpty();
            again.terminate();
            assertThat(again.exitCode()).isZero();
        }
    }

    @Test
    void dataDir_thatAnotherProcessHas_stopsTheStart(@TempDir Path directory) throws Exception {
        String dataDir = "embedded.data-dir=" + directory;
        try (HeatshieldProcess first = serveOrigin("--set", dataDir);
                HeatshieldProcess second =
                        HeatshieldProcess.run("serve-origin", "-p", "0", "--admin-port", "0", "--set", dataDir)) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err())
                    .singleElement()
                    .asString()
                    .startsWith("heatshield: embedded.data-dir: cannot open");
            assertThat(first.isAlive()).isTrue();
        }
    }

    /** One item after the other, counting those that were acknowledged, until nothing answers any more. */
    private void writeUntilGone(HeatshieldProcess origin, AtomicInteger answered) {
        try {
            while (put(origin, answered.get() + 1).statusCode() == 200) {
                answered.incrementAndGet();
            }
        } catch (IOException gone) {
            // As intended: the process was killed, and the last write was not answered.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static HeatshieldProcess serveOrigin(String... arguments) {
        String[] all = new String[arguments.length + 5];
        System.arraycopy(new String[] {"serve-origin", "--port", "0", "--admin-port", "0"}, 0, all, 0, 5);
        System.arraycopy(arguments, 0, all, 5, arguments.length);
        return HeatshieldProcess.run(all).awaitStarted();
    }

    private HttpResponse<String> put(HeatshieldProcess origin, int number) throws IOException, InterruptedException {
        return call(origin, "PutItem", "{\"TableName\": \"Things\", \"Item\": {\"id\": {\"S\": \"" + number + "\"}}}");
    }

    private HttpResponse<String> laboratory(HeatshieldProcess origin, String json)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(origin.admin().resolve("/admin/laboratory"))
                        .PUT(BodyPublishers.ofString(json))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> call(HeatshieldProcess origin, String operation, String body)
            throws IOException, InterruptedException {
        URI endpoint = origin.dynamoDb();
        return client.send(
                HttpRequest.newBuilder(endpoint)
                        .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                        .header("Content-Type", "application/x-amz-json-1.0")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
