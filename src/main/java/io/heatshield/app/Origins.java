package io.heatshield.app;

import io.heatshield.config.EmbeddedConfig;
import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.OriginConfig;
import io.heatshield.embedded.EmbeddedOrigin;
import io.heatshield.embedded.SampleTables;
import io.heatshield.origin.CredentialsSource;
import io.heatshield.origin.HttpOrigin;
import io.heatshield.origin.HttpOriginSettings;
import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginMeters;
import io.heatshield.origin.OwnListener;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the origin that the configuration asks for. */
final class Origins {
    private static final Logger LOG = LoggerFactory.getLogger(Origins.class);

    private static final int SAMPLE_SEED = 42;
    private static final long SWEEP_MILLIS = 5_000;
    private static final int MOST_ANSWER_BYTES = 64 << 20;
    private static final int HEAVY_QUEUE = 1_000;

    private final Vertx vertx;
    private final HeatshieldConfig config;
    private final InstantSource clock;
    private final String nodeId;

    Origins(Vertx vertx, HeatshieldConfig config, InstantSource clock, String nodeId) {
        this.vertx = vertx;
        this.config = config;
        this.clock = clock;
        this.nodeId = nodeId;
    }

    /**
     * The origin, ready to be asked.
     *
     * @param meters who counts its calls, where it makes any
     * @return fails with a {@link StartException} if it cannot be had
     */
    Future<Origin> open(Future<? extends OriginMeters> meters) {
        return config.origin().kind() == OriginConfig.Kind.EMBEDDED
                ? embedded()
                : refuseOwnListener().compose(own -> meters).compose(this::http);
    }

    private Future<Origin> embedded() {
        EmbeddedConfig embedded = config.embedded();
        SplittableRandom random = embedded.seed() == 0 ? new SplittableRandom() : new SplittableRandom(embedded.seed());
        return vertx.executeBlocking(
                () -> {
                    EmbeddedOrigin origin = open(embedded, random);
                    if (config.embedded().sampleTables()) {
                        SampleTables.fill(origin, SAMPLE_SEED);
                    }
                    sweepLater(origin);
                    return origin;
                },
                false);
    }

    private EmbeddedOrigin open(EmbeddedConfig embedded, SplittableRandom random) {
        String directory = embedded.dataDir();
        try {
            return new EmbeddedOrigin(
                    heavy(),
                    clock,
                    random,
                    embedded.region(),
                    embedded.account(),
                    directory == null ? null : Path.of(directory));
        } catch (IllegalStateException | InvalidPathException unusable) {
            throw new StartException("embedded.data-dir: " + unusable.getMessage());
        }
    }

    /** Items past their time to live are removed now and then, one sweep at a time; the timer ends with Vert.x. */
    private void sweepLater(EmbeddedOrigin origin) {
        vertx.setTimer(
                SWEEP_MILLIS,
                due -> vertx.executeBlocking(
                                () -> {
                                    origin.sweepExpired();
                                    return null;
                                },
                                false)
                        .onFailure(cause -> LOG.atError().setCause(cause).log("could not sweep expired items"))
                        .onComplete(done -> sweepLater(origin)));
    }

    /** Threads for the embedded origin's scans and batches; they end by themselves when there is nothing to do. */
    private static ThreadPoolExecutor heavy() {
        int threads = Runtime.getRuntime().availableProcessors();
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(HEAVY_QUEUE), work -> {
                    Thread thread = new Thread(work, "embedded-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private Future<Void> refuseOwnListener() {
        return vertx.executeBlocking(
                () -> {
                    for (URI endpoint : endpoints()) {
                        if (OwnListener.is(
                                endpoint,
                                config.listen().host(),
                                config.listen().port())) {
                            throw new StartException("origin: " + endpoint
                                    + " is the listener of this very process; requests would go round in a ring");
                        }
                    }
                    return null;
                },
                false);
    }

    private Iterable<URI> endpoints() {
        OriginConfig origin = config.origin();
        return Stream.of(origin.endpoint(), origin.streamsEndpoint(), origin.searchEndpoint())
                .filter(Objects::nonNull)
                .toList();
    }

    private Future<Origin> http(OriginMeters meters) {
        AwsIdentity identity = new AwsIdentity(vertx, config.origin());
        return identity.region()
                .compose(region -> identity.credentials(clock).map(credentials -> http(region, credentials, meters)));
    }

    private Origin http(String region, CredentialsSource credentials, OriginMeters meters) {
        OriginConfig origin = config.origin();
        HttpOriginSettings settings = new HttpOriginSettings(
                new HttpOriginSettings.Endpoints(
                        origin.endpoint(), origin.streamsEndpoint(), origin.searchEndpoint(), region),
                new HttpOriginSettings.Limits(
                        origin.maxConnections(), origin.maxInFlightPerTable(), origin.maxQueued(), MOST_ANSWER_BYTES),
                new HttpOriginSettings.Timing(
                        origin.connectTimeout(),
                        origin.answerTimeout(),
                        origin.queueTimeout(),
                        origin.keepAlive(),
                        origin.connectionLifetime()),
                nodeId,
                Version.current());
        return new HttpOrigin(vertx, settings, credentials, clock, meters);
    }
}
