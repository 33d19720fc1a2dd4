package io.heatshield.cache.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.TimeoutOptions.TimeoutSource;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How Lettuce is told to behave: nothing is queued for a Redis that is not there, a peer that is gone without a word is
 * noticed, and nothing waits without bound. What each one guards against is in the list of other people's troubles with
 * Lettuce, by issue: 466 and 813 (commands queued while disconnected ate the heap), 1727 and 2082 (a dead peer held
 * commands for 15 minutes).
 */
final class LinkOptions {
    /** Commands under way on one connection; one more is refused at once. */
    private static final int MOST_COMMANDS = 8_192;

    private static final Duration GONE = Duration.ofSeconds(5);

    private LinkOptions() {}

    static ClientResources resources() {
        return DefaultClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .reconnectDelay(
                        Delay.fullJitter(Duration.ofMillis(50), Duration.ofSeconds(1), 50, TimeUnit.MILLISECONDS))
                .build();
    }

    /** For commands. */
    static ClientOptions data(TimeoutSource timeout, SslOptions ssl) {
        return common(ClientOptions.builder(), timeout, ssl).autoReconnect(true).build();
    }

    /** For subscriptions, whose life is ours to manage: what was missed while away must not be glossed over. */
    static ClientOptions bus(Duration timeout, SslOptions ssl) {
        return common(ClientOptions.builder(), null, ssl)
                .autoReconnect(false)
                .timeoutOptions(TimeoutOptions.enabled(timeout))
                .build();
    }

    static ClusterClientOptions cluster(TimeoutSource timeout, SslOptions ssl) {
        ClusterClientOptions.Builder builder = ClusterClientOptions.builder();
        common(builder, timeout, ssl);
        return builder.autoReconnect(true)
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .adaptiveRefreshTriggersTimeout(Duration.ofMillis(500))
                        .enablePeriodicRefresh(Duration.ofSeconds(10))
                        .build())
                .maxRedirects(3)
                .build();
    }

    /**
     * Whose certificates are believed, where the URL asks for TLS. They must be made out to the name, or the address, by
     * which the server is called.
     *
     * @param authorities a PEM file, or null for those that the machine trusts
     */
    static SslOptions ssl(@Nullable Path authorities) {
        SslOptions.Builder builder = SslOptions.builder().jdkSslProvider();
        return (authorities == null ? builder : builder.trustManager(authorities.toFile())).build();
    }

    private static <B extends ClientOptions.Builder> B common(
            B builder, @Nullable TimeoutSource timeout, SslOptions ssl) {
        builder.protocolVersion(ProtocolVersion.RESP3)
                .sslOptions(ssl)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(MOST_COMMANDS)
                .pingBeforeActivateConnection(true)
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(RedisUrl.CONNECT)
                        .tcpNoDelay(true)
                        .keepAlive(KeepAliveOptions.builder()
                                .enable()
                                .idle(GONE)
                                .interval(Duration.ofSeconds(1))
                                .count(3)
                                .build())
                        .tcpUserTimeout(TcpUserTimeoutOptions.builder()
                                .enable()
                                .tcpUserTimeout(GONE)
                                .build())
                        .build());
        if (timeout != null) {
            builder.timeoutOptions(TimeoutOptions.builder()
                    .timeoutCommands()
                    .timeoutSource(timeout)
                    .build());
        }
        return builder;
    }
}
