package io.heatshield.cache.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions.TimeoutSource;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.models.role.RedisInstance;
import io.lettuce.core.protocol.ConnectionIntent;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Redis Cluster. Commands go to primaries only: a replica may lack a fence that its primary has confirmed. */
final class ClusterLink implements RedisLink {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterLink.class);

    private final ClientResources resources = LinkOptions.resources();
    private final RedisClusterClient data;
    private final RedisClient bus = RedisClient.create(resources);
    private volatile @Nullable StatefulRedisClusterConnection<String, byte[]> connection;

    ClusterLink(List<RedisURI> seeds, TimeoutSource timeout, Duration busTimeout, SslOptions ssl) {
        data = RedisClusterClient.create(resources, seeds);
        data.setOptions(LinkOptions.cluster(timeout, ssl));
        bus.setOptions(LinkOptions.bus(busTimeout, ssl));
    }

    @Override
    public void connect() {
        if (connection == null) {
            // With no choice of where to read from, every command goes to the slot's primary, on one connection to it.
            StatefulRedisClusterConnection<String, byte[]> opened = data.connect(CODEC);
            openAll(opened);
            connection = opened;
        }
    }

    /**
     * Opens the connection to each primary now. Lettuce would open it with the first command, and refuse that command,
     * since commands are not to wait for a connection that is not there. A primary that does not answer is left to its
     * successor: the others are of use without it.
     */
    private static void openAll(StatefulRedisClusterConnection<String, byte[]> opened) {
        for (RedisClusterNode node : opened.getPartitions()) {
            if (isPrimary(node)) {
                try {
                    opened.getConnection(node.getUri().getHost(), node.getUri().getPort(), ConnectionIntent.WRITE);
                } catch (RedisException silent) {
                    LOG.atWarn()
                            .addKeyValue("primary", node.getNodeId())
                            .addKeyValue("error", silent.toString())
                            .log("a primary of the cluster does not answer");
                }
            }
        }
    }

    private static boolean isPrimary(RedisClusterNode node) {
        return node.getRole() == RedisInstance.Role.UPSTREAM && !node.hasNoSlots();
    }

    @Override
    public @Nullable RedisClusterAsyncCommands<String, byte[]> commands() {
        StatefulRedisClusterConnection<String, byte[]> open = connection;
        return open == null ? null : open.async();
    }

    @Override
    public @Nullable Primary primaryOf(int slot) {
        StatefulRedisClusterConnection<String, byte[]> open = connection;
        if (open == null) {
            return null;
        }
        RedisClusterNode node = open.getPartitions().getPartitionBySlot(slot);
        return node == null ? null : new Primary(node.getNodeId(), node.getUri());
    }

    @Override
    public void refresh() {
        if (connection != null) {
            data.refreshPartitionsAsync().whenComplete((done, cause) -> {
                if (cause != null) {
                    LOG.atWarn()
                            .addKeyValue("error", cause.toString())
                            .log("could not ask the cluster who its primaries are");
                }
            });
        }
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
