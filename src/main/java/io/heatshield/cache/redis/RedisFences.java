package io.heatshield.cache.redis;

import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Scope;
import io.heatshield.cache.SharedTier.Begun;
import io.lettuce.core.ScriptOutputType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The writers' side: fences, in this process first and then in Redis, and what is done about those that Redis did not
 * confirm.
 */
final class RedisFences {
    private static final int REPAIRS_AT_ONCE = 256;
    private static final long REPAIR_MILLIS = 100;
    private static final Duration MEMORY = Duration.ofMinutes(1);

    private final Vertx vertx;
    private final RedisSettings settings;
    private final Commands commands;
    private final Layout layout;
    private final InProcessTier here;
    private final Repairs repairs;
    private final Replication replication;
    private final RedisTierObserver observer;
    private final LongSupplier clock;
    private final Hearing hearing;
    private final RecentFences recent;
    private volatile boolean closed;

    RedisFences(
            Vertx vertx,
            RedisSettings settings,
            Commands commands,
            Layout layout,
            InProcessTier here,
            Repairs repairs,
            Replication replication,
            RedisTierObserver observer,
            LongSupplier clock) {
        this.vertx = vertx;
        this.settings = settings;
        this.commands = commands;
        this.layout = layout;
        this.here = here;
        this.repairs = repairs;
        this.replication = replication;
        this.observer = observer;
        this.clock = clock;
        this.hearing =
                new Hearing(vertx, commands, layout, clock, settings.staleness().toNanos(), observer);
        this.recent = new RecentFences(clock, MEMORY);
    }

    void close() {
        closed = true;
    }

    Future<Begun> begin(Scope scope, long token, boolean strict) {
        here.begin(scope, token, strict);
        recent.add(scope);
        long began = clock.getAsLong();
        List<Layout.Mark> marks = layout.marks(scope);
        Future<Begun> begun = strict && marks.size() == 1
                ? beginStrictly(scope, marks.get(0), token)
                : fence("begin", scope, token, settings.hold())
                        .map(done -> strict ? new Begun(hearing.bound()) : Begun.HEARD);
        return begun.map(done -> {
            observer.fenced(clock.getAsLong() - began);
            // Side by side with the write itself, whose answer waits for it.
            return new Begun(Future.join(done.heard(), replication.of(marks, scope, began))
                    .mapEmpty());
        });
    }

    private Future<Begun> beginStrictly(Scope scope, Layout.Mark mark, long token) {
        return fence("begin", scope, mark, token, settings.hold(), true)
                .onFailure(cause -> unconfirmed("begin", mark.group(), scope))
                .map(answer -> {
                    Set<String> others = new HashSet<>();
                    ((List<?>) answer.get(1))
                            .forEach(node -> others.add(new String((byte[]) node, StandardCharsets.UTF_8)));
                    others.remove(settings.node());
                    return new Begun(hearing.of(mark.group(), (Long) answer.get(0), others));
                });
    }

    Future<Void> commit(Scope scope, long token) {
        here.commit(scope, token);
        return replicated("commit", scope, token, settings.settle());
    }

    Future<Void> cancel(Scope scope, long token) {
        here.cancel(scope, token);
        return fence("cancel", scope, token, settings.lease().plusSeconds(1));
    }

    Future<Void> hold(Scope scope, long token) {
        here.hold(scope, token);
        return replicated("hold", scope, token, settings.hold());
    }

    Future<Void> purge(Scope scope) {
        here.purge(scope);
        recent.add(scope);
        return replicated("purge", scope, 0, settings.settle());
    }

    /** A fence that stands by itself: whoever waits for it waits for the replicas as well. */
    private Future<Void> replicated(String op, Scope scope, long token, Duration time) {
        long began = clock.getAsLong();
        return fence(op, scope, token, time).compose(done -> replication.of(layout.marks(scope), scope, began));
    }

    private Future<Void> fence(String op, Scope scope, long token, Duration time) {
        List<Future<List<Object>>> all = layout.marks(scope).stream()
                .map(mark -> fence(op, scope, mark, token, time, false)
                        .onFailure(cause -> unconfirmed(op, mark.group(), scope)))
                .toList();
        return Future.join(all).mapEmpty();
    }

    private Future<List<Object>> fence(
            String op, Scope scope, Layout.Mark mark, long token, Duration time, boolean strict) {
        return commands.script(
                mark.group(),
                op,
                Script.FENCE,
                ScriptOutputType.MULTI,
                strict ? withNodes(mark) : mark.keys(),
                text(op),
                text(mark.kind()),
                token(token),
                text(Long.toString(time.toMillis())),
                Message.text(settings.node(), strict, scope));
    }

    private List<String> withNodes(Layout.Mark mark) {
        List<String> keys = new ArrayList<>(mark.keys());
        keys.add(layout.nodes(mark.group()));
        return keys;
    }

    private void unconfirmed(String op, int group, Scope scope) {
        if (!op.equals("cancel")) {
            repairs.add(group, scope);
        }
    }

    /** These groups' Redis is not the one it was: what was fenced of late is fenced anew. */
    void rolledBack(List<Integer> groups) {
        Set<Integer> concerned = Set.copyOf(groups);
        groups.forEach(group -> replication.takeOwed(group).forEach(scope -> repairs.add(group, scope)));
        for (Scope scope : recent.scopes()) {
            for (Layout.Mark mark : layout.marks(scope)) {
                if (concerned.contains(mark.group())) {
                    repairs.add(mark.group(), scope);
                }
            }
        }
    }

    /** Tells Redis from now on what it missed, until {@link #close}. */
    void repairLater() {
        vertx.setTimer(REPAIR_MILLIS, due -> {
            if (!closed) {
                repair().onComplete(done -> repairLater());
            }
        });
    }

    /** Tells Redis what it missed; what fails is tried again. */
    private Future<?> repair() {
        List<Future<List<Object>>> all = repairs.some(REPAIRS_AT_ONCE).stream()
                .map(repair -> fence(
                                "purge",
                                repair.scope(),
                                layout.mark(repair.scope(), repair.group()),
                                0,
                                settings.settle(),
                                false)
                        .onSuccess(done -> repairs.done(repair.group(), repair.scope())))
                .toList();
        return Future.join(all).otherwiseEmpty();
    }

    private byte[] token(long token) {
        return token(settings.node(), token);
    }

    /** A token that no other node's is equal to. */
    static byte[] token(String node, long token) {
        return text(node + ':' + token);
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
