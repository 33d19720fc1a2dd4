package io.heatshield.cache.redis;

import io.heatshield.cache.Warrant;
import io.heatshield.cache.redis.RedisTierObserver.Doubt;
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
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of every node's fences, and keeps the warrants by which the local tier answers.
 *
 * <p>One subscription per primary. A message reaches us before the answer to any command that the same primary ran
 * later on the same connection; so once a barrier, sent on that connection at time t, is answered, every fence up to t
 * has been heard of, and the local tier may answer until t and the bound on staleness. The barrier is a write to a key
 * of ours: a primary that was demoted, or that lost our slot, does not answer it.
 *
 * <p>All state is owned by one Vert.x context, on which messages and answers are handled in the order of their arrival.
 * The warrants are read by any thread.
 */
final class Bus {
    private static final Logger LOG = LoggerFactory.getLogger(Bus.class);

    private static final Duration LOOK = Duration.ofMillis(500);

    private final Vertx vertx;
    private final Context context;
    private final RedisLink link;
    private final Layout layout;
    private final LongSupplier clock;
    private final long stalenessNanos;
    private final String node;
    private final RedisTierObserver observer;
    private final Warrant[] warrants = new Warrant[Layout.GROUPS];
    /** Who covers each group; its links are those of {@link #links}. */
    private final @Nullable BusLink[] covering = new BusLink[Layout.GROUPS];

    private final @Nullable String[] runs = new String[Layout.GROUPS];
    private final Map<String, BusLink> links = new HashMap<>();
    private Consumer<Message> listener = message -> {};
    private Runnable doubtful = () -> {};
    private Consumer<List<Integer>> rolledBack = groups -> {};
    private boolean closed;
    private final Set<String> complained = new HashSet<>();

    Bus(
            Vertx vertx,
            RedisLink link,
            Layout layout,
            LongSupplier clock,
            Duration staleness,
            String node,
            RedisTierObserver observer) {
        this.vertx = vertx;
        // Its own, whatever thread this is: what it is told must be handled in order.
        this.context = ((VertxInternal) vertx).createEventLoopContext();
        this.link = link;
        this.layout = layout;
        this.clock = clock;
        this.stalenessNanos = staleness.toNanos();
        this.node = node;
        this.observer = observer;
        IntStream.range(0, Layout.GROUPS).forEach(group -> warrants[group] = new Warrant(clock.getAsLong()));
    }

    /**
     * Starts to listen, and goes on whatever happens, until it is closed.
     *
     * @param heard what to do with each message, on the bus's context
     * @param doubted told when fences may have been missed, before any are heard of again
     * @param lost told which groups' Redis is not the one it was: it may have lost fences that it had confirmed
     */
    void start(Consumer<Message> heard, Runnable doubted, Consumer<List<Integer>> lost) {
        context.runOnContext(there -> {
            this.listener = heard;
            this.doubtful = doubted;
            this.rolledBack = lost;
            look();
        });
    }

    /** Leaves in order, so that no strict write waits for this node. */
    Future<Void> close() {
        Promise<Void> left = Promise.promise();
        context.runOnContext(there -> {
            closed = true;
            Future.join(List.copyOf(links.values()).stream().map(BusLink::leave).toList())
                    .onComplete(all -> left.complete());
        });
        return left.future();
    }

    Warrant warrant(int group) {
        return warrants[group];
    }

    /** The age of the oldest group's newest confirmed barrier, in nanoseconds. */
    long barrierAge() {
        long now = clock.getAsLong();
        long oldest = 0;
        for (Warrant warrant : warrants) {
            oldest = Math.max(oldest, now - (warrant.until() - stalenessNanos));
        }
        return oldest;
    }

    /** Sees to it that every group that nobody covers is covered by its primary, now and from time to time. */
    private void look() {
        if (closed) {
            return;
        }
        cover();
        vertx.setTimer(LOOK.toMillis(), due -> look());
    }

    private void cover() {
        Map<String, List<Integer>> wanted = new HashMap<>();
        Map<String, RedisLink.Primary> primaries = new HashMap<>();
        for (int group = 0; group < Layout.GROUPS; group++) {
            RedisLink.Primary primary = link.primaryOf(layout.slot(group));
            if (primary == null) {
                continue;
            }
            BusLink held = covering[group];
            if (held != null && !held.primary().id().equals(primary.id())) {
                held.leave(group);
            }
            if (covering[group] == null) {
                primaries.put(primary.id(), primary);
                wanted.computeIfAbsent(primary.id(), id -> new ArrayList<>()).add(group);
            }
        }
        wanted.forEach((id, groups) -> {
            RedisLink.Primary primary = primaries.get(id);
            if (primary != null && !links.containsKey(id)) {
                BusLink opened = new BusLink(this, primary);
                links.put(id, opened);
                opened.open(groups);
            } else {
                BusLink open = links.get(id);
                if (open != null) {
                    open.take(groups);
                }
            }
        });
    }

    // What links ask and tell; all on the context.

    Vertx vertx() {
        return vertx;
    }

    Context context() {
        return context;
    }

    RedisLink link() {
        return link;
    }

    Layout layout() {
        return layout;
    }

    LongSupplier clock() {
        return clock;
    }

    long stalenessNanos() {
        return stalenessNanos;
    }

    String node() {
        return node;
    }

    /** A subscription failed: said once, until one stands again. */
    void failed(String what, RedisLink.Primary primary, Throwable cause) {
        if (!closed && complained.add(primary.id())) {
            LOG.atWarn()
                    .addKeyValue("primary", primary.id())
                    .addKeyValue("error", String.valueOf(cause))
                    .log(what + "; until the bus is back, the local tier asks before it answers");
        }
    }

    void covers(BusLink by, List<Integer> groups, String run) {
        if (complained.remove(by.primary().id())) {
            LOG.atInfo().addKeyValue("primary", by.primary().id()).log("the bus is back");
        }
        List<Integer> changed = new ArrayList<>();
        for (int group : groups) {
            covering[group] = by;
            String before = runs[group];
            if (before != null && !before.equals(run)) {
                changed.add(group);
            }
            runs[group] = run;
        }
        if (!changed.isEmpty()) {
            observer.doubted(Doubt.ROLLED_BACK, changed.size());
            rolledBack.accept(changed);
        }
    }

    /** What was heard until now of these groups may not be all. */
    void doubt(List<Integer> groups, Doubt why) {
        if (!groups.isEmpty()) {
            groups.forEach(group -> warrants[group].suspect());
            // A load under way may bring what a fence that was missed has ended.
            doubtful.run();
            observer.doubted(why, groups.size());
        }
    }

    /**
     * Nobody listens for these groups any more. Their warrants end at once, not when they would have run out: by the time
     * that this node has joined anew, writers count it among those who heard of everything before, and it has not.
     */
    void uncover(List<Integer> groups) {
        long now = clock.getAsLong();
        groups.forEach(group -> {
            covering[group] = null;
            warrants[group].renew(now);
        });
    }

    void gone(BusLink which) {
        links.remove(which.primary().id(), which);
        if (!closed) {
            link.refresh();
        }
    }

    void renew(List<Integer> groups, long until) {
        groups.forEach(group -> warrants[group].renew(until));
    }

    void heard(Message message) {
        observer.heard();
        listener.accept(message);
    }
}
