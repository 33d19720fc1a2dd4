package io.heatshield.http;

import io.heatshield.metrics.ListenerMeters;
import io.heatshield.service.ItemSource;
import io.heatshield.service.RequestHandler;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The client-facing port: DynamoDB's wire, and the item API under {@code /v1/}. One server runs on each event loop,
 * and a connection stays on its loop, so that nothing on the way of a request is shared between threads.
 *
 * <p>Starts once and stops once. Methods may be called from any thread.
 */
public final class Listener {
    /**
     * What a listener is made of.
     *
     * @param handler answers what is for a table; called on the event loop of the client's connection
     * @param items what the item API reads; null for no item API
     * @param nodeId this node's name in {@code x-heatshield-hop}
     * @param clock tells the {@code Date}
     * @param random makes one source of request ids for each event loop
     * @param nanoTime measures how long answers take
     */
    public record Parts(
            RequestHandler handler,
            @Nullable ItemSource items,
            ListenerMeters meters,
            String nodeId,
            InstantSource clock,
            Supplier<? extends RandomGenerator> random,
            LongSupplier nanoTime) {
        /** Parts of a listener that has no item API. */
        public Parts(
                RequestHandler handler,
                ListenerMeters meters,
                String nodeId,
                InstantSource clock,
                Supplier<? extends RandomGenerator> random,
                LongSupplier nanoTime) {
            this(handler, null, meters, nodeId, clock, random, nanoTime);
        }
    }

    private final Vertx vertx;
    private final ListenerSettings settings;
    private final Parts parts;
    private final BodyBudget budget;
    private final Hops hops;
    private final AtomicBoolean cborTold = new AtomicBoolean();
    private final AtomicInteger openConnections = new AtomicInteger();
    private final List<LoopServer> servers = new CopyOnWriteArrayList<>();
    private volatile boolean draining;
    private volatile @Nullable String deployment;

    /** A listener that is not listening yet. */
    public Listener(Vertx vertx, ListenerSettings settings, Parts parts) {
        this.vertx = vertx;
        this.settings = settings;
        this.parts = parts;
        this.budget = new BodyBudget(settings.bodyBudgetBytes());
        this.hops = new Hops(parts.nodeId());
        parts.meters().bodyBytes(budget::used);
    }

    /** Binds and accepts. Fails with an {@link IOException} that names the address, and leaves nothing running. */
    public Future<Listener> start() {
        DeploymentOptions options = new DeploymentOptions().setInstances(settings.eventLoops());
        return vertx.deployVerticle(this::server, options)
                .map(id -> {
                    deployment = id;
                    return this;
                })
                .recover(cause -> {
                    String address =
                            settings.listen().host() + ":" + settings.listen().port();
                    return Future.failedFuture(
                            new IOException("cannot listen on " + address + ": " + cause.getMessage(), cause));
                });
    }

    private LoopServer server() {
        ResponseWriter writer = new ResponseWriter(
                new DateText(parts.clock()), new RequestIds(parts.random().get()));
        DynamoEndpoint dynamo = new DynamoEndpoint(new DynamoEndpoint.Parts(
                vertx,
                settings,
                parts.handler(),
                parts.meters(),
                writer,
                budget,
                hops,
                parts.nanoTime(),
                () -> draining));
        ItemSource source = parts.items();
        ItemEndpoint items = source == null ? null : new ItemEndpoint(dynamo, parts.handler(), source);
        FrontDoor door = new FrontDoor(dynamo, items, settings.cors(), cborTold);
        LoopServer server = new LoopServer(
                settings, door, dynamo, new Peers(settings, openConnections, parts.nanoTime(), parts.meters()));
        servers.add(server);
        return server;
    }

    /** The port that is listened on, of use where the settings left it open; -1 before the start. */
    public int port() {
        return servers.isEmpty() ? -1 : servers.get(0).port();
    }

    /**
     * Stops: accepts no more connections, closes the idle ones, answers what is under way with
     * {@code Connection: close}, and cuts what is not answered within the deadline. Never fails because of a client.
     */
    public Future<Void> stop(Duration deadline) {
        draining = true;
        List<Future<Void>> drained =
                servers.stream().map(server -> server.drain(deadline)).toList();
        return Future.join(drained).otherwiseEmpty().compose(done -> {
            String id = deployment;
            deployment = null;
            return id == null ? Future.<Void>succeededFuture() : vertx.undeploy(id);
        });
    }
}
