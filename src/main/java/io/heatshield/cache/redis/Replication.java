package io.heatshield.cache.redis;

import io.heatshield.cache.Scope;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the replicas have a fence. A replica that takes over without it brings the value back that the fence had
 * deleted, and nobody would know.
 *
 * <p>{@code WAIT} speaks of what its own connection has written, and blocks that connection; so each primary has one
 * for this alone, on which a small write stands for every fence that the primary confirmed before it: what a replica
 * receives, it receives in order. One round is under way at a time, and all that ask meanwhile share the next.
 *
 * <p>A fence that was not confirmed in time is answered all the same, counted, and remembered until the replicas have
 * caught up or one that took over has been told of it.
 *
 * <p>All state is owned by one Vert.x context. Futures complete on the caller's, if there is one.
 */
final class Replication {
    private static final Logger LOG = LoggerFactory.getLogger(Replication.class);

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int MOST_WAITING = 10_000;
    private static final int MOST_REMEMBERED = 50_000;

    private final Vertx vertx;
    private final Context context;
    private final RedisSettings settings;
    private final RedisLink link;
    private final Layout layout;
    private final LongSupplier clock;
    private final RedisTierObserver observer;
    private final Unreplicated unreplicated = new Unreplicated(MOST_REMEMBERED);
    private final Map<String, ReplicaLink> links = new HashMap<>();
    private final Map<String, Tenure> tenures = new HashMap<>();
    private final Set<String> complained = new HashSet<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private boolean closed;

    /**
     * What a primary's server is, and since when it is known to be in charge.
     *
     * @param run what changes with every start of a server
     */
    private record Tenure(String run, long since) {}

    Replication(
            Vertx vertx,
            RedisSettings settings,
            RedisLink link,
            Layout layout,
            LongSupplier clock,
            RedisTierObserver observer) {
        this.vertx = vertx;
        this.context = ((VertxInternal) vertx).createEventLoopContext();
        this.settings = settings;
        this.link = link;
        this.layout = layout;
        this.clock = clock;
        this.observer = observer;
    }

    /** Connects to the primaries, and goes on seeing to it, until it is closed; nothing if no replica is waited for. */
    void start() {
        if (settings.waitReplicas() > 0) {
            context.runOnContext(there -> look());
        }
    }

    /** Lets go of its connections; who waits is answered. */
    Future<Void> close() {
        Promise<Void> done = Promise.promise();
        context.runOnContext(there -> {
            closed = true;
            List.copyOf(links.values()).forEach(ReplicaLink::end);
            done.complete();
        });
        return done.future();
    }

    /** Fences that wait for replicas now. */
    int waiting() {
        return waiting.get();
    }

    /** Fences that the replicas have yet to confirm, although their writes have been answered. */
    int owed() {
        return unreplicated.size();
    }

    /** Those fences of a group that its replicas have not confirmed. They are the caller's from now on. */
    Set<Scope> takeOwed(int group) {
        return unreplicated.take(group);
    }

    /**
     * Waits for a fence that the primaries have confirmed.
     *
     * @param marks where it stands
     * @param began when it was raised: a server that has taken over since then may not have it
     * @return never fails; ends when the replicas have it, or the time for that is over
     */
    Future<Void> of(List<Layout.Mark> marks, Scope scope, long began) {
        if (settings.waitReplicas() == 0) {
            return Future.succeededFuture();
        }
        Promise<Void> done = Promise.promise();
        Context caller = Vertx.currentContext();
        context.runOnContext(there -> wait(marks, began).onComplete(confirmed -> {
            boolean all = Boolean.TRUE.equals(confirmed.result());
            if (!all) {
                marks.forEach(mark -> unreplicated.add(mark.group(), scope, began));
            }
            observer.replicated(all, clock.getAsLong() - began);
            if (caller == null) {
                done.complete();
            } else {
                caller.runOnContext(back -> done.complete());
            }
        }));
        return done.future();
    }

