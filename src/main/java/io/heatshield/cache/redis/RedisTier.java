package io.heatshield.cache.redis;

import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Lease;
import io.heatshield.cache.Scope;
import io.heatshield.cache.SharedItem;
import io.heatshield.cache.SharedTier;
import io.heatshield.cache.Warrant;
import io.heatshield.cache.redis.RedisTierObserver.LeaseEnd;
import io.heatshield.protocol.ItemKey;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScriptOutputType;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shared tier on Redis. A hit is one round trip without a script; every change is one script on one group's keys.
 *
 * <p>Every fence is also kept in this process: it is what still holds when Redis does not answer. Then loads are made
 * without Redis, what they bring is kept for no longer than the bound on staleness, and fences that Redis did not
 * confirm are repaired before its values are believed again.
 *
 * <p>Safe for use from any thread; futures complete on the caller's Vert.x context, if there is one.
 */
public final class RedisTier implements SharedTier {
    private static final Logger LOG = LoggerFactory.getLogger(RedisTier.class);

    /** Below this a value is not taken for younger than the asker's own: the times were read at different moments. */
    private static final long YOUNGER_NANOS = 50_000_000L;

    private static final int REPAIRS_AT_ONCE = 256;
    private static final long REPAIR_MILLIS = 100;
    private static final byte[] LEASE = text("0");
    private static final byte[] REFRESH = text("1");
    private static final String NEVER = "0".repeat(16);

    private final Vertx vertx;
    private final RedisSettings settings;
    private final LongSupplier clock;
    private final RedisTierObserver observer;
    private final InProcessTier here;
    private final Layout layout;
    private final RedisLink link;
    private final Commands commands;
    private final Bus bus;
    private final Hearing hearing;
    private final ValueFormat format;
    private final Repairs repairs = new Repairs();
    private final RecentFences recent;
    private volatile Consumer<Scope> invalidated = scope -> {};
    private volatile Runnable doubted = () -> {};
    private volatile boolean closed;

    private RedisTier(
            Vertx vertx, RedisSettings settings, InProcessTier here, LongSupplier clock, RedisTierObserver observer) {
        this.vertx = vertx;
        this.settings = settings;
        this.here = here;
        this.clock = clock;
        this.observer = observer;
        this.layout = new Layout(settings.prefix());
        this.format = new ValueFormat(settings.compressAbove());
        CommandTimeout timeout = new CommandTimeout(settings.leastTimeout(), settings.commandTimeout());
        RedisUrl url = RedisUrl.parse(settings.url(), settings.username(), settings.password());
        this.link = url.cluster()
                ? new ClusterLink(url.seeds(), timeout, settings.staleness())
                : new SingleLink(url.seeds().get(0), timeout, settings.staleness());
        this.commands = new Commands(link, layout, timeout, clock, observer);
        this.bus = new Bus(vertx, link, layout, clock, settings.staleness(), settings.node(), observer);
        this.hearing =
                new Hearing(vertx, commands, layout, clock, settings.staleness().toNanos(), observer);
        this.recent = new RecentFences(clock, Duration.ofMinutes(1));
    }

    /**
     * A tier that is not connected yet.
     *
     * @param here the same rules in this process, with the same times
     * @param clock monotonic nanoseconds
     * @throws IllegalArgumentException if the URL is none of Redis
     */
    public static RedisTier of(
            Vertx vertx, RedisSettings settings, InProcessTier here, LongSupplier clock, RedisTierObserver observer) {
        return new RedisTier(vertx, settings, here, clock, observer);
    }

    /**
     * Connects, or if nobody answers goes on trying: a node must be able to start while Redis is down.
     *
     * @return fails with an {@link UnfitRedisException} if what answers is not to be used
     */
    public Future<Void> start() {
        return vertx.executeBlocking(
                        () -> {
                            link.connect();
                            return null;
                        },
                        false)
                .transform(connected -> {
                    if (connected.failed()) {
                        LOG.atWarn()
                                .addKeyValue("error", rootOf(connected.cause()).getMessage())
                                .log("the shared tier is not there; going on without it, and trying again");
                        retryConnect();
                        listen();
                        return Future.succeededFuture();
                    }
                    return fitness().map(fit -> {
                        listen();
                        return null;
                    });
                });
    }

    private void retryConnect() {
        vertx.setTimer(1_000, due -> {
            if (!closed) {
                vertx.executeBlocking(
                                () -> {
                                    link.connect();
                                    return null;
                                },
                                false)
                        .onSuccess(connected -> fitness()
                                .onSuccess(fit -> LOG.info("the shared tier is there"))
                                .onFailure(cause -> LOG.atError()
                                        .addKeyValue("error", "it " + cause.getMessage())
                                        .log("the shared tier cannot serve as one")))
                        .onFailure(cause -> retryConnect());
            }
        });
    }

    private Future<Void> fitness() {
        return commands.<String>send(0, "info", redis -> redis.info("server")).transform(info -> {
            String unfit = info.failed() ? null : ServerInfo.unfit(info.result());
            return unfit == null ? Future.succeededFuture() : Future.failedFuture(new UnfitRedisException(unfit));
        });
    }

