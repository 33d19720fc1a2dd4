package io.heatshield.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * Replays a trace of item numbers, one a line, through Heatshield with the AWS SDK, checks every answer, and prints one
 * line of a table: what was hit beside what an exact LRU and the clairvoyant optimum would have. Ends with 1 if there
 * was an error or a wrong answer, with 2 if there is no trace.
 *
 * <p>Usage: {@code TraceReplay TRACE LABEL CAPACITY ENDPOINT ADMIN REQUESTS}: CAPACITY is the number of items that the
 * local tier was sized for, REQUESTS the most to replay (0 for all).
 */
public final class TraceReplay {
    /** Requests under way at once. The order in which they arrive varies by no more than this. */
    private static final int CONCURRENCY = 16;
    /** Past the time in which Heatshield distrusts what it reads after a write. */
    private static final long SETTLE_MILLIS = 6_000;

    private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();
    private final LongAdder errors = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final Semaphore room = new Semaphore(CONCURRENCY);

    private TraceReplay() {}

    /** Replays and prints. */
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        if (!Files.isReadable(file)) {
            System.err.println("no trace at " + file + ": it is not part of this project, pass the path of one");
            System.exit(2);
        }
        int most = Integer.parseInt(args[5]);
        int[] trace = read(file, most == 0 ? Integer.MAX_VALUE : most);
        NettyNioAsyncHttpClient.Builder http = NettyNioAsyncHttpClient.builder().maxConcurrency(CONCURRENCY);
        try (DynamoDbAsyncClient client = DynamoDbAsyncClient.builder()
                .endpointOverride(URI.create(args[3]))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .httpClientBuilder(http)
                .build()) {
            TraceTable table = new TraceTable(client);
            table.provide(Arrays.stream(trace).distinct().toArray());
            Thread.sleep(SETTLE_MILLIS);
            TraceReplay replay = new TraceReplay();
            HttpClient admin = HttpClient.newHttpClient();
            Exposed before = Exposed.read(admin, URI.create(args[4]));
            long begun = System.nanoTime();
            replay.run(table, trace);
            double seconds = (System.nanoTime() - begun) / 1e9;
            Exposed after = Exposed.read(admin, URI.create(args[4]));
            replay.report(args[1], Integer.parseInt(args[2]), trace, seconds, before, after);
            System.exit(replay.errors.sum() + replay.wrong.sum() == 0 ? 0 : 1);
        }
    }

    private static int[] read(Path file, int most) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
            return lines.lines().limit(most).mapToInt(Integer::parseInt).toArray();
        }
    }

    private void run(TraceTable table, int[] trace) throws InterruptedException {
        for (int number : trace) {
            room.acquire();
            table.read(number)
                    .whenComplete((answer, failure) -> check(number, answer, failure))
                    .whenComplete((answer, failure) -> room.release())
                    .exceptionally(counted -> null);
        }
        room.acquire(CONCURRENCY);
    }

    private void check(int number, @Nullable GetItemResponse answer, @Nullable Throwable failure) {
        if (answer == null) {
            if (errors.sum() == 0) {
                System.err.println("first error: " + failure);
            }
            errors.increment();
            return;
        }
        Map<String, AttributeValue> expected = TraceTable.item(number);
        if (!answer.item().equals(expected)) {
            wrong.increment();
        }
        String from = answer.sdkHttpResponse()
                .firstMatchingHeader("x-heatshield-cache")
                .orElse("none");
        answers.computeIfAbsent(from, absent -> new LongAdder()).increment();
    }

    private void report(String label, int capacity, int[] trace, double seconds, Exposed before, Exposed after) {
        String table = "table=\"" + TraceTable.NAME + '"';
        double loads =
                after.sum("heatshield_cache_loads_total", table) - before.sum("heatshield_cache_loads_total", table);
        double calls =
                after.sum("heatshield_origin_calls_total", table) - before.sum("heatshield_origin_calls_total", table);
        System.out.printf(
                "| %s | %d | %d | %d | %d | %.2f %% | %.2f %% | %.0f | %s | %.2f %% | %.2f %% | %.0f | %.0f s |%n",
                label,
                capacity,
                trace.length,
                errors.sum(),
                wrong.sum(),
                percent(answered("local"), trace),
                percent(answered("joined"), trace),
                loads,
                calls == 0 ? "–" : String.format("%.0f", calls),
                percent(CacheOracle.lruHits(trace, capacity), trace),
                percent(CacheOracle.clairvoyantHits(trace, capacity), trace),
                after.sum("heatshield_cache_entries", "local"),
                seconds);
        System.err.println("answers by x-heatshield-cache: " + answers);
    }

    private long answered(String from) {
        LongAdder count = answers.get(from);
        return count == null ? 0 : count.sum();
    }

    private static double percent(long hits, int[] trace) {
        return 100.0 * hits / trace.length;
    }
}
