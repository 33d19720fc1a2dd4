package io.heatshield.cache.redis;

import io.heatshield.cache.redis.RedisTierObserver.Doubt;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscription to one primary. It ends with its connection; the bus opens another. All state is owned by the bus's
 * context.
 */
final class BusLink {
    private static final Logger LOG = LoggerFactory.getLogger(BusLink.class);

    private static final Duration BARRIER = Duration.ofMillis(150);
    /** Barriers that are not answered yet; more would only pile up behind a primary that hangs. */
    private static final int MOST_UNANSWERED = 8;

    private final Bus bus;
    private final RedisLink.Primary primary;
    /** The last sequence number heard, by group. */
    private final Map<Integer, Long> heard = new HashMap<>();
    /** Groups whose every message is counted. */
    private final Set<Integer> covered = new LinkedHashSet<>();
    /** Groups that were subscribed to, whether or not that is confirmed, each with the turn in which it was. */
    private final Map<Integer, Object> asked = new HashMap<>();

    private @Nullable StatefulRedisPubSubConnection<String, byte[]> connection;
    private int unanswered;
    private boolean closed;

    BusLink(Bus bus, RedisLink.Primary primary) {
        this.bus = bus;
        this.primary = primary;
    }

    RedisLink.Primary primary() {
        return primary;
    }

