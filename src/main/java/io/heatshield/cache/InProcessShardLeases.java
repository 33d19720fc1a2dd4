package io.heatshield.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The only reader there is: it gets every lease, and positions are gone with the process. */
public final class InProcessShardLeases implements ShardLeases {
    /** Shards come and go for ever; a stream of a thousand partitions lists some six thousand. */
    private static final int MOST_POSITIONS = 100_000;

    private record Place(String stream, String shard) {}

    private final Cache<Place, String> positions = Caffeine.newBuilder()
            .maximumSize(MOST_POSITIONS)
            .executor(Runnable::run)
            .build();

    @Override
    public Future<Boolean> hold(String stream, String shard, @Nullable String position) {
        if (position != null) {
            positions.put(new Place(stream, shard), position);
        }
        return Future.succeededFuture(true);
    }

    @Override
    public Future<Map<String, String>> positions(String stream, Collection<String> shards) {
        Map<String, String> found = new HashMap<>();
        for (String shard : shards) {
            String position = positions.getIfPresent(new Place(stream, shard));
            if (position != null) {
                found.put(shard, position);
            }
        }
        return Future.succeededFuture(found);
    }

    @Override
    public Future<Void> release(String stream, String shard) {
        return Future.succeededFuture();
    }
}
