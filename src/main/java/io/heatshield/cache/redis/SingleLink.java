package io.heatshield.cache.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions.TimeoutSource;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One Redis, or the primary that Sentinels name: each new connection asks them. */
final class SingleLink implements RedisLink {
    private final ClientResources resources = LinkOptions.resources();
    private final RedisClient data = RedisClient.create(resources);
    private final RedisClient bus = RedisClient.create(resources);
    private final Primary primary;
    private volatile @Nullable StatefulRedisConnection<String, byte[]> connection;

    SingleLink(RedisURI uri, TimeoutSource timeout, Duration busTimeout, SslOptions ssl) {
        this.primary = new Primary("primary", uri);
        data.setOptions(LinkOptions.data(timeout, ssl));
        bus.setOptions(LinkOptions.bus(busTimeout, ssl));
    }

    @Override
    public void connect() {
        if (connection == null) {
            connection = data.connect(CODEC, primary.uri());
        }
    }

    @Override
    public @Nullable RedisClusterAsyncCommands<String, byte[]> commands() {
        StatefulRedisConnection<String, byte[]> open = connection;
        return open == null ? null : open.async();
    }

    @Override
    public Primary primaryOf(int slot) {
        return primary;
    }

    @Override
    public void refresh() {
        // There is no map to look at: a new connection finds the primary.
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<String, byte[]>> subscribe(Primary to) {
        return bus.connectPubSubAsync(CODEC, to.uri());
    }

    @Override
    public void close() {
        bus.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        data.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2_000);
    }
}
