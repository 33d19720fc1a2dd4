package io.heatshield.app;

import io.heatshield.admin.Adjustable;
import io.heatshield.admin.AdminServer;
import io.heatshield.admin.Invalidator;
import io.heatshield.app.Lifecycle.Part;
import io.heatshield.cache.Scope;
import io.heatshield.cache.TieredCache;
import io.heatshield.cache.redis.RedisTier;
import io.heatshield.cache.redis.UnfitRedisException;
import io.heatshield.config.AdminConfig;
import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.ListenConfig;
import io.heatshield.config.OriginConfig;
import io.heatshield.embedded.EmbeddedOrigin;
import io.heatshield.embedded.SampleTables;
import io.heatshield.http.Listener;
import io.heatshield.http.ListenerSettings;
import io.heatshield.metrics.Meters;
import io.heatshield.origin.DescribedTables;
import io.heatshield.origin.Origin;
import io.heatshield.origin.TableCatalog;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.TableId;
import io.heatshield.service.Dispatcher;
import io.heatshield.service.Invalidation;
import io.heatshield.service.ItemSource;
import io.heatshield.service.OriginAlone;
import io.heatshield.service.Reach;
import io.heatshield.service.RequestHandler;
import io.heatshield.service.ServiceObserver;
import io.heatshield.service.TablePolicies;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running whole, and the only place that builds things across packages. Starts once and stops once.
 *
 * <p>The order of the start: the origin, the cache before it, the admin face (so that whoever watches can see the
 * start), and the listener last, when everything it needs is there. It stops the other way round: the listener lets no
 * more in and answers what is under way, while everything behind it still works.
 */
final class Heatshield {
    private static final Logger LOG = LoggerFactory.getLogger(Heatshield.class);

    /** Accepted projections that are remembered; each is a few hundred bytes. */
    private static final int MOST_PROJECTIONS = 2_000;

    private final HeatshieldConfig config;
    private final Origin origin;
    private final AdminServer admin;
    private final Listener listener;
    private final Lifecycle lifecycle;
    private final boolean cached;

    private Heatshield(
            HeatshieldConfig config, Vertx vertx, Meters meters, Origin origin, String nodeId, @Nullable Tiers tiers) {
        this.config = config;
        this.origin = origin;
        this.cached = tiers != null;
        ServiceObserver counts = new RequestCounts(meters.requests(), meters.cache());
        Cached behind = tiers == null ? null : behindTheCache(config, vertx, meters, origin, counts, tiers);
        RequestHandler requests = behind == null ? new OriginAlone(origin, counts) : behind.requests();
        Adjustable laboratory = origin instanceof EmbeddedOrigin embedded
                ? new LaboratoryControls(
                        embedded.laboratory(), config.embedded().laboratory())
                : null;
        this.admin = new AdminServer(
                vertx,
                config.admin(),
                meters,
                this::hindrance,
                laboratory,
                behind == null ? null : behind.invalidator());
        this.listener = listener(config, vertx, meters, requests, behind == null ? null : behind.items(), nodeId);
        List<Part> parts = new ArrayList<>(List.of(
                Part.stopping("event loops", vertx::close),
                Part.stopping("meters", () -> closed(meters)),
                Part.stopping("origin", () -> closed(vertx, origin))));
        RedisTier shared = tiers == null ? null : tiers.shared();
        if (shared != null) {
            parts.add(new Part("shared tier", () -> connect(shared), shared::close));
        }
        if (behind != null) {
            parts.addAll(behind.aside());
        }
        parts.addAll(List.of(
                new Part("admin", this::openAdmin, admin::stop),
                new Part(
                        "listener",
                        this::openListener,
                        () -> listener.stop(config.shutdown().deadline()))));
        this.lifecycle = new Lifecycle(parts);
    }

    /**
     * What stands around the cache: who answers requests, who drops what is in it when asked, and what does so by
     * itself or looks on.
     */
    private record Cached(RequestHandler requests, ItemSource items, Invalidator invalidator, List<Part> aside) {}

    private static Cached behindTheCache(
            HeatshieldConfig config, Vertx vertx, Meters meters, Origin origin, ServiceObserver counts, Tiers tiers) {
        TieredCache cache = tiers.cache();
        watch(cache, meters);
        TableCatalog catalog = new DescribedTables(vertx, origin, table -> forget(cache, table), System::nanoTime);
        TablePolicies policies = Tiers.policies(config);
        Reach reach = new Reach(cache, policies);
        Sharding sharding = Sharding.of(config);
        Origin front = sharding.before(origin, catalog, vertx, meters.shards());
        Dispatcher dispatcher = new Dispatcher(front, catalog, cache, policies, MOST_PROJECTIONS, counts);
        return new Cached(
                dispatcher,
                dispatcher.items(),
                new Invalidation(catalog, reach)::apply,
                Stream.of(
                                sharding.check(catalog),
                                Tailing.of(config, vertx, meters, origin, catalog, tiers, sharding, reach),
                                SelfChecking.of(config, vertx, meters, front, catalog, cache))
                        .filter(Objects::nonNull)
                        .toList());
    }

    /**
     * Opens the origin and builds the rest. Nothing listens yet.
     *
     * @return fails with a {@link StartException} if the origin cannot be had; nothing is left running then
     */
    static Future<Heatshield> build(HeatshieldConfig config) {
        return build(config, true);
    }

    /** The same with no cache before the origin: every request goes to it. */
    static Future<Heatshield> buildOriginAlone(HeatshieldConfig config) {
        return build(config, false);
    }

