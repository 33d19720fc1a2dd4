package io.heatshield.cache.redis;

import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Lease;
import io.heatshield.cache.Scope;
import io.heatshield.cache.ShardLeases;
import io.heatshield.cache.SharedItem;
import io.heatshield.cache.SharedTier;
import io.heatshield.cache.Warrant;
import io.heatshield.protocol.CacheKey;
import io.lettuce.core.SslOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
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

    private final Vertx vertx;
    private final RedisSettings settings;
    private final InProcessTier here;
    private final Layout layout;
    private final RedisLink link;
    private final Commands commands;
    private final Bus bus;
    private final RedisLeases leases;
    private final RedisFences fences;
    private final Replication replication;
    private final Repairs repairs = new Repairs();
    private volatile Consumer<Scope> invalidated = scope -> {};
    private volatile Runnable doubted = () -> {};
    private volatile Consumer<Scope> fencedElsewhere = scope -> {};
    private volatile boolean closed;

    private RedisTier(
            Vertx vertx, RedisSettings settings, InProcessTier here, LongSupplier clock, RedisTierObserver observer) {
        this.vertx = vertx;
        this.settings = settings;
        this.here = here;
        this.layout = new Layout(settings.prefix());
        CommandTimeout timeout = new CommandTimeout(settings.leastTimeout(), settings.commandTimeout());
        RedisUrl url = RedisUrl.parse(settings.url(), settings.username(), settings.password());
        SslOptions ssl = LinkOptions.ssl(settings.caFile());
        this.link = url.cluster()
                ? new ClusterLink(url.seeds(), timeout, settings.staleness(), ssl)
                : new SingleLink(url.seeds().get(0), timeout, settings.staleness(), ssl);
        this.commands = new Commands(link, layout, timeout, clock, observer);
        this.bus = new Bus(vertx, link, layout, clock, settings.staleness(), settings.node(), observer);
        this.leases = new RedisLeases(vertx, settings, commands, layout, here, repairs, observer);
        this.replication = new Replication(vertx, settings, link, layout, clock, observer);
        this.fences = new RedisFences(vertx, settings, commands, layout, here, repairs, replication, observer, clock);
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
        bus.start(this::heard, () -> doubted.run(), fences::rolledBack);
        fences.repairLater();
        replication.start();
    }

    /** Lets go of connections and threads; what is under way fails. */
    public Future<Void> close() {
        closed = true;
        fences.close();
        return bus.close()
                .compose(left -> replication.close())
                .compose(left -> vertx.executeBlocking(
                        () -> {
                            link.close();
                            return null;
                        },
                        false));
    }

    /**
     * Who of the fleet reads which shard of a stream.
     *
     * @param lease for how long a reader that is gone keeps its shard
     */
    public ShardLeases shardLeases(Duration lease) {
        return new RedisShardLeases(commands, layout, settings.node(), lease);
    }

    /** Fences that Redis has yet to learn of. */
    public int pendingRepairs() {
        return repairs.size();
    }

    /** Fences that wait for replicas now. */
    public int waitingForReplicas() {
        return replication.waiting();
    }

    /** Fences that the replicas have yet to confirm, although their writes have been answered. */
    public int unreplicated() {
        return replication.owed();
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
    public Warrant warrant(CacheKey key) {
        return bus.warrant(Layout.group(key));
    }

    @Override
    public void onInvalidation(Consumer<Scope> dropped, Runnable doubtful) {
        this.invalidated = dropped;
        this.doubted = doubtful;
    }

    @Override
    public void onFenceElsewhere(Consumer<Scope> fenced) {
        this.fencedElsewhere = fenced;
    }

    @Override
    public Future<Standing> look(CacheKey key) {
        return leases.standing(key);
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
                fencedElsewhere.accept(scope);
            }
        }
    }

    @Override
    public Future<Lease> lease(CacheKey key, long token) {
        return leases.ask(key, token, false, Long.MIN_VALUE);
    }

    @Override
    public Future<Lease> refresh(CacheKey key, long token, long softLeft) {
        return leases.ask(key, token, true, softLeft);
    }

    @Override
    public Future<Boolean> fill(CacheKey key, long token, SharedItem shared) {
        return leases.fill(key, token, shared);
    }

    @Override
    public Future<Void> release(CacheKey key, long token) {
        return leases.release(key, token);
    }

    @Override
    public Future<Begun> begin(Scope scope, long token, boolean strict) {
        return fences.begin(scope, token, strict);
    }

    @Override
    public Future<Void> commit(Scope scope, long token) {
        return fences.commit(scope, token);
    }

    @Override
    public Future<Void> cancel(Scope scope, long token) {
        return fences.cancel(scope, token);
    }

    @Override
    public Future<Void> hold(Scope scope, long token) {
        return fences.hold(scope, token);
    }

    @Override
    public Future<Void> purge(Scope scope) {
        return fences.purge(scope);
    }

    private static Throwable rootOf(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
