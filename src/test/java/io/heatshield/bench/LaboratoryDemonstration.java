package io.heatshield.bench;

import io.heatshield.embedded.EmbeddedOrigin;
import io.heatshield.embedded.Laboratory;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes 6,000 items of 1 KB a second, by the wall clock, to the embedded origin with the service's own ceilings: to
 * one partition key, then over twelve. Prints what was accepted and why the rest was not, second by second.
 *
 * <p>Usage: {@code LaboratoryDemonstration [SECONDS [SCALE]]}. The scale multiplies both the load and the ceilings, for
 * machines that cannot write 6,000 a second. The burst is one second, since five minutes' worth would take a minute
 * to be spent.
 */
public final class LaboratoryDemonstration {
    private static final int WRITES_A_SECOND = 6_000;
    private static final int KEYS = 12;
    private static final Pattern REASON = Pattern.compile("\"reason\":\"([A-Za-z]+)\"");
    private static final String FILLING = "x".repeat(980);

    private final EmbeddedOrigin origin =
            new EmbeddedOrigin(Runnable::run, InstantSource.system(), new SplittableRandom(42));
    private final int seconds;
    private final int rate;

    private LaboratoryDemonstration(int seconds, double scale) {
        this.seconds = seconds;
        this.rate = (int) Math.round(WRITES_A_SECOND * scale);
        origin.laboratory().budgets(new Laboratory.Budgets(3_000, 1_000, Duration.ofSeconds(1), scale, 0));
    }

    /** Runs the demonstration. */
    public static void main(String[] args) {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        double scale = args.length > 1 ? Double.parseDouble(args[1]) : 1;
        LaboratoryDemonstration demonstration = new LaboratoryDemonstration(seconds, scale);
        demonstration.run("OneKey", 1);
        demonstration.run("TwelveKeys", KEYS);
    }

    private void run(String table, int keys) {
        create(table);
        System.out.printf("%d writes/s of 1 KB over %d partition key(s)%n", rate, keys);
        System.out.println("second  offered  accepted  throttled by reason");
        long start = System.nanoTime();
        long accepted = 0;
        for (int second = 0; second < seconds; second++) {
            int ok = 0;
            Map<String, Integer> reasons = new TreeMap<>();
            for (int i = 0; i < rate; i++) {
                waitUntil(start + TimeUnit.SECONDS.toNanos(second) + i * TimeUnit.SECONDS.toNanos(1) / rate);
                String reason = write(table, "k-" + i % keys);
                if (reason.isEmpty()) {
                    ok++;
                } else {
                    reasons.merge(reason, 1, Integer::sum);
                }
            }
            System.out.printf("%6d %8d %9d  %s%n", second + 1, rate, ok, reasons.isEmpty() ? "none" : reasons);
            accepted += second == 0 ? 0 : ok;
        }
        double took = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "after the first second: %.0f accepted per second; the load took %.2f s of %d s%n%n",
                accepted / (double) (seconds - 1), took, seconds);
    }

    /** The reason for which a write was throttled, or an empty text. */
    private String write(String table, String key) {
        OriginReply reply = send(
                Operation.PUT_ITEM,
                "{\"TableName\":\"" + table + "\",\"Item\":{\"id\":{\"S\":\"" + key + "\"},\"filling\":{\"S\":\"" + FILLING
                        + "\"}}}");
        if (reply.ok()) {
            return "";
        }
        Matcher reason = REASON.matcher(reply.payload().body().toString());
        return reason.find() ? reason.group(1) : "other: " + reply.status();
    }

    private void create(String table) {
        OriginReply reply = send(
                Operation.CREATE_TABLE,
                "{\"TableName\":\"" + table + "\",\"BillingMode\":\"PAY_PER_REQUEST\",\"AttributeDefinitions\":"
                        + "[{\"AttributeName\":\"id\",\"AttributeType\":\"S\"}],\"KeySchema\":"
                        + "[{\"AttributeName\":\"id\",\"KeyType\":\"HASH\"}]}");
        if (!reply.ok()) {
            throw new IllegalStateException("no table: " + reply.payload().body());
        }
    }

    /** Both operations are answered at once, on this thread. */
    private OriginReply send(Operation operation, String body) {
        return origin.send(new OriginRequest(
                        operation.target(), Reply.JSON_1_0, Buffer.buffer(body), null, false, null))
                .result();
    }

    private static void waitUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            if (left > 100_000) {
                LockSupport.parkNanos(left - 60_000);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
