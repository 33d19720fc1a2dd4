package io.heatshield.origin;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;

/**
 * Credentials from the SDK's chain (environment, profiles, web identity, container, instance), which may block on the
 * network and therefore runs on a worker. They are renewed in the background before they expire, one look-up at a
 * time, and the last good ones stay in use while the chain fails: the origin is the judge of whether they still hold.
 * Safe for use from any thread.
 */
public final class SdkCredentials implements CredentialsSource {
    /*
     * When is the chain asked? It caches by itself, so that asking is cheap; what matters is that no request waits for
     * it. So it is asked every minute of use, which also finds a profile file that was rewritten, and earlier if the
     * credentials end before. Only when there are none yet, or those at hand have expired, does a request wait, and
     * then no longer than FIRST_WAIT. After a failure the chain is left alone for a moment.
     */
    private static final Duration RECHECK = Duration.ofMinutes(1);
    private static final Duration PREFETCH = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration FIRST_WAIT = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(SdkCredentials.class);

    private record Held(
            Future<AwsCredentialsIdentity> identity,
            Instant refreshAt,
            @Nullable Instant expiresAt) {
        boolean expired(Instant now) {
            return expiresAt != null && !now.isBefore(expiresAt);
        }
    }

    private final Vertx vertx;
    private final IdentityProvider<? extends AwsCredentialsIdentity> provider;
    private final InstantSource clock;
    private final Duration longestWait;
    private final AtomicReference<@Nullable Promise<AwsCredentialsIdentity>> flight = new AtomicReference<>();
    private volatile @Nullable Held held;
    private volatile Instant quietUntil = Instant.MIN;

    SdkCredentials(
            Vertx vertx,
            IdentityProvider<? extends AwsCredentialsIdentity> provider,
            InstantSource clock,
            Duration longestWait) {
        this.vertx = vertx;
        this.provider = provider;
        this.clock = clock;
        this.longestWait = longestWait;
    }

    /** The SDK's default chain. Asks nothing yet: {@link #credentials()} does, which start-up may call to warm up. */
    public static SdkCredentials ofDefaultChain(Vertx vertx, InstantSource clock) {
        return new SdkCredentials(vertx, DefaultCredentialsProvider.builder().build(), clock, FIRST_WAIT);
    }

    @Override
    public Future<AwsCredentialsIdentity> credentials() {
        Instant now = clock.instant();
        Held last = held;
        if (last != null && now.isBefore(last.refreshAt)) {
            return last.identity;
        }
        Future<AwsCredentialsIdentity> renewed = renew(now);
        if (last != null && !last.expired(now)) {
            return last.identity;
        }
        Future<AwsCredentialsIdentity> bounded = renewed.timeout(longestWait.toMillis(), TimeUnit.MILLISECONDS);
        return last == null ? bounded : bounded.recover(cause -> last.identity);
    }

    private Future<AwsCredentialsIdentity> renew(Instant now) {
        Promise<AwsCredentialsIdentity> mine = Promise.promise();
        Promise<AwsCredentialsIdentity> running = flight.compareAndExchange(null, mine);
        if (running != null) {
            return running.future();
        }
        if (now.isBefore(quietUntil)) {
            flight.set(null);
            mine.fail("credentials could not be resolved a moment ago");
        } else {
            resolve().onComplete(identity -> renewed(mine, identity), cause -> failed(mine, cause));
        }
        return mine.future();
    }

    private Future<AwsCredentialsIdentity> resolve() {
        try {
            return vertx.executeBlocking(() -> provider.resolveIdentity().join(), false);
        } catch (RuntimeException e) {
            // No worker takes it: Vert.x is being closed.
            return Future.failedFuture(e);
        }
    }

    private void renewed(Promise<AwsCredentialsIdentity> mine, AwsCredentialsIdentity identity) {
        Instant now = clock.instant();
        Instant expiresAt = identity.expirationTime().orElse(null);
        Instant refreshAt = now.plus(RECHECK);
        if (expiresAt != null && expiresAt.minus(PREFETCH).isBefore(refreshAt)) {
            Instant early = expiresAt.minus(PREFETCH);
            // The chain itself gave credentials that end soon: it has no newer ones, but may any moment.
            refreshAt = early.isAfter(now) ? early : now.plus(PAUSE);
        }
        held = new Held(Future.succeededFuture(identity), refreshAt, expiresAt);
        flight.set(null);
        mine.complete(identity);
    }

    private void failed(Promise<AwsCredentialsIdentity> mine, Throwable cause) {
        Throwable reason = cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
        log.warn("credentials could not be resolved: {}", reason.getMessage());
        quietUntil = clock.instant().plus(PAUSE);
        flight.set(null);
        mine.fail(reason);
    }
}