    private Future<Boolean> wait(List<Layout.Mark> marks, long began) {
        Map<ReplicaLink, Set<Integer>> where = new HashMap<>();
        for (Layout.Mark mark : marks) {
            ReplicaLink open = closed ? null : linkOf(mark.group());
            if (open == null) {
                return Future.succeededFuture(false);
            }
            where.computeIfAbsent(open, absent -> new HashSet<>()).add(mark.group());
        }
        if (waiting.get() >= MOST_WAITING) {
            return Future.succeededFuture(false);
        }
        waiting.incrementAndGet();
        Promise<Boolean> ended = Promise.promise();
        long timer = vertx.setTimer(patienceMillis(), due -> ended.tryComplete(false));
        List<Future<Boolean>> parts = new ArrayList<>();
        where.forEach((open, groups) -> parts.add(open.join(groups, began)));
        Future.join(parts).onComplete(all -> {
            vertx.cancelTimer(timer);
            ended.tryComplete(parts.stream().allMatch(part -> Boolean.TRUE.equals(part.result())));
        });
        return ended.future().onComplete(over -> waiting.decrementAndGet());
    }

    private @Nullable ReplicaLink linkOf(int group) {
        RedisLink.Primary primary = link.primaryOf(layout.slot(group));
        return primary == null ? null : links.get(primary.id());
    }

    private void look() {
        if (closed) {
            return;
        }
        Map<String, RedisLink.Primary> primaries = new HashMap<>();
        for (int group = 0; group < Layout.GROUPS; group++) {
            RedisLink.Primary primary = link.primaryOf(layout.slot(group));
            if (primary != null && link.commands() != null) {
                primaries.put(primary.id(), primary);
            }
        }
        Map.copyOf(links).forEach((id, open) -> {
            if (!primaries.containsKey(id)) {
                open.end();
            }
        });
        tenures.keySet().retainAll(primaries.keySet());
        primaries.forEach((id, primary) -> {
            if (!links.containsKey(id)) {
                ReplicaLink opened = new ReplicaLink(this, primary);
                links.put(id, opened);
                opened.open();
            }
        });
        // What was too late is asked for once more, until the replicas have it.
        unreplicated.groups().forEach(group -> {
            ReplicaLink open = linkOf(group);
            if (open != null) {
                open.ask(group);
            }
        });
        vertx.setTimer(LOOK.toMillis(), due -> look());
    }

    // What links ask and tell; all on the context.

    Context context() {
        return context;
    }

    RedisLink link() {
        return link;
    }

    LongSupplier clock() {
        return clock;
    }

    int wanted() {
        return settings.waitReplicas();
    }

    /** Never 0, which to Redis means for ever. */
    long patienceMillis() {
        return Math.max(1, settings.replicaWait().toMillis());
    }

    String key(int group) {
        return layout.replicated(group);
    }

    byte[] node() {
        return RedisFences.text(settings.node());
    }

    /** A connection stands to this server. Answers since when the server is known to be in charge. */
    long opened(RedisLink.Primary primary, String info, long asked) {
        String run = ServerInfo.run(info);
        Tenure known = tenures.get(primary.id());
        Tenure tenure = known != null && known.run().equals(run) ? known : new Tenure(run, asked);
        tenures.put(primary.id(), tenure);
        int replicas = ServerInfo.replicas(info);
        if (replicas >= wanted()) {
            complained.remove(primary.id());
        } else if (complained.add(primary.id())) {
            LOG.atWarn()
                    .addKeyValue("primary", primary.id())
                    .addKeyValue("replicas", replicas)
                    .addKeyValue("wanted", wanted())
                    .log("shared-tier.wait-replicas asks for more replicas than this primary has connected; until they "
                            + "are there, every write waits for the whole of shared-tier.replica-wait");
        }
        return tenure.since();
    }

    /** The replicas of these groups have all that was confirmed at a time. */
    void confirmed(Set<Integer> groups, long since, long until) {
        groups.forEach(group -> unreplicated.confirmed(group, since, until));
    }

    void gone(ReplicaLink which, RedisLink.Primary primary, @Nullable Throwable cause) {
        links.remove(primary.id(), which);
        if (!closed && cause != null) {
            LOG.atDebug()
                    .addKeyValue("primary", primary.id())
                    .addKeyValue("error", cause.toString())
                    .log("the connection on which replicas are waited for ended; another is opened");
            link.refresh();
        }
    }
}
