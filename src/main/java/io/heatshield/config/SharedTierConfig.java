package io.heatshield.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The cache that all nodes share: section {@code shared-tier}.
 *
 * @param redis the URL of Redis or Valkey, or null for no shared tier; it may carry a password, so it is never shown
 * @param username the ACL user, or null
 * @param password its password, or null; best given by the environment
 * @param passwordFile a file that holds the password alone, or null; a password that is given goes before it
 * @param caFile a PEM file of the authorities that may have issued Redis' certificate, or null for the machine's own
 * @param prefix what the names of all keys and channels begin with; fleets with different prefixes do not see each other
 * @param timeout no command is waited for longer
 * @param staleness how long after a write's answer another node may still serve the older value
 * @param leaseWait how long to wait for another node's load before the origin is read
 * @param compressAbove items whose JSON is longer are compressed
 * @param waitReplicas how many replicas of Redis must have a fence before its write is answered; 0 for none
 * @param replicaWait how long they are waited for
 */
public record SharedTierConfig(
        @Nullable Secret redis,
        @Nullable String username,
        @Nullable Secret password,
        @Nullable String passwordFile,
        @Nullable String caFile,
        String prefix,
        Duration timeout,
        Duration staleness,
        Duration leaseWait,
        ByteSize compressAbove,
        int waitReplicas,
        Duration replicaWait) {
    private static final String SCHEMES = "redis|rediss|redis-sentinel|rediss-sentinel|redis-cluster|rediss-cluster";

    /** Checks every value. */
    public SharedTierConfig {
        boolean given = redis != null;
        String useless = "has no meaning without shared-tier.redis";
        new Checks()
                .that(
                        redis == null || redis.value().matches("(?s)(" + SCHEMES + ")://[^/\\s].*"),
                        "redis",
                        "the URL",
                        "one of " + SCHEMES.replace("|", "://, ") + ":// and a host, such as redis://127.0.0.1:6379")
                .together(given || username == null, useless, "username", "redis")
                .together(given || password == null, useless, "password", "redis")
                .together(given || passwordFile == null, useless, "password-file", "redis")
                .together(
                        username == null || password != null || passwordFile != null,
                        "is given, and no password; give password or password-file as well",
                        "username",
                        "password",
                        "password-file")
                .that(isPath(passwordFile), "password-file", String.valueOf(passwordFile), "the path of a file")
                .that(isPath(caFile), "ca-file", String.valueOf(caFile), "the path of a file")
                .together(
                        caFile == null || (redis != null && redis.value().startsWith("rediss")),
                        "has no meaning unless shared-tier.redis is a URL of TLS, such as rediss://",
                        "ca-file",
                        "redis")
                .that(prefix.matches("[A-Za-z0-9_.-]{1,64}"), "prefix", prefix, "1 to 64 letters, digits and _ . -")
                .span("timeout", timeout, Duration.ofMillis(5), Duration.ofSeconds(5))
                .span("staleness", staleness, Duration.ofMillis(200), Duration.ofSeconds(30))
                .span("lease-wait", leaseWait, Duration.ZERO, Duration.ofSeconds(5))
                .size("compress-above", compressAbove, new ByteSize(0), ByteSize.ofMebibytes(16))
                .count("wait-replicas", waitReplicas, 0, 5)
                .span("replica-wait", replicaWait, Duration.ofMillis(1), Duration.ofSeconds(5))
                .together(
                        waitReplicas == 0
                                || (replicaWait.compareTo(timeout) <= 0 && replicaWait.compareTo(staleness) < 0),
                        "is more than shared-tier.timeout, or not less than shared-tier.staleness; no write is to wait so long",
                        "replica-wait",
                        "timeout",
                        "staleness")
                .together(given || waitReplicas == 0, useless, "wait-replicas", "redis")
                .done();
    }

    private static boolean isPath(@Nullable String file) {
        try {
            return file == null || !Path.of(file).toString().isEmpty();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    static SharedTierConfig defaults() {
        return new SharedTierConfig(
                null,
                null,
                null,
                null,
                null,
                "hs",
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofMillis(100),
                ByteSize.ofKibibytes(4),
                0,
                Duration.ofMillis(50));
    }

    /** Where Redis is, without user and password: what may be shown; null if there is none. */
    public @Nullable String shown() {
        // Up to the last at sign: a password may hold any other sign, rightly encoded or not.
        return redis == null ? null : redis.value().replaceAll("(?s)//.*@", "//");
    }
}
