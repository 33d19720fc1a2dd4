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
    private static final int WARM_UP = 20_000;
    private static final long MOST_BEHIND_NANOS = 20_000_000;
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
        demonstration.warmUp();
        demonstration.run("OneKey", 1);
        demonstration.run("TwelveKeys", KEYS);
    }

    private void run(String table, int keys) {
        create(table);
        System.out.printf("%d writes/s of 1 KB over %d partition key(s)%n", rate, keys);
        System.out.println("second  offered  accepted  throttled by reason");
        long second = TimeUnit.SECONDS.toNanos(1);
        long start = System.nanoTime();
        long due = start;
        int written = 0;
        double accepted = 0;
        for (int at = 0; at < seconds; at++) {
            int offered = 0;
            int ok = 0;
            Map<String, Integer> reasons = new TreeMap<>();
            for (; due < start + (at + 1) * second; due += second / rate) {
                waitUntil(due);
                // What this machine could not offer in its time is not offered in a rush afterwards.
                due = Math.max(due, System.nanoTime() - MOST_BEHIND_NANOS);
                offered++;
                String reason = write(table, "k-" + written++ % keys);
                if (reason.isEmpty()) {
                    ok++;
                } else {
                    reasons.merge(reason, 1, Integer::sum);
                }
            }
            System.out.printf("%6d %8d %9d  %s%n", at + 1, offered, ok, reasons.isEmpty() ? "none" : reasons);
            accepted += at == 0 ? 0 : ok;
        }
        System.out.printf("after the first second: %.0f accepted per second%n%n", accepted / (seconds - 1));
    }

    /** So that the first second shown is not spent on a cold machine. */
    private void warmUp() {
        create("WarmUp");
        for (int i = 0; i < WARM_UP; i++) {
            String refused = write("WarmUp", "k-" + i);
            if (!refused.isEmpty()) {
                throw new IllegalStateException("a key of its own was refused: " + refused);
            }
        }
    }

    /** The reason for which a write was throttled, or an empty text. */
    private String write(String table, String key) {
        OriginReply reply = send(
                Operation.PUT_ITEM,
                "{\"TableName\":\"" + table + "\",\"Item\":{\"id\":{\"S\":\"" + key + "\"},\"filling\":{\"S\":\""
                        + FILLING + "\"}}}");
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
        return origin.send(
                        new OriginRequest(operation.target(), Reply.JSON_1_0, Buffer.buffer(body), null, false, null))
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
