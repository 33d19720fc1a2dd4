package io.heatshield.tail;

import io.heatshield.cache.ShardLeases;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The leases that the nodes of a test share, which end by the test's time. */
final class ScriptedLeases {
    private record Held(String node, long until) {}

    private final VirtualTime time;
    private final Map<String, Held> held = new HashMap<>();
    private final Map<String, String> positions = new HashMap<>();
    private boolean down;

    ScriptedLeases(VirtualTime time) {
        this.time = time;
    }

    void down(boolean now) {
        down = now;
    }

    Map<String, String> positions() {
        return positions;
    }

    String holder(String shard) {
        Held now = held.get(shard);
        return now == null || now.until() <= time.millis() ? "" : now.node();
    }

    /** Another has it, as after a pause that outlasted the lease. */
    void take(String shard, String node) {
        held.put(shard, new Held(node, Long.MAX_VALUE));
    }

    ShardLeases of(String node) {
        return new ShardLeases() {
            @Override
            public Future<Boolean> hold(String stream, String shard, @Nullable String position) {
                String holder = holder(shard);
                if (down) {
                    return Future.failedFuture("down");
                }
                if (!holder.isEmpty() && !holder.equals(node)) {
                    return Future.succeededFuture(false);
                }
                held.put(shard, new Held(node, time.millis() + StreamTailer.LEASE.toMillis()));
                if (position != null) {
                    positions.put(shard, position);
                }
                return Future.succeededFuture(true);
            }

            @Override
            public Future<Map<String, String>> positions(String stream, Collection<String> shards) {
                Map<String, String> found = new HashMap<>(positions);
                found.keySet().retainAll(shards);
                return down ? Future.failedFuture("down") : Future.succeededFuture(found);
            }

            @Override
            public Future<Void> release(String stream, String shard) {
                if (holder(shard).equals(node)) {
                    held.remove(shard);
                }
                return Future.succeededFuture();
            }
        };
    }
}