    private static Future<Heatshield> build(HeatshieldConfig config, boolean cached) {
        try {
            Sharding.of(config).requireServed();
        } catch (StartException unserved) {
            return Future.failedFuture(unserved);
        }
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(eventLoops(config.listen()))
                .setPreferNativeTransport(true));
        String nodeId = HexFormat.of().toHexDigits(new SplittableRandom().nextLong());
        // Side by side, since together they are most of the time that a start takes.
        Future<Meters> meters = vertx.executeBlocking(() -> meters(config), false);
        Future<Origin> origin = new Origins(vertx, config, InstantSource.system(), nodeId)
                .open(meters.map(made -> new OriginCounts(made.origin())));
        return Future.join(meters, origin)
                .compose(both -> tiers(config, vertx, nodeId, meters.result(), cached))
                .map(tiers -> new Heatshield(config, vertx, meters.result(), origin.result(), nodeId, tiers))
                .recover(cause -> {
                    meters.onSuccess(Meters::close);
                    Future<Void> closed =
                            origin.succeeded() ? closed(vertx, origin.result()) : Future.succeededFuture();
                    return closed.eventually(vertx::close).transform(ended -> Future.failedFuture(cause));
                });
    }

    /** Off the event loop: loading what speaks to Redis takes its time. */
    private static Future<@Nullable Tiers> tiers(
            HeatshieldConfig config, Vertx vertx, String nodeId, Meters meters, boolean cached) {
        return cached
                ? vertx.executeBlocking(() -> Tiers.build(config, vertx, nodeId, System::nanoTime, meters), false)
                : Future.succeededFuture();
    }

    private static Meters meters(HeatshieldConfig config) {
        return Meters.prometheus(
                Version.current(),
                config.metrics().maxTables(),
                Arrays.stream(Operation.values()).map(Operation::wireName).toList());
    }

    /**
     * Starts to listen.
     *
     * @return where; fails with a {@link StartException} if a port cannot be had, and nothing is left running then
     */
    Future<StartBlock.Faces> start() {
        return lifecycle
                .start()
                .map(started -> new StartBlock.Faces(
                        url(config.listen().host(), listener.port()),
                        url(config.admin().host(), admin.port()),
                        origin.describe(),
                        cached ? Tiers.localBytes(config, Runtime.getRuntime().maxMemory()) : 0,
                        config.origin().kind() == OriginConfig.Kind.EMBEDDED
                                        && config.embedded().sampleTables()
                                ? SampleTables.NAMES
                                : List.of()));
    }

    /** Stops; every call gives the same future, which never fails. */
    Future<Void> stop() {
        return lifecycle.stop();
    }

    /** Completes when everything is stopped. */
    Future<Void> stopped() {
        return lifecycle.stopped();
    }

    private Future<Void> connect(RedisTier shared) {
        return shared.start()
                .recover(cause -> Future.failedFuture(
                        cause instanceof UnfitRedisException
                                ? new StartException("shared-tier.redis: "
                                        + config.sharedTier().shown() + " " + cause.getMessage())
                                : cause));
    }

    private Future<Void> openAdmin() {
        AdminConfig face = config.admin();
        return admin.start()
                .<Void>mapEmpty()
                .recover(cause -> Future.failedFuture(Ports.refused("admin", face.host(), face.port(), cause)));
    }

    private Future<Void> openListener() {
        ListenConfig face = config.listen();
        return listener.start()
                .<Void>mapEmpty()
                .recover(cause -> Future.failedFuture(Ports.refused("listen", face.host(), face.port(), cause)));
    }

    /** The admin face is open before the listener and after it, and says so. */
    private @Nullable String hindrance() {
        return switch (lifecycle.state()) {
            case RUNNING -> null;
            case NEW, STARTING -> "starting";
            case STOPPING, STOPPED -> "stopping";
        };
    }

    private static Listener listener(
            HeatshieldConfig config,
            Vertx vertx,
            Meters meters,
            RequestHandler requests,
            @Nullable ItemSource items,
            String nodeId) {
        Runtime machine = Runtime.getRuntime();
        return new Listener(
                vertx,
                ListenerSettings.of(config.listen(), machine.availableProcessors(), machine.maxMemory()),
                new Listener.Parts(
                        requests,
                        config.listen().itemApi() ? items : null,
                        meters.listener(),
                        nodeId,
                        InstantSource.system(),
                        SplittableRandom::new,
                        System::nanoTime));
    }

    private static void watch(TieredCache cache, Meters meters) {
        meters.cache()
                .localTier(
                        () -> cache.gauges().entries(),
                        () -> cache.gauges().bytes(),
                        cache.gauges().maxBytes(),
                        () -> cache.gauges().evictions(),
                        () -> cache.gauges().evictedBytes());
        meters.cache().flights(() -> cache.gauges().flights());
    }

    /** A table that was deleted, or made anew under its name, has nothing in common with what is kept of it. */
    private static void forget(TieredCache cache, TableId table) {
        cache.purge(new Scope.Table(table.name()))
                .onFailure(cause -> LOG.atWarn()
                        .addKeyValue("table", table.name())
                        .setCause(cause)
                        .log("could not tell the shared tier that a table is another one now"));
    }

    /** Off the event loop, since the embedded origin may have a file to close. */
    private static Future<Void> closed(Vertx vertx, Origin origin) {
        return vertx.executeBlocking(origin::close, false).compose(closing -> closing);
    }

    private static Future<Void> closed(Meters meters) {
        meters.close();
        return Future.succeededFuture();
    }

    private static int eventLoops(ListenConfig listen) {
        return listen.eventLoops() > 0
                ? listen.eventLoops()
                : Runtime.getRuntime().availableProcessors();
    }

    private static String url(String host, int port) {
        return "http://" + Ports.reachable(host) + ":" + port;
    }
}
