package io.heatshield.config;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind: section {@code origin}.
 *
 * @param kind which origin
 * @param endpoint where it is, or null for the region's own
 * @param region the region to sign for, or null for the SDK's default chain
 * @param streamsEndpoint where DynamoDB Streams is, or null for the region's own
 * @param searchEndpoint where SearchVectors is, or null for the region's own
 * @param credentials fixed credentials
 * @param maxConnections connections, and so requests, open at once
 * @param maxQueued requests that may wait for their turn; one more is answered 503
 * @param maxInFlightPerTable requests of one table under way at once, so that a throttled table does not starve others
 * @param queueTimeout how long a request may wait for its turn
 * @param connectTimeout how long a connection may take to open
 * @param answerTimeout how long the origin may take to answer
 * @param keepAlive an idle connection is closed after this; below the far side's own
 * @param connectionLifetime a connection is replaced after this, so that a change in DNS is seen
 */
public record OriginConfig(
        Kind kind,
        @Nullable URI endpoint,
        @Nullable String region,
        @Nullable URI streamsEndpoint,
        @Nullable URI searchEndpoint,
        CredentialsConfig credentials,
        int maxConnections,
        int maxQueued,
        int maxInFlightPerTable,
        Duration queueTimeout,
        Duration connectTimeout,
        Duration answerTimeout,
        Duration keepAlive,
        Duration connectionLifetime) {

    /** Which origin. */
    public enum Kind {
        /** The in-memory store inside the jar. */
        EMBEDDED,
        /** DynamoDB, or an endpoint compatible with it. */
        DYNAMODB
    }

    /** Checks every value, and that nothing is given which the kind has no use for. */
    public OriginConfig {
        Duration tick = Duration.ofMillis(1);
        Duration minute = Duration.ofMinutes(1);
        boolean remote = kind == Kind.DYNAMODB;
        String useless = "has no meaning with origin.kind embedded; leave it out, or set origin.kind to dynamodb";
        new Checks()
                .that(
                        region == null || region.matches("[a-z0-9-]{1,40}"),
                        "region",
                        String.valueOf(region),
                        "a region such as eu-west-1")
                .together(remote || endpoint == null, useless, "endpoint", "kind")
                .together(remote || region == null, useless, "region", "kind")
                .together(remote || streamsEndpoint == null, useless, "streams-endpoint", "kind")
                .together(remote || searchEndpoint == null, useless, "search-endpoint", "kind")
                .together(remote || !credentials.given(), useless, "credentials", "kind")
                .url("endpoint", endpoint)
                .url("streams-endpoint", streamsEndpoint)
                .url("search-endpoint", searchEndpoint)
                .count("max-connections", maxConnections, 1, 10_000)
                .count("max-queued", maxQueued, 0, 1_000_000)
                .count("max-in-flight-per-table", maxInFlightPerTable, 1, 10_000)
                .together(
                        maxInFlightPerTable <= maxConnections,
                        maxInFlightPerTable + " is more than max-connections, " + maxConnections
                                + "; there are no more to take",
                        "max-in-flight-per-table",
                        "max-connections")
                .span("queue-timeout", queueTimeout, tick, minute)
                .span("connect-timeout", connectTimeout, tick, minute)
                .span("answer-timeout", answerTimeout, tick, minute)
                .span("keep-alive", keepAlive, Duration.ofSeconds(1), Duration.ofHours(1))
                .span("connection-lifetime", connectionLifetime, Duration.ofSeconds(1), Duration.ofDays(1))
                .done();
    }

    /** Whether the endpoint is given and is on this machine: an emulator. */
    public boolean onLoopback() {
        return endpoint != null && Hosts.isLoopback(endpoint.getHost());
    }

    static OriginConfig defaults() {
        return new OriginConfig(
                Kind.EMBEDDED,
                null,
                null,
                null,
                null,
                CredentialsConfig.defaults(),
                200,
                2_000,
                100,
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                Duration.ofSeconds(3),
                Duration.ofSeconds(25),
                Duration.ofMinutes(5));
    }
}
