package io.heatshield.app;

import io.heatshield.app.Lifecycle.Part;
import io.heatshield.cache.InProcessShardLeases;
import io.heatshield.cache.ShardLeases;
import io.heatshield.cache.redis.RedisTier;
import io.heatshield.config.HeatshieldConfig;
import io.heatshield.metrics.Meters;
import io.heatshield.origin.Origin;
import io.heatshield.origin.TableCatalog;
import io.heatshield.service.Reach;
import io.heatshield.tail.StreamTailer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The tailer of streams as a part of the whole, on a Vert.x context of its own. */
final class Tailing {
    private Tailing() {}

    /** The bare names of the tables whose streams are to be read. */
    private static List<String> tables(HeatshieldConfig config) {
        return config.tables().entrySet().stream()
                .filter(table -> table.getValue().tailStream())
                .map(table -> table.getKey())
                .sorted()
                .toList();
    }

    /** The part, or null if no table wants it. */
    static @Nullable Part of(
            HeatshieldConfig config,
            Vertx vertx,
            Meters meters,
            Origin origin,
            TableCatalog catalog,
            Tiers tiers,
            Sharding sharding,
            Reach reach) {
        List<String> tables = tables(config);
        if (tables.isEmpty()) {
            return null;
        }
        RedisTier shared = tiers.shared();
        ShardLeases leases = shared == null ? new InProcessShardLeases() : shared.shardLeases(StreamTailer.LEASE);
        StreamTailer tailer = new StreamTailer(
                new StreamTailer.Parts(
                        origin,
                        catalog,
                        seen -> reach.purge(sharding.seen(seen)),
                        leases,
                        (millis, task) -> vertx.setTimer(millis, due -> task.run()),
                        System::nanoTime,
                        InstantSource.system(),
                        new SplittableRandom(),
                        new StreamCounts(meters.streams())),
                tables);
        tailer.watch((table, gauges) ->
                meters.streams().watch(table, gauges::lagSeconds, gauges::shards, () -> gauges.isFound() ? 1 : 0));
        Context context = vertx.getOrCreateContext();
        return new Part("stream tailer", () -> on(context, tailer), () -> off(context, tailer));
    }

    /** Does not wait for the streams: a table without one stops no start. */
    private static Future<Void> on(Context context, StreamTailer tailer) {
        context.runOnContext(here -> tailer.start());
        return Future.succeededFuture();
    }

    private static Future<Void> off(Context context, StreamTailer tailer) {
        Promise<Void> stopped = Promise.promise();
        context.runOnContext(here -> tailer.stop().onComplete(stopped));
        return stopped.future();
    }
}
