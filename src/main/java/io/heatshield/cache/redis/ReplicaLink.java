package io.heatshield.cache.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one primary on which its replicas are waited for, a round at a time. Used on the context of its
 * {@link Replication} only. It does not reconnect: another one does, as the server may be another.
 */
final class ReplicaLink {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaLink.class);

    private final Replication replication;
    private final RedisLink.Primary primary;
    /** Who takes part in the next round. */
    private List<Waiting> next = new ArrayList<>();

    private Set<Integer> owed = new HashSet<>();
    private List<Waiting> current = List.of();
    private @Nullable StatefulRedisPubSubConnection<String, byte[]> connection;
    /** Since when the server at the other end is known to be in charge; a fence from before may not be on it. */
    private long since;

    private boolean ready;
    private boolean running;
    private boolean closed;

    private record Waiting(Set<Integer> groups, long began, Promise<Boolean> confirmed) {}

    ReplicaLink(Replication replication, RedisLink.Primary primary) {
        this.replication = replication;
        this.primary = primary;
    }

    void open() {
        long asked = replication.clock().getAsLong();
        stage(replication.link().subscribe(primary)).onComplete(opened -> {
            if (opened.failed()) {
                end(opened.cause());
            } else if (closed) {
                closeQuietly(opened.result());
            } else {
                connection = opened.result();
                opened.result().addListener(new RedisConnectionStateListener() {
                    @Override
                    public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
                        replication.context().runOnContext(there -> end());
                    }
                });
                greet(opened.result(), asked);
            }
        });
    }

    private void greet(StatefulRedisPubSubConnection<String, byte[]> open, long asked) {
        stage(open.async().info()).onComplete(info -> {
            if (closed) {
                return;
            }
            if (info.failed()) {
                end(info.cause());
            } else {
                since = replication.opened(primary, info.result(), asked);
                ready = true;
                round();
            }
        });
    }

    /**
     * Takes part in the next round.
     *
     * @param began when the fence was raised
     * @return whether the replicas have it; never fails
     */
    Future<Boolean> join(Set<Integer> groups, long began) {
        Promise<Boolean> confirmed = Promise.promise();
        if (closed) {
            return Future.succeededFuture(false);
        }
        next.add(new Waiting(groups, began, confirmed));
        round();
        return confirmed.future();
    }

    /** Has the next round ask for what is owed of a group. */
    void ask(int group) {
        owed.add(group);
        round();
    }

    private void round() {
        StatefulRedisPubSubConnection<String, byte[]> open = connection;
        if (running || closed || !ready || open == null || (next.isEmpty() && owed.isEmpty())) {
            return;
        }
        running = true;
        List<Waiting> turn = next;
        Set<Integer> groups = owed;
        current = turn;
        next = new ArrayList<>();
        owed = new HashSet<>();
        turn.forEach(one -> groups.addAll(one.groups));
        long asked = replication.clock().getAsLong();
        RedisPubSubAsyncCommands<String, byte[]> commands = open.async();
        Map<Integer, Future<Long>> writes = new HashMap<>();
        // For each group a write of its own: a primary that has lost the group's slot cannot speak for it.
        for (int group : groups) {
            String[] key = {replication.key(group)};
            writes.put(
                    group,
                    stage(commands.eval(Script.BARRIER.text(), ScriptOutputType.INTEGER, key, replication.node())));
        }
        Future<Long> replicas = stage(commands.waitForReplication(replication.wanted(), replication.patienceMillis()));
        List<Future<?>> all = new ArrayList<>(writes.values());
        all.add(replicas);
        Future.join(all).onComplete(answered -> answered(turn, writes, replicas, asked));
    }

    private void answered(List<Waiting> turn, Map<Integer, Future<Long>> writes, Future<Long> replicas, long asked) {
        running = false;
        current = List.of();
        Set<Integer> confirmed = new HashSet<>();
        if (replicas.succeeded() && replicas.result() >= replication.wanted()) {
            writes.forEach((group, write) -> {
                if (write.succeeded()) {
                    confirmed.add(group);
                }
            });
        }
        replication.confirmed(confirmed, since, asked);
        turn.forEach(one -> one.confirmed.tryComplete(one.began - since >= 0 && confirmed.containsAll(one.groups)));
        if (closed) {
            return;
        }
        if (replicas.failed()) {
            end(replicas.cause());
        } else {
            writes.values().stream()
                    .filter(Future::failed)
                    .findAny()
                    .ifPresent(moved -> replication.link().refresh());
            round();
        }
    }

    void end() {
        end(null);
    }

    private void end(@Nullable Throwable cause) {
        if (closed) {
            return;
        }
        closed = true;
        next.forEach(one -> one.confirmed.tryComplete(false));
        current.forEach(one -> one.confirmed.tryComplete(false));
        StatefulRedisPubSubConnection<String, byte[]> open = connection;
        if (open != null && open.isOpen()) {
            closeQuietly(open);
        }
        replication.gone(this, primary, cause);
    }

    private static void closeQuietly(StatefulRedisPubSubConnection<String, byte[]> open) {
        CompletionStage<Void> closing = open.closeAsync();
        closing.whenComplete((done, cause) -> {
            if (cause != null) {
                LOG.atDebug().addKeyValue("error", cause.toString()).log("could not close a connection in order");
            }
        });
    }

    private <T> Future<T> stage(CompletionStage<T> stage) {
        Promise<T> promise = Promise.promise();
        stage.whenComplete((value, cause) -> replication.context().runOnContext(there -> {
            if (cause == null) {
                promise.complete(value);
            } else {
                promise.fail(cause);
            }
        }));
        return promise.future();
    }
}
