package io.heatshield.origin;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * DynamoDB, or whatever speaks its protocol, over HTTP: requests go on byte for byte under a signature of our own, and
 * answers come back byte for byte, their checksum proven.
 *
 * <p>Each request passes the same stations: admission (a place among the open requests, or a bounded wait for one),
 * credentials, signature, one connection, at most one re-send. All of them are bounded in number and in time. Safe for
 * use from any thread; a request's callbacks run on the Vert.x context of its caller.
 */
public final class HttpOrigin implements Origin {
    /** Closing ends connections at once; should one not notice, stopping must not wait for it. */
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final HttpClient client;
    private final Upstreams upstreams;
    private final Admission admission;
    private final OriginCall.Parts parts;

    /**
     * An origin that opens connections as requests come. Does not own the credentials.
     *
     * @param clock the clock that signatures are dated by
     */
    public HttpOrigin(
            Vertx vertx,
            HttpOriginSettings settings,
            CredentialsSource credentials,
            InstantSource clock,
            OriginMeters meters) {
        this(vertx, client(vertx, settings), settings, credentials, clock, meters);
    }

    HttpOrigin(
            Vertx vertx,
            HttpClient client,
            HttpOriginSettings settings,
            CredentialsSource credentials,
            InstantSource clock,
            OriginMeters meters) {
        this.vertx = vertx;
        this.client = client;
        this.upstreams = new Upstreams(settings.endpoints());
        this.admission = new Admission(settings.limits());
        this.parts = new OriginCall.Parts(
                client,
                settings,
                upstreams,
                admission,
                credentials,
                new RequestSigner(settings, clock),
                meters,
                new FailureLog(meters::nanos),
                new AtomicBoolean());
        HttpOriginSettings.Limits limits = settings.limits();
        meters.occupancy(admission::inFlight, limits.maxConnections(), admission::waiting, limits.maxQueued());
    }

    /*
     * Vert.x's defaults (5 connections, an unbounded queue, idle connections kept as long as the far side keeps them,
     * no end to a connection's life) do not suit a proxy. Admission bounds what comes here, so that the pool's own
     * queue only bridges the moment between a connection's end and the next one's beginning.
     */
    private static HttpClient client(Vertx vertx, HttpOriginSettings settings) {
        PoolOptions pool = new PoolOptions()
                .setHttp1MaxSize(settings.limits().maxConnections())
                .setMaxWaitQueueSize(settings.limits().maxConnections())
                .setMaxLifetime((int) settings.timing().lifetime().toSeconds())
                .setMaxLifetimeUnit(TimeUnit.SECONDS);
        return vertx.httpClientBuilder().with(options(settings)).with(pool).build();
    }

    static HttpClientOptions options(HttpOriginSettings settings) {
        int connectMillis = (int) settings.timing().connect().toMillis();
        return new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_1_1)
                .setKeepAliveTimeout((int) settings.timing().keepAlive().toSeconds())
                .setConnectTimeout(connectMillis)
                .setSslHandshakeTimeout(connectMillis)
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setMaxHeaderSize(32 * 1024)
                .setDecompressionSupported(false)
                .setVerifyHost(true)
                .setTcpKeepAlive(true);
    }

    @Override
    public Future<OriginReply> send(OriginRequest request) {
        ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
        OriginCall call = new OriginCall(parts, context, request);
        if (context.inThread()) {
            call.begin();
        } else {
            context.runOnContext(v -> call.begin());
        }
        return call.future();
    }

    @Override
    public String describe() {
        return upstreams.main().uri().toString();
    }

    @Override
    public Future<Void> close() {
        parts.closed().set(true);
        for (Admission.Caller waiting : admission.drain()) {
            ((OriginCall) waiting).close();
        }
        return client.close().timeout(LONGEST_CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
