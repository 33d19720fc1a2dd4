package io.heatshield.origin;

import static io.heatshield.origin.OriginFixture.await;
import static io.heatshield.origin.OriginFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.origin.OriginFixture.TestClock;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.identity.spi.ResolveIdentityRequest;

final class SdkCredentialsTest {
    private final TestClock clock = new TestClock();
    private final Chain chain = new Chain();
    private Vertx vertx;
    private SdkCredentials credentials;

    /** A chain whose look-ups end when the test says so. */
    private static final class Chain implements IdentityProvider<AwsCredentialsIdentity> {
        final BlockingQueue<CompletableFuture<AwsCredentialsIdentity>> lookUps = new LinkedBlockingQueue<>();
        final AtomicInteger count = new AtomicInteger();
        final AtomicReference<@Nullable String> thread = new AtomicReference<>();

        @Override
        public Class<AwsCredentialsIdentity> identityType() {
            return AwsCredentialsIdentity.class;
        }

        @Override
        public CompletableFuture<AwsCredentialsIdentity> resolveIdentity(ResolveIdentityRequest request) {
            thread.set(Thread.currentThread().getName());
            count.incrementAndGet();
            CompletableFuture<AwsCredentialsIdentity> lookUp = new CompletableFuture<>();
            lookUps.add(lookUp);
            return lookUp;
        }

        CompletableFuture<AwsCredentialsIdentity> taken() {
            eventually(() -> !lookUps.isEmpty());
            return lookUps.remove();
        }
    }

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        credentials = new SdkCredentials(vertx, chain, clock, Duration.ofMinutes(1));
    }

    @AfterEach
    void stop() {
        chain.lookUps.forEach(lookUp -> lookUp.cancel(false));
        await(vertx.close());
    }

    private record Identity(String accessKeyId, String secretAccessKey, Optional<Instant> expirationTime)
            implements AwsCredentialsIdentity {}

    private AwsCredentialsIdentity identity(String keyId, @Nullable Duration life) {
        return new Identity(
                keyId,
                "s",
                Optional.ofNullable(life).map(left -> clock.instant().plus(left)));
    }

    private void first(AwsCredentialsIdentity identity) {
        Future<AwsCredentialsIdentity> first = credentials.credentials();
        chain.taken().complete(identity);
        assertThat(await(first)).isSameAs(identity);
    }

    private String now() {
        return await(credentials.credentials()).accessKeyId();
    }

    @Test
    void firstUse_manyWaitForOneLookUpOnAWorker() {
        List<Future<AwsCredentialsIdentity>> waiting = new ArrayList<>();
        Context context = vertx.getOrCreateContext();
        for (int i = 0; i < 20; i++) {
            context.runOnContext(v -> {
                synchronized (waiting) {
                    waiting.add(credentials.credentials());
                }
            });
        }
        CompletableFuture<AwsCredentialsIdentity> lookUp = chain.taken();
        eventually(() -> {
            synchronized (waiting) {
                return waiting.size() == 20;
            }
        });
        lookUp.complete(identity("A", null));

        waiting.forEach(future -> assertThat(await(future).accessKeyId()).isEqualTo("A"));
        assertThat(chain.count).hasValue(1);
        assertThat(chain.thread.get()).contains("worker");
    }

    @Test
    void credentialsAtHand_areGivenWithoutAsking() {
        first(identity("A", null));
        clock.advance(Duration.ofSeconds(59));

        assertThat(credentials.credentials().isComplete()).isTrue();
        assertThat(now()).isEqualTo("A");
        assertThat(chain.count).hasValue(1);
    }

    @Test
    void beforeExpiry_areRenewedInTheBackground() {
        first(identity("A", Duration.ofMinutes(5).plusSeconds(10)));
        clock.advance(Duration.ofSeconds(10));

        assertThat(now()).isEqualTo("A");
        chain.taken().complete(identity("B", Duration.ofHours(1)));
        eventually(() -> now().equals("B"));

        assertThat(chain.count).hasValue(2);
    }

    @Test
    void renewalFails_theLastGoodOnesStay() {
        first(identity("A", null));
        clock.advance(Duration.ofMinutes(1));
        assertThat(now()).isEqualTo("A");
        chain.taken().completeExceptionally(new IllegalStateException("no chain"));

        assertThat(now()).isEqualTo("A");
        eventually(() -> {
            clock.advance(Duration.ofSeconds(1));
            return now().equals("A") && !chain.lookUps.isEmpty();
        });
        chain.taken().complete(identity("B", null));
        eventually(() -> now().equals("B"));
    }

    @Test
    void expired_waitsForNewOnesAndElseTakesTheLast() {
        first(identity("A", Duration.ofMinutes(10)));
        clock.advance(Duration.ofMinutes(11));
        Future<AwsCredentialsIdentity> waiting = credentials.credentials();
        assertThat(waiting.isComplete()).isFalse();
        chain.taken().complete(identity("B", Duration.ofMinutes(10)));
        assertThat(await(waiting).accessKeyId()).isEqualTo("B");

        clock.advance(Duration.ofMinutes(11));
        Future<AwsCredentialsIdentity> again = credentials.credentials();
        chain.taken().completeExceptionally(new IllegalStateException("no chain"));
        assertThat(await(again).accessKeyId()).isEqualTo("B");
    }

    @Test
    void noneAtAll_failsAndLeavesTheChainAloneForAMoment() {
        Future<AwsCredentialsIdentity> first = credentials.credentials();
        chain.taken().completeExceptionally(new IllegalStateException("no chain"));
        assertThatThrownBy(() -> await(first)).hasRootCauseMessage("no chain");

        assertThatThrownBy(() -> await(credentials.credentials()))
                .hasRootCauseMessage("credentials could not be resolved a moment ago");
        assertThat(chain.count).hasValue(1);
        clock.advance(Duration.ofSeconds(1));
        first(identity("A", null));
    }

    @Test
    void chainHangs_theWaitIsBounded() {
        SdkCredentials impatient = new SdkCredentials(vertx, chain, clock, Duration.ofMillis(50));
        assertThat(impatient.credentials().toCompletionStage().toCompletableFuture())
                .failsWithin(Duration.ofSeconds(20));
    }

    @Test
    void hungChain_answersRequestsAsUnavailable() {
        HttpOrigin origin = new HttpOrigin(
                vertx,
                OriginFixture.settings(HttpOriginSettings.Endpoints.aws("eu-west-1")),
                new SdkCredentials(vertx, chain, clock, Duration.ofMillis(50)),
                clock,
                OriginMeters.NONE);

        OriginReply reply = await(origin.send(OriginFixture.read("T")));

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.certainty()).isEqualTo(OriginReply.Certainty.NOT_SENT);
    }
}
