package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.Dynalite;
import io.heatshield.app.InProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Counters that only grow, added to and read through one node by many threads at once. A read must show at least what
 * any write acknowledged before the read began had made of the counter: nothing less shows that an older load fed the
 * cache over a write.
 */
final class WriteRaceIT {
    private static final int KEYS = 3;
    private static final int THREADS = 8;
    private static final int STEPS = 500;
    private static final Pattern VALUE = Pattern.compile("\"v\":\\{\"N\":\"(\\d+)\"}");

    private final long seed = System.nanoTime();

    @Test
    void reads_whileTheEmbeddedOriginIsWritten_neverGoBack() throws Exception {
        try (InProcess heatshield = InProcess.start("cache.settle-window=50ms")) {
            race(new Wire(heatshield.dynamoDb()));
        }
    }

    @Test
    void reads_whileDynaliteIsWritten_neverGoBack() throws Exception {
        try (Dynalite dynalite = Dynalite.start();
                InProcess heatshield = InProcess.before(dynalite.uri(), "any", "any", "cache.settle-window=50ms")) {
            race(new Wire(heatshield.dynamoDb()));
        }
    }

    private void race(Wire wire) throws Exception {
        Tables.create(wire, "Counters");
        AtomicIntegerArray acknowledged = new AtomicIntegerArray(KEYS);
        AtomicInteger local = new AtomicInteger();
        SplittableRandom seeds = new SplittableRandom(seed);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom random = seeds.split();
                runs.add(threads.submit(() -> run(wire, random, acknowledged, local)));
            }
            for (Future<?> run : runs) {
                run.get(120, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(local).as("hits among the reads, seed %s", seed).hasPositiveValue();
        for (int key = 0; key < KEYS; key++) {
            assertThat(value(wire.ask("GetItem", get(key))))
                    .as("after all, seed %s", seed)
                    .isEqualTo(acknowledged.get(key));
        }
    }

    private void run(Wire wire, SplittableRandom random, AtomicIntegerArray acknowledged, AtomicInteger local) {
        for (int i = 0; i < STEPS; i++) {
            int key = random.nextInt(KEYS);
            if (random.nextInt(10) == 0) {
                Wire.Answer written = wire.ask("UpdateItem", """
                        {"TableName":"Counters","Key":{"id":{"S":"%d"}},"UpdateExpression":"ADD v :one",
                        "ExpressionAttributeValues":{":one":{"N":"1"}},"ReturnValues":"UPDATED_NEW"}""".formatted(key));
                assertThat(written.status()).as(written.body()).isEqualTo(200);
                acknowledged.accumulateAndGet(key, value(written), Math::max);
            } else {
                int least = acknowledged.get(key);
                Wire.Answer read = wire.ask("GetItem", get(key));
                assertThat(read.status()).as(read.body()).isEqualTo(200);
                assertThat(value(read))
                        .as("read of key %s, served %s, seed %s", key, read.cache(), seed)
                        .isGreaterThanOrEqualTo(least);
                if (read.cache().equals("local")) {
                    local.incrementAndGet();
                }
            }
        }
    }

    private static String get(int key) {
        return "{\"TableName\":\"Counters\",\"Key\":{\"id\":{\"S\":\"" + key + "\"}}}";
    }

    private static int value(Wire.Answer answer) {
        Matcher matcher = VALUE.matcher(answer.body());
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