    private void listen() {
        bus.start(this::heard, () -> doubted.run(), this::rolledBack);
        repairLater();
    }

    /** Lets go of connections and threads; what is under way fails. */
    public Future<Void> close() {
        closed = true;
        return bus.close()
                .compose(left -> vertx.executeBlocking(
                        () -> {
                            link.close();
                            return null;
                        },
                        false));
    }

    /** Fences that Redis has yet to learn of. */
    public int pendingRepairs() {
        return repairs.size();
    }

    /** Primaries that are not asked at the moment, since they have been failing. */
    public int openBreakers() {
        return commands.openBreakers();
    }

    /** How long ago the oldest proof was that all fences have been heard, in nanoseconds. */
    public long barrierAgeNanos() {
        return bus.barrierAge();
    }

    @Override
    public Warrant warrant(ItemKey key) {
        return bus.warrant(Layout.group(Layout.id(key)));
    }

    @Override
    public void onInvalidation(Consumer<Scope> dropped, Runnable doubtful) {
        this.invalidated = dropped;
        this.doubted = doubtful;
    }

    @Override
    public long markNanos() {
        return settings.hold().minus(settings.settle()).toNanos();
    }

    private void heard(Message message) {
        Scope scope = message.scope();
        if (scope != null) {
            invalidated.accept(scope);
            if (!message.node().equals(settings.node())) {
                // Its own control record may be lost with Redis: loads are strong for as long, all the same.
                here.purge(scope);
            }
        }
    }

    @Override
    public Future<Lease> lease(ItemKey key, long token) {
        return ask(key, token, false, Long.MIN_VALUE);
    }

    @Override
    public Future<Lease> refresh(ItemKey key, long token, long softLeft) {
        return ask(key, token, true, softLeft);
    }

    private Future<Lease> ask(ItemKey key, long token, boolean refresh, long softLeft) {
        InProcessTier.Standing standing = here.standing(key);
        if (standing.pending()) {
            observer.leased(LeaseEnd.PENDING);
            return Future.succeededFuture(new Lease.Pending());
        }
        String id = Layout.id(key);
        int group = Layout.group(id);
        Asking asking = new Asking(group, layout.itemKeys(key, id), token, refresh, standing.strong(), softLeft);
        if (repairs.pending(group)) {
            return Future.succeededFuture(alone(asking));
        }
        return look(asking)
                .recover(cause -> Future.succeededFuture(alone(asking)))
                .map(lease -> {
                    observer.leased(endOf(lease));
                    return lease;
                });
    }

    /** One question for a value or a lease. */
    private record Asking(
            int group, List<String> keys, long token, boolean refresh, boolean strongHere, long softLeft) {}

    private Lease alone(Asking asking) {
        return new Lease.Alone(asking.strongHere);
    }

    private static LeaseEnd endOf(Lease lease) {
        if (lease instanceof Lease.Value) {
            return LeaseEnd.VALUE;
        }
        if (lease instanceof Lease.Granted) {
            return LeaseEnd.GRANTED;
        }
        if (lease instanceof Lease.Wait) {
            return LeaseEnd.WAITED;
        }
        return lease instanceof Lease.Pending ? LeaseEnd.PENDING : LeaseEnd.ALONE;
    }

    private Future<Lease> look(Asking asking) {
        List<String> keys = asking.keys;
        Future<List<KeyValue<String, byte[]>>> values =
                commands.send(asking.group, "get", redis -> redis.mget(keys.get(0), keys.get(2), keys.get(4)));
        Future<Long> left = commands.send(asking.group, "pttl", redis -> redis.pttl(keys.get(0)));
        return Future.all(values, left).compose(both -> {
            SharedItem found = found(values.result(), left.result());
            if (found != null && found.left().hard() > 0 && isNews(asking, found)) {
                return Future.succeededFuture(new Lease.Value(found));
            }
            return found == null
                    ? request(asking, asking.refresh, null, 0)
                    : request(asking, true, found.left().hard() > 0 ? null : found, 0);
        });
    }

    private static boolean isNews(Asking asking, SharedItem found) {
        return !asking.refresh || found.left().soft() > asking.softLeft + YOUNGER_NANOS;
    }

    private static @Nullable SharedItem found(List<KeyValue<String, byte[]>> answer, long leftMillis) {
        byte[] value = answer.get(0).getValueOrElse(null);
        return value == null ? null : ValueFormat.read(value, epoch(answer.get(1)) + epoch(answer.get(2)), leftMillis);
    }

    private static String epoch(KeyValue<String, byte[]> answer) {
        byte[] text = answer.getValueOrElse(null);
        return text == null ? NEVER : new String(text, StandardCharsets.US_ASCII);
    }

