package io.heatshield.cache.redis;

import io.heatshield.cache.ShardLeases;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScriptOutputType;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leases and positions in Redis, two keys for each shard. Both expire: a lease soon, a position after twice the time
 * for which a stream keeps its records.
 */
final class RedisShardLeases implements ShardLeases {
    /** DynamoDB Streams keeps records, and lists their shards, for 24 hours. */
    private static final Duration REMEMBERED = Duration.ofDays(2);

    private final Commands commands;
    private final Layout layout;
    private final String node;
    private final Duration lease;

    RedisShardLeases(Commands commands, Layout layout, String node, Duration lease) {
        this.commands = commands;
        this.layout = layout;
        this.node = node;
        this.lease = lease;
    }

    @Override
    public Future<Boolean> hold(String stream, String shard, @Nullable String position) {
        return run(stream, shard, "hold", position == null ? "" : position).map(answer -> answer == 1);
    }

    @Override
    public Future<Void> release(String stream, String shard) {
        return run(stream, shard, "release", "").mapEmpty();
    }

    private Future<Long> run(String stream, String shard, String op, String position) {
        return commands.script(
                Layout.streamGroup(stream),
                "shard-" + op,
                Script.SHARD,
                ScriptOutputType.INTEGER,
                List.of(layout.shardLease(stream, shard), layout.shardPosition(stream, shard)),
                bytes(op),
                bytes(node),
                bytes(Long.toString(lease.toMillis())),
                bytes(position),
                bytes(Long.toString(REMEMBERED.toMillis())));
    }

    @Override
    public Future<Map<String, String>> positions(String stream, Collection<String> shards) {
        if (shards.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        Map<String, String> byKey = new HashMap<>();
        Set<String> distinct = new HashSet<>(shards);
        distinct.forEach(shard -> byKey.put(layout.shardPosition(stream, shard), shard));
        String[] keys = byKey.keySet().toArray(String[]::new);
        return commands.<List<KeyValue<String, byte[]>>>send(
                        Layout.streamGroup(stream), "shard-positions", redis -> redis.mget(keys))
                .map(values -> {
                    Map<String, String> found = new HashMap<>();
                    values.forEach(value -> {
                        String shard = byKey.get(value.getKey());
                        if (shard != null && value.hasValue()) {
                            found.put(shard, new String(value.getValue(), StandardCharsets.UTF_8));
                        }
                    });
                    return found;
                });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
