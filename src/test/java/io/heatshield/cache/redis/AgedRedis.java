package io.heatshield.cache.redis;

import io.heatshield.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.Map;

/**
 * A Redis for which time passes when a test says so. Redis' clock cannot be moved, so what is recorded is moved the
 * other way: every end of a lease, of a pending mark and of a settle window, and what is left until a key expires.
 */
final class AgedRedis implements AutoCloseable {
    private final RedisServer server = RedisServer.start();
    private final RedisClient client = RedisClient.create(server.uri());
    private final StatefulRedisConnection<String, String> connection = client.connect();

    String uri() {
        return server.uri();
    }

    RedisCommands<String, String> commands() {
        return connection.sync();
    }

    void pass(Duration time) {
        long by = time.toMillis();
        RedisCommands<String, String> redis = commands();
        for (String key : redis.keys("*")) {
            if (redis.type(key).equals("hash")) {
                for (Map.Entry<String, String> field : redis.hgetall(key).entrySet()) {
                    if (field.getKey().equals("lu")
                            || field.getKey().equals("su")
                            || field.getKey().startsWith("p")) {
                        redis.hset(key, field.getKey(), Long.toString(Long.parseLong(field.getValue()) - by));
                    }
                }
            }
            long left = redis.pttl(key);
            if (left >= 0) {
                redis.pexpire(key, Math.max(1, left - by));
            }
        }
    }

    void flush() {
        commands().flushall();
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
        server.close();
    }
}