    private Future<Lease> request(Asking asking, boolean refresh, @Nullable SharedItem stale, long waitedMillis) {
        byte[] lease = text(Long.toString(settings.lease().toMillis()));
        return commands.<List<Object>>script(
                        asking.group,
                        "lease",
                        Script.LEASE,
                        ScriptOutputType.MULTI,
                        asking.keys,
                        token(asking.token),
                        lease,
                        refresh ? REFRESH : LEASE)
                .compose(answer -> granted(asking, answer, stale, waitedMillis));
    }

    private Future<Lease> granted(Asking asking, List<Object> answer, @Nullable SharedItem stale, long waitedMillis) {
        int kind = ((Long) answer.get(0)).intValue();
        if (kind == 1) {
            SharedItem found = ValueFormat.read((byte[]) answer.get(1), (Long) answer.get(2));
            return found != null && found.left().hard() > 0
                    ? Future.succeededFuture(new Lease.Value(found))
                    : request(asking, true, found, waitedMillis);
        }
        if (kind == 2) {
            return Future.succeededFuture(new Lease.Pending());
        }
        boolean strong = asking.strongHere || (Long) answer.get(1) == 1;
        if (kind == 0) {
            return Future.succeededFuture(new Lease.Granted(strong, stale));
        }
        // A refresh is left to whoever is at it.
        long pause = Math.max(4, waitedMillis);
        if (asking.refresh || waitedMillis + pause > settings.leaseWait().toMillis()) {
            return Future.succeededFuture(new Lease.Wait(strong));
        }
        return after(pause).compose(passed -> request(asking, false, stale, waitedMillis + pause));
    }

    private Future<Void> after(long millis) {
        Promise<Void> promise = Promise.promise();
        vertx.setTimer(millis, due -> promise.complete());
        return promise.future();
    }

    @Override
    public Future<Boolean> fill(ItemKey key, long token, SharedItem shared) {
        long dead = ValueFormat.deadMillis(shared);
        if (dead <= 0) {
            return release(key, token).map(true);
        }
        String id = Layout.id(key);
        return commands.<Long>script(
                        Layout.group(id),
                        "fill",
                        Script.FILL,
                        ScriptOutputType.INTEGER,
                        layout.itemKeys(key, id),
                        token(token),
                        text(Long.toString(dead)),
                        format.write(shared))
                .map(accepted -> accepted == 1);
    }

    @Override
    public Future<Void> release(ItemKey key, long token) {
        String id = Layout.id(key);
        return commands.<Long>script(
                        Layout.group(id),
                        "release",
                        Script.RELEASE,
                        ScriptOutputType.INTEGER,
                        List.of(layout.itemKeys(key, id).get(1)),
                        token(token))
                .mapEmpty();
    }

    @Override
    public Future<Begun> begin(Scope scope, long token, boolean strict) {
        here.begin(scope, token, strict);
        recent.add(scope);
        long began = clock.getAsLong();
        List<Layout.Mark> marks = layout.marks(scope);
        Future<Begun> begun = strict && marks.size() == 1
                ? beginStrictly(scope, marks.get(0), token)
                : fence("begin", scope, token, settings.hold())
                        .map(done -> strict ? new Begun(hearing.bound()) : Begun.HEARD);
        return begun.onSuccess(done -> observer.fenced(clock.getAsLong() - began));
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

    @Override
    public Future<Void> commit(Scope scope, long token) {
        here.commit(scope, token);
        return fence("commit", scope, token, settings.settle());
    }

    @Override
    public Future<Void> cancel(Scope scope, long token) {
        here.cancel(scope, token);
        return fence("cancel", scope, token, settings.lease().plusSeconds(1));
    }

    @Override
    public Future<Void> hold(Scope scope, long token) {
        here.hold(scope, token);
        return fence("hold", scope, token, settings.hold());
    }

    @Override
    public Future<Void> purge(Scope scope) {
        here.purge(scope);
        recent.add(scope);
        return fence("purge", scope, 0, settings.settle());
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
                text(mark.wide() ? "t" : "i"),
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

    private void rolledBack(List<Integer> groups) {
        for (Scope scope : recent.scopes()) {
            for (Layout.Mark mark : layout.marks(scope)) {
                if (groups.contains(mark.group())) {
                    repairs.add(mark.group(), scope);
                }
            }
        }
    }

    private void repairLater() {
        vertx.setTimer(REPAIR_MILLIS, due -> {
            if (!closed) {
                repair().onComplete(done -> repairLater());
            }
        });
    }

    /** Tells Redis what it missed; what fails is tried again. */
    private Future<?> repair() {
        List<Future<List<Object>>> all = repairs.some(REPAIRS_AT_ONCE).stream()
                .map(repair -> layout.marks(repair.scope()).stream()
                        .filter(mark -> mark.group() == repair.group())
                        .findFirst()
                        .map(mark -> fence("purge", repair.scope(), mark, 0, settings.settle(), false)
                                .onSuccess(done -> repairs.done(repair.group(), repair.scope())))
                        .orElseGet(() -> Future.succeededFuture(List.of())))
                .toList();
        return Future.join(all).otherwiseEmpty();
    }

    private byte[] token(long token) {
        return text(settings.node() + ':' + token);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Throwable rootOf(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
