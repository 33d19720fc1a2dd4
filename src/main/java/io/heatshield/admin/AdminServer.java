package io.heatshield.admin;

import io.heatshield.config.AdminConfig;
import io.heatshield.metrics.Exposition;
import io.heatshield.metrics.Meters;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port for operators and their machines: health, metrics, invalidation, the laboratory of the embedded origin, and
 * an index of them. Everything is JSON unless Prometheus wants otherwise, and every error is JSON too.
 *
 * <p>Starts once and stops once. Methods may be called from any thread.
 */
public final class AdminServer {
    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    private static final int IDLE_SECONDS = 75;
    private static final String LABORATORY = "/admin/laboratory";
    private static final String INVALIDATE = "/admin/invalidate";
    private static final int LONGEST_BODY = 64 << 10;

    private final Vertx vertx;
    private final AdminConfig config;
    private final Meters meters;
    private final Readiness readiness;
    private final @Nullable Adjustable laboratory;
    private final @Nullable Invalidator invalidator;
    private final List<String> index = new ArrayList<>();
    private final List<String> actions = new ArrayList<>();
    private volatile @Nullable HttpServer server;

    /**
     * A server that is not listening yet.
     *
     * @param laboratory what the origin plays of the service's troubles, or null for an origin that plays none
     * @param invalidator drops what is cached, or null if nothing is
     */
    public AdminServer(
            Vertx vertx,
            AdminConfig config,
            Meters meters,
            Readiness readiness,
            @Nullable Adjustable laboratory,
            @Nullable Invalidator invalidator) {
        this.vertx = vertx;
        this.config = config;
        this.meters = meters;
        this.readiness = readiness;
        this.laboratory = laboratory;
        this.invalidator = invalidator;
    }

