package io.heatshield.app;

import io.heatshield.config.ConfigReader;
import io.heatshield.config.HeatshieldConfig;
import io.vertx.core.Future;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A whole Heatshield on free ports inside the test's process, as the command line would build it. */
public final class InProcess implements AutoCloseable {
    private final Heatshield heatshield;
    private final URI dynamoDb;
    private final URI admin;

    private InProcess(Heatshield heatshield, StartBlock.Faces faces) {
        this.heatshield = heatshield;
        this.dynamoDb = URI.create(faces.dynamoDb());
        this.admin = URI.create(faces.admin());
    }

    /** Starts one with these settings, each {@code a.b=value}. */
    public static InProcess start(String... settings) {
        return started(Heatshield.build(configured(settings)));
    }

    /** Starts the embedded origin alone, as {@code serve-origin} does. */
    public static InProcess originAlone(String... settings) {
        return started(Heatshield.buildOriginAlone(configured(settings)));
    }

    /** Starts one with a configuration file, on free ports, with these settings over it. */
    public static InProcess configuredBy(Path file, String... settings) {
        return started(Heatshield.build(configured(file, settings)));
    }

    private static HeatshieldConfig configured(String... settings) {
        return configured(null, settings);
    }

    private static HeatshieldConfig configured(@Nullable Path file, String... settings) {
        List<String> all = Stream.concat(
                        Stream.of(
                                "listen.port=0",
                                "admin.port=0",
                                "embedded.sample-tables=false",
                                "cache.local.max-bytes=64MiB"),
                        Stream.of(settings))
                .toList();
        return ConfigReader.read(file, all, Map.of());
    }

    private static InProcess started(Future<Heatshield> built) {
        Heatshield heatshield = await(built);
        return new InProcess(heatshield, await(heatshield.start()));
    }

    /** Starts one in front of an origin that speaks HTTP. */
    public static InProcess before(URI origin, String keyId, String secret, String... settings) {
        return start(Stream.concat(
                        Stream.of(
                                "origin.kind=dynamodb",
                                "origin.region=us-east-1",
                                "origin.endpoint=" + origin,
                                "origin.credentials.access-key-id=" + keyId,
                                "origin.credentials.secret-access-key=" + secret),
                        Stream.of(settings))
                .toArray(String[]::new));
    }

    /** Where the DynamoDB endpoint is. */
    public URI dynamoDb() {
        return dynamoDb;
    }

    /** Where the admin face is. */
    public URI admin() {
        return admin;
    }

    @Override
    public void close() {
        await(heatshield.stop());
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
