package io.heatshield.embedded;

import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.vertx.core.buffer.Buffer;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** GetItems of the embedded origin on one core, JSON in and JSON out, over the sample products in turn. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class EmbeddedGetBenchmark {
    private static final int PRODUCTS = 2_000;

    private final EmbeddedOrigin origin = new EmbeddedOrigin(Runnable::run, InstantSource.system(), new Random(1));
    private final OriginRequest[] requests = new OriginRequest[PRODUCTS];
    private int next;

    /** Fills the sample tables. */
    public EmbeddedGetBenchmark() {
        SampleTables.fill(origin, 1);
        for (int i = 0; i < PRODUCTS; i++) {
            requests[i] = new OriginRequest(
                    Operation.GET_ITEM.target(),
                    Reply.JSON_1_0,
                    Buffer.buffer("{\"TableName\":\"Products\",\"Key\":{\"id\":{\"S\":\"p-" + (i + 1) + "\"}}}"),
                    "Products",
                    true,
                    null);
        }
    }

    /** One GetItem of an item of about 400 bytes. */
    @Benchmark
    public OriginReply get() {
        next = next + 1 == PRODUCTS ? 0 : next + 1;
        return origin.send(requests[next]).result();
    }
}
