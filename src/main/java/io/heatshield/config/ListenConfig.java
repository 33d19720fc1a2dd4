package io.heatshield.config;

import java.time.Duration;

/**
 * The DynamoDB endpoint and the item API: section {@code listen}.
 *
 * @param host the address to bind
 * @param port the port, 0 for any free one
 * @param eventLoops the number of event loops, 0 for one a core
 * @param idleTimeout an idle connection is closed after this; above the 60 s for which the SDKs keep theirs
 * @param maxBody the longest request body, counted on the wire and again after inflating
 * @param maxHeader all request headers together; session tokens are long
 * @param maxInitialLine the longest request line
 * @param maxConnections connections at once; one more is closed on arrival
 * @param itemApi whether items are served under {@code /v1/}, too
 */
public record ListenConfig(
        String host,
        int port,
        int eventLoops,
        Duration idleTimeout,
        ByteSize maxBody,
        ByteSize maxHeader,
        ByteSize maxInitialLine,
        int maxConnections,
        boolean itemApi) {

    /** Checks every value. */
    public ListenConfig {
        new Checks()
                .host("host", host)
                .port("port", port)
                .count("event-loops", eventLoops, 0, 1024)
                .span("idle-timeout", idleTimeout, Duration.ofSeconds(1), Duration.ofHours(1))
                .size("max-body", maxBody, ByteSize.ofKibibytes(1), ByteSize.ofMebibytes(64))
                .size("max-header", maxHeader, ByteSize.ofKibibytes(4), ByteSize.ofMebibytes(1))
                .size("max-initial-line", maxInitialLine, ByteSize.ofKibibytes(4), ByteSize.ofMebibytes(1))
                .count("max-connections", maxConnections, 1, 1_000_000)
                .done();
    }

    /** Whether only this machine can reach the port. */
    public boolean onLoopback() {
        return Hosts.isLoopback(host);
    }

    /** The same on another port. */
    ListenConfig on(int other) {
        return new ListenConfig(
                host, other, eventLoops, idleTimeout, maxBody, maxHeader, maxInitialLine, maxConnections, itemApi);
    }

    static ListenConfig defaults() {
        return new ListenConfig(
                "127.0.0.1",
                8100,
                0,
                Duration.ofSeconds(75),
                ByteSize.ofMebibytes(16),
                ByteSize.ofKibibytes(32),
                ByteSize.ofKibibytes(16),
                10_000,
                true);
    }
}
