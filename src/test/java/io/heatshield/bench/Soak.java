package io.heatshield.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * Hits, misses, items of 400 KB and malformed requests at a bounded rate, for as long as it is told, against a
 * Heatshield with a small heap and the sample tables. Ends with 1 if the process died, if an answer was a 5xx that is
 * not a 503 (which is how Heatshield sheds load), if a right request got a wrong answer, or if the local tier was seen
 * above its bound.
 *
 * <p>Usage: {@code Soak ENDPOINT ADMIN PID GC_LOG MINUTES}.
 */
public final class Soak {
    private static final int BIG_ITEMS = 16;
    /** With its key and names just under the 400 KB that DynamoDB allows. */
    private static final int BIG_BYTES = 409_000;

    private static final int PRODUCTS = 2_000;
    private static final Duration SAMPLE = Duration.ofSeconds(5);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final URI endpoint;
    private final URI admin;
    private final ProcessWatch process;
    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();
    private final long endNanos;
    private long mostHeldBytes;
    private long mostHeldOfBound;

    private Soak(URI endpoint, URI admin, ProcessWatch process, Duration length) {
        this.endpoint = endpoint;
        this.admin = admin;
        this.process = process;
        this.endNanos = System.nanoTime() + length.toNanos();
    }

    /** Runs and prints the figures. */
    public static void main(String[] args) throws Exception {
        ProcessWatch process = new ProcessWatch(Long.parseLong(args[2]), Path.of(args[3]));
        Duration length = Duration.ofSeconds(Math.round(60 * Double.parseDouble(args[4])));
        System.exit(new Soak(URI.create(args[0]), URI.create(args[1]), process, length).run() ? 0 : 1);
    }