    /** Binds and accepts. Fails with an {@link IOException} that names the address. */
    public Future<AdminServer> start() {
        HttpServerOptions options = new HttpServerOptions()
                .setHost(config.host())
                .setPort(config.port())
                .setHttp2ClearTextEnabled(false)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS)
                // Figures are long and compress well, and Prometheus asks for it.
                .setCompressionSupported(true)
                .setCompressionContentSizeThreshold(1024);
        HttpServer starting = vertx.createHttpServer(options).requestHandler(router());
        server = starting;
        return starting.listen().map(this).recover(cause -> {
            String address = config.host() + ":" + config.port();
            return Future.failedFuture(
                    new IOException("cannot listen on " + address + ": " + cause.getMessage(), cause));
        });
    }

    private Router router() {
        Router router = Router.router(vertx);
        get(router, "/").handler(this::index);
        get(router, "/health/live").handler(this::live);
        get(router, "/health/ready").handler(this::ready);
        get(router, "/metrics").handler(this::metrics);
        laboratory(router);
        invalidation(router);
        router.errorHandler(404, context -> error(context, 404, "there is no such page; GET / lists what there is"));
        router.errorHandler(405, context -> error(context, 405, "no such method here; most pages can only be read"));
        router.errorHandler(413, context -> error(context, 413, "the body is too long"));
        router.errorHandler(400, context -> error(context, 400, "the request is malformed"));
        router.errorHandler(500, this::defect);
        return router;
    }

    private void laboratory(Router router) {
        Adjustable present = laboratory;
        if (present == null) {
            router.route(LABORATORY)
                    .handler(context -> error(
                            context, 404, "there is no laboratory: the origin is not the embedded one (origin.kind)"));
            return;
        }
        get(router, LABORATORY).handler(context -> ok(context, present.read()));
        router.put(LABORATORY)
                .handler(BodyHandler.create(false).setBodyLimit(LONGEST_BODY))
                .handler(context -> replace(context, present));
    }

    private void invalidation(Router router) {
        Invalidator present = invalidator;
        if (present == null) {
            router.route(INVALIDATE).handler(context -> error(context, 404, "nothing is cached here"));
            return;
        }
        actions.add(INVALIDATE);
        router.post(INVALIDATE)
                .handler(BodyHandler.create(false).setBodyLimit(LONGEST_BODY))
                .handler(context -> invalidate(context, present));
    }

    private static void invalidate(RoutingContext context, Invalidator target) {
        String type = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
            // A web page can have a browser send any other type to this port, without anybody's having asked for it.
            error(context, 415, "expected Content-Type: application/json");
            return;
        }
        String body = context.body().asString();
        String by = String.valueOf(context.request().remoteAddress());
        target.invalidate(body == null ? "" : body, by).onComplete(done -> {
            if (done.succeeded()) {
                json(context, 200, new JsonObject().put("invalidated", done.result()));
            } else if (done.cause() instanceof IllegalArgumentException wrong) {
                error(context, 400, String.valueOf(wrong.getMessage()));
            } else {
                error(
                        context,
                        503,
                        "this node has dropped it, but the shared tier does not answer; it will be told when it does");
            }
        });
    }

    private static void replace(RoutingContext context, Adjustable target) {
        String body = context.body().asString();
        List<String> problems = target.replace(body == null ? "" : body);
        if (problems.isEmpty()) {
            ok(context, target.read());
        } else {
            json(
                    context,
                    400,
                    new JsonObject().put("error", "nothing was changed").put("problems", new JsonArray(problems)));
        }
    }

    private Route get(Router router, String path) {
        if (!path.equals("/")) {
            index.add(path);
        }
        return router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD);
    }

    private void index(RoutingContext context) {
        json(
                context,
                200,
                new JsonObject()
                        .put("service", "heatshield")
                        .put("pages", new JsonArray(index))
                        .put("actions", new JsonArray(actions)));
    }

    /** The process runs and its event loop turns: what a supervisor restarts it for the lack of. */
    private void live(RoutingContext context) {
        json(context, 200, new JsonObject().put("status", "live"));
    }

    /** Whether a load balancer should send requests here. */
    private void ready(RoutingContext context) {
        String hindrance = readiness.hindrance();
        if (hindrance == null) {
            json(context, 200, new JsonObject().put("status", "ready"));
        } else {
            json(context, 503, new JsonObject().put("status", "not ready").put("reason", hindrance));
        }
    }

    private void metrics(RoutingContext context) {
        String accept = context.request().getHeader(HttpHeaders.ACCEPT);
        vertx.executeBlocking(() -> meters.scrape(accept == null ? "" : accept), false)
                .onSuccess(figures -> send(context, figures))
                .onFailure(context::fail);
    }

    private static void send(RoutingContext context, Exposition figures) {
        context.response().putHeader(HttpHeaders.CONTENT_TYPE, figures.contentType());
        end(context, 200, figures.text());
    }

    private void defect(RoutingContext context) {
        LOG.atError()
                .setCause(context.failure())
                .addKeyValue("path", context.normalizedPath())
                .log("a page of the admin port failed");
        error(context, 500, "the page failed; the log says why");
    }

    private static void error(RoutingContext context, int status, String message) {
        json(context, status, new JsonObject().put("error", message));
    }

    private static void json(RoutingContext context, int status, JsonObject body) {
        text(context, status, body.encode());
    }

    private static void ok(RoutingContext context, String body) {
        text(context, 200, body);
    }

    private static void text(RoutingContext context, int status, String body) {
        context.response().putHeader(HttpHeaders.CONTENT_TYPE, "application/json");
        end(context, status, body);
    }

    private static void end(RoutingContext context, int status, String body) {
        context.response()
                .setStatusCode(status)
                .setStatusMessage(HttpResponseStatus.valueOf(status).reasonPhrase())
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .putHeader("X-Content-Type-Options", "nosniff")
                .end(body)
                .onFailure(gone -> LOG.atDebug().log("an operator's client left before its answer"));
    }

    /** The port that is listened on, of use where the configuration left it open; -1 before the start. */
    public int port() {
        HttpServer listening = server;
        return listening == null ? -1 : listening.actualPort();
    }

    /** Closes the port and its connections. */
    public Future<Void> stop() {
        HttpServer listening = server;
        return listening == null ? Future.succeededFuture() : listening.close();
    }
}
