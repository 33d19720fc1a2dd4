package io.heatshield.cache.redis;

import io.lettuce.core.ScriptOutputType;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits until every node has said that it heard of a fence. A node that does not say so within the bound on staleness
 * cannot answer from memory any more, since it has not proven within that time that it hears; it is given up, and must
 * join anew before it may.
 */
final class Hearing {
    private static final long MOST_PAUSE_MILLIS = 20;

    private final Vertx vertx;
    private final Commands commands;
    private final Layout layout;
    private final LongSupplier clock;
    private final long stalenessNanos;
    private final RedisTierObserver observer;

    Hearing(
            Vertx vertx,
            Commands commands,
            Layout layout,
            LongSupplier clock,
            long stalenessNanos,
            RedisTierObserver observer) {
        this.vertx = vertx;
        this.commands = commands;
        this.layout = layout;
        this.clock = clock;
        this.stalenessNanos = stalenessNanos;
        this.observer = observer;
    }

    /**
     * Waits for all but the writer itself.
     *
     * @param sequence the message's number
     * @param others who heard when it was published
     * @return never fails
     */
    Future<Void> of(int group, long sequence, Set<String> others) {
        return others.isEmpty()
                ? Future.succeededFuture()
                : look(new Waiting(group, sequence, others, clock.getAsLong() + stalenessNanos), 1);
    }

    /** Waits out the bound: for what is too wide to ask for each part of it. */
    Future<Void> bound() {
        return after(TimeUnit.NANOSECONDS.toMillis(stalenessNanos) + 1);
    }

    private record Waiting(int group, long sequence, Set<String> others, long until) {}

    private Future<Void> look(Waiting waiting, long pauseMillis) {
        return after(pauseMillis)
                .compose(passed -> commands.<Map<String, byte[]>>send(
                        waiting.group, "nodes", redis -> redis.hgetall(layout.nodes(waiting.group))))
                .transform(answer -> {
                    List<String> silent = answer.failed()
                            ? List.copyOf(waiting.others)
                            : waiting.others.stream()
                                    .filter(node -> !heard(answer.result().get(node), waiting.sequence))
                                    .toList();
                    if (silent.isEmpty()) {
                        return Future.succeededFuture();
                    }
                    return waiting.until - clock.getAsLong() > 0
                            ? look(waiting, Math.min(MOST_PAUSE_MILLIS, pauseMillis * 2))
                            : giveUp(waiting, silent);
                });
    }

    /** A node that is not there any more may have been given up by another writer, and still answer for a moment. */
    private static boolean heard(byte @Nullable [] last, long sequence) {
        return last != null && Long.parseLong(new String(last, StandardCharsets.US_ASCII)) >= sequence;
    }

    private Future<Void> giveUp(Waiting waiting, List<String> silent) {
        observer.unheard();
        List<Future<Long>> drops = silent.stream()
                .map(node -> commands.<Long>script(
                        waiting.group,
                        "drop",
                        Script.DROP,
                        ScriptOutputType.INTEGER,
                        List.of(
                                layout.nodes(waiting.group),
                                layout.sequence(waiting.group),
                                layout.channel(waiting.group)),
                        node.getBytes(StandardCharsets.UTF_8),
                        Long.toString(waiting.sequence).getBytes(StandardCharsets.US_ASCII),
                        Message.dropped(node)))
                .toList();
        // Whether or not Redis takes note: their time is over.
        return Future.join(drops).otherwiseEmpty().mapEmpty();
    }

    private Future<Void> after(long millis) {
        Promise<Void> promise = Promise.promise();
        vertx.setTimer(millis, due -> promise.complete());
        return promise.future();
    }
}