    private boolean run() throws Exception {
        for (int i = 0; i < BIG_ITEMS; i++) {
            putBig(i);
        }
        List<byte[]> malformed = MalformedRequests.all();
        List<Thread> load = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            load.add(start("hit", 200, random -> get("hit", "p-" + (1 + random.nextInt(PRODUCTS)), 200)));
        }
        load.add(start("miss", 100, random -> get("miss", "absent-" + random.nextLong(1L << 40), 2)));
        for (int i = 0; i < 2; i++) {
            load.add(start("big", 5, this::big));
        }
        load.add(start("malformed", 18, random -> malformed(malformed, random)));
        while (System.nanoTime() < endNanos && process.isAlive()) {
            sample();
            LockSupport.parkNanos(Math.min(SAMPLE.toNanos(), endNanos - System.nanoTime()));
        }
        for (Thread thread : load) {
            thread.join();
        }
        return report();
    }

    /** One kind of request. */
    private interface Request {
        void send(RandomGenerator random) throws IOException, InterruptedException;
    }

    /** Sends at a fixed rate; what was missed because the answers were slow is not made up for. */
    private Thread start(String kind, int perSecond, Request request) {
        long gap = Duration.ofSeconds(1).toNanos() / perSecond;
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        Thread thread = new Thread(
                () -> {
                    while (System.nanoTime() < endNanos && process.isAlive()) {
                        long begun = System.nanoTime();
                        try {
                            request.send(random);
                        } catch (IOException e) {
                            count(kind + " FAILED: " + e);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                            return;
                        }
                        LockSupport.parkNanos(gap - (System.nanoTime() - begun));
                    }
                },
                kind);
        thread.start();
        return thread;
    }

    private void get(String kind, String id, int atLeast) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                ask("GetItem", "{\"TableName\":\"Products\",\"Key\":{\"id\":{\"S\":\"" + id + "\"}}}");
        String body = answer.body();
        boolean absent = kind.equals("miss");
        boolean right = absent ? body.equals("{}") : body.contains("\"" + id + "\"") && body.length() >= atLeast;
        count(kind, answer.statusCode(), right);
        answer.headers().firstValue("x-heatshield-cache").ifPresent(from -> count(kind + " from " + from));
    }

    /** Mostly reads: a write takes the item out of the tier, and the next read loads it again. */
    private void big(RandomGenerator random) throws IOException, InterruptedException {
        int number = random.nextInt(BIG_ITEMS);
        if (random.nextInt(10) == 0) {
            putBig(number);
        } else {
            get("big", "big-" + number, BIG_BYTES);
        }
    }

    private void putBig(int number) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(
                "PutItem",
                "{\"TableName\":\"Products\",\"Item\":{\"id\":{\"S\":\"big-" + number + "\"},\"blob\":{\"S\":\""
                        + "x".repeat(BIG_BYTES) + "\"}}}");
        count("big put", answer.statusCode(), answer.body().equals("{}"));
    }

    private HttpResponse<String> ask(String operation, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private void malformed(List<byte[]> requests, RandomGenerator random) throws IOException {
        int kind = random.nextInt(requests.size());
        byte[] request = requests.get(kind);
        String answer;
        try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            answer = new String(in.readNBytes(12), StandardCharsets.ISO_8859_1);
        } catch (java.net.SocketException e) {
            // Closed while we still wrote or before we read: a refusal too. A dead process shows elsewhere.
            answer = "";
        }
        if (answer.length() < 12) {
            count("malformed " + kind + " closed");
        } else {
            int status = Integer.parseInt(answer.substring(9));
            boolean asTheService = status == 500 && kind == MalformedRequests.UNDECODABLE;
            count("malformed " + kind, asTheService ? 400 : status, status >= 400);
        }
    }

    private void count(String kind, int status, boolean right) {
        if (status == 503) {
            count(kind + " shed 503");
        } else if (status >= 500) {
            count(kind + " FAILED: status " + status);
        } else if (!right) {
            count(kind + " FAILED: wrong answer, status " + status);
        } else {
            count(kind + " " + status);
        }
    }

    private void count(String what) {
        counts.computeIfAbsent(what, absent -> new LongAdder()).increment();
    }

    private void sample() throws InterruptedException {
        try {
            Exposed exposed = Exposed.read(client, admin);
            long held = (long) exposed.sum("heatshield_cache_bytes", "local");
            long bound = (long) exposed.sum("heatshield_cache_bytes_limit", "local");
            mostHeldBytes = Math.max(mostHeldBytes, held);
            mostHeldOfBound = Math.max(mostHeldOfBound, 1000 * held / Math.max(1, bound));
            System.out.printf(
                    "%5ds left: resident %d MiB, tier %.1f of %.1f MiB, requests %d%n",
                    (endNanos - System.nanoTime()) / 1_000_000_000,
                    process.residentKib() >> 10,
                    held / 1048576.0,
                    bound / 1048576.0,
                    counts.values().stream().mapToLong(LongAdder::sum).sum());
        } catch (IOException e) {
            count("sample FAILED: " + e);
        }
    }

    private boolean report() throws IOException, InterruptedException {
        boolean alive = process.isAlive();
        if (alive) {
            sample();
        }
        counts.forEach((what, count) -> System.out.printf("%10d  %s%n", count.sum(), what));
        ProcessWatch.Heap heap = process.heap();
        System.out.printf(
                "peak resident %d MiB; heap: peak %d MiB, most left by a collection %d MiB; %d pauses (%d full),"
                        + " longest %.1f ms%n",
                process.peakResidentKib() >> 10,
                heap.peakMib(),
                heap.liveMib(),
                heap.collections(),
                heap.full(),
                heap.longestMillis());
        System.out.printf("local tier at most %d bytes, %.1f%% of its bound%n", mostHeldBytes, mostHeldOfBound / 10.0);
        boolean failed = counts.keySet().stream().anyMatch(what -> what.contains("FAILED"));
        boolean passed = alive && !failed && mostHeldOfBound <= 1000;
        System.out.println(alive ? passed ? "PASSED" : "FAILED" : "FAILED: the process died");
        return passed;
    }
}