    /** Connects, and then takes these groups. */
    void open(List<Integer> groups) {
        stage(bus.link().subscribe(primary)).onComplete(opened -> {
            if (opened.failed()) {
                fail("the bus could not be subscribed to", opened.cause());
            } else if (closed) {
                closeQuietly(opened.result());
            } else {
                connection = opened.result();
                opened.result().addListener(new Ears());
                opened.result().addListener(new RedisConnectionStateListener() {
                    @Override
                    public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
                        bus.context().runOnContext(there -> end(Doubt.DISCONNECTED));
                    }
                });
                take(groups);
                barrier();
            }
        });
    }

    /** Subscribes to these groups as well. They count once the numbers of their last messages are known. */
    void take(List<Integer> groups) {
        StatefulRedisPubSubConnection<String, byte[]> open = connection;
        if (open == null) {
            // Still being opened. What is not asked for now the bus will ask for again.
            return;
        }
        Object turn = new Object();
        List<Integer> fresh = groups.stream()
                .filter(group -> asked.putIfAbsent(group, turn) == null)
                .toList();
        if (fresh.isEmpty()) {
            return;
        }
        RedisPubSubAsyncCommands<String, byte[]> commands = open.async();
        List<Future<?>> steps = new ArrayList<>();
        for (int group : fresh) {
            steps.add(stage(commands.ssubscribe(bus.layout().channel(group))));
        }
        // Asked on the same connection, after the subscriptions: every later message is counted from these on.
        for (int group : fresh) {
            String[] keys = {bus.layout().nodes(group), bus.layout().sequence(group)};
            Future<Long> number = stage(commands.eval(Script.JOIN.text(), ScriptOutputType.INTEGER, keys, node()));
            steps.add(number.onSuccess(last -> {
                if (asked.get(group) == turn) {
                    heard.put(group, last);
                }
            }));
        }
        Future<String> run = stage(commands.info("server"));
        steps.add(run);
        Future.all(steps).onComplete(done -> {
            if (closed) {
                return;
            }
            if (done.failed()) {
                fail("the bus could not be subscribed to", done.cause());
                return;
            }
            // Not those that were given up meanwhile: nobody would listen for what is vouched for.
            List<Integer> joined =
                    fresh.stream().filter(group -> asked.get(group) == turn).toList();
            covered.addAll(joined);
            // What is in memory was stored when nobody listened for it here.
            bus.doubt(joined, Doubt.MOVED);
            bus.covers(this, joined, ServerInfo.run(run.result()));
        });
    }

    private byte[] node() {
        return bus.node().getBytes(StandardCharsets.UTF_8);
    }

    /** Proves from time to time that all has been heard up to then. */
    private void barrier() {
        StatefulRedisPubSubConnection<String, byte[]> open = connection;
        if (closed || open == null) {
            return;
        }
        if (!covered.isEmpty() && unanswered < MOST_UNANSWERED) {
            unanswered++;
            long sent = bus.clock().getAsLong();
            List<Integer> proven = List.copyOf(covered);
            String key = bus.layout().barrier(proven.get(0));
            stage(open.async().<Long>eval(Script.BARRIER.text(), ScriptOutputType.INTEGER, new String[] {key}, node()))
                    .onComplete(answer -> {
                        unanswered--;
                        if (closed) {
                            return;
                        }
                        if (answer.failed()) {
                            fail("the bus did not answer a barrier", answer.cause());
                            return;
                        }
                        List<Integer> still =
                                proven.stream().filter(covered::contains).toList();
                        bus.renew(still, sent + bus.stalenessNanos());
                    });
        }
        bus.vertx().setTimer(BARRIER.toMillis(), due -> barrier());
    }

    private void arrived(String channel, byte[] bytes) {
        int group = bus.layout().groupOf(channel);
        Message message = Message.read(bytes);
        Long last = heard.get(group);
        if (message == null || group < 0) {
            LOG.atWarn().addKeyValue("channel", channel).log("a message on the bus was not understood");
            if (group >= 0) {
                bus.doubt(List.of(group), Doubt.GAP);
            }
            return;
        }
        if (last != null) {
            if (message.sequence() != last + 1) {
                bus.doubt(List.of(group), Doubt.GAP);
            }
            heard.put(group, message.sequence());
        }
        if (message.scope() != null) {
            bus.heard(message);
            if (message.strict()) {
                say(group, message.sequence());
            }
        } else if (message.node().equals(bus.node())) {
            // We were too slow to answer, and were given up: nobody waits for us any more.
            forget(group, Doubt.GAP);
        }
    }

    /** Tells a writer that waits that this node has dropped what its fence covers. */
    private void say(int group, long sequence) {
        StatefulRedisPubSubConnection<String, byte[]> open = connection;
        if (open != null) {
            byte[] number = Long.toString(sequence).getBytes(StandardCharsets.US_ASCII);
            stage(open.async().hset(bus.layout().nodes(group), bus.node(), number))
                    .onFailure(cause -> fail("the bus did not take an answer", cause));
        }
    }

    private void forget(int group, Doubt why) {
        asked.remove(group);
        heard.remove(group);
        covered.remove(group);
        bus.uncover(List.of(group));
        bus.doubt(List.of(group), why);
    }

    /** The group has another primary now. */
    void leave(int group) {
        forget(group, Doubt.MOVED);
        StatefulRedisPubSubConnection<String, byte[]> open = connection;
        if (open != null) {
            open.async().sunsubscribe(bus.layout().channel(group)).whenComplete((done, cause) -> {
                if (cause != null) {
                    LOG.atDebug().addKeyValue("error", cause.toString()).log("could not unsubscribe");
                }
            });
        }
        if (asked.isEmpty()) {
            end(Doubt.MOVED);
        }
    }

    /** Tells the writers not to wait for this node, and ends. */
    Future<Void> leave() {
        StatefulRedisPubSubConnection<String, byte[]> open = connection;
        if (open == null || closed) {
            end(Doubt.DISCONNECTED);
            return Future.succeededFuture();
        }
        List<Integer> lost = List.copyOf(covered);
        covered.clear();
        bus.uncover(lost);
        bus.doubt(lost, Doubt.DISCONNECTED);
        List<Future<Long>> left = lost.stream()
                .map(group -> this.<Long>stage(open.async().hdel(bus.layout().nodes(group), bus.node())))
                .toList();
        return Future.join(left).<Void>mapEmpty().otherwiseEmpty().onComplete(done -> end(Doubt.DISCONNECTED));
    }

    private static void closeQuietly(StatefulRedisPubSubConnection<String, byte[]> open) {
        CompletionStage<Void> closing = open.closeAsync();
        closing.whenComplete((done, cause) -> {
            if (cause != null) {
                LOG.atDebug().addKeyValue("error", cause.toString()).log("could not close a subscription in order");
            }
        });
    }

    private void fail(String what, Throwable cause) {
        if (!closed) {
            bus.failed(what, primary, cause);
        }
        end(Doubt.DISCONNECTED);
    }

    private void end(Doubt why) {
        if (closed) {
            return;
        }
        closed = true;
        List<Integer> lost = List.copyOf(covered);
        covered.clear();
        bus.uncover(lost);
        bus.doubt(lost, why);
        StatefulRedisPubSubConnection<String, byte[]> open = connection;
        if (open != null && open.isOpen()) {
            closeQuietly(open);
        }
        bus.gone(this);
    }

    /**
     * The answer, on the context. Always queued there, even if it is there already: handled at once it could overtake a
     * message that came before it, and prove what was not heard.
     */
    private <T> Future<T> stage(CompletionStage<T> stage) {
        Promise<T> promise = Promise.promise();
        stage.whenComplete((value, cause) -> bus.context().runOnContext(there -> {
            if (cause == null) {
                promise.complete(value);
            } else {
                promise.fail(cause);
            }
        }));
        return promise.future();
    }

    /** Hands over to the context, in the order of arrival. */
    private final class Ears extends RedisPubSubAdapter<String, byte[]> {
        @Override
        public void smessage(String channel, byte[] message) {
            bus.context().runOnContext(there -> arrived(channel, message));
        }

        @Override
        public void sunsubscribed(String channel, long count) {
            bus.context().runOnContext(there -> {
                int group = bus.layout().groupOf(channel);
                if (asked.containsKey(group)) {
                    // Unasked: the slot has moved away.
                    leave(group);
                    bus.link().refresh();
                }
            });
        }
    }
}
