package io.heatshield.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.Reply;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the cache makes of the answers of a tier that other nodes share. */
final class SharedCacheTest {
    private static final Duration STALENESS = Duration.ofSeconds(1);
    private static final long LOCAL_TTL = Duration.ofSeconds(10).toNanos();
    private static final Lifetimes BOUNDED = lifetimes(STALENESS);
    private static final Lifetimes STRICT = lifetimes(Duration.ZERO);

    private final TestClock clock = new TestClock();
    private final ScriptedTier tier = new ScriptedTier(clock.getAsLong());
    private final TieredCache cache = new TieredCache(
            tier,
            new CacheSettings(1 << 20, 10_000, 1, 100, 10, 0, 0, LOCAL_TTL, STALENESS.toNanos()),
            clock,
            () -> 0.5,
            CacheObserver.NONE);
    private final ItemKey key = Keys.key("a");
    private final List<Scope> scopes = List.of(new Scope.Item(key));
    private final CachedItem old = Keys.item("old");

    private static Lifetimes lifetimes(Duration alone) {
        return Lifetimes.of(
                Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ofMinutes(5), Duration.ofSeconds(5), alone);
    }

    private static SharedItem shared(CachedItem item) {
        return new SharedItem(item, Keys.shared("x").left(), 1);
    }

    private void warrantFor(Duration time) {
        tier.warrant.renew(clock.getAsLong() + time.toNanos());
    }

    private void answers(Lease lease) {
        tier.leases.add(Future.succeededFuture(lease));
    }

    private static Loader at(CachedItem item) {
        return strong -> Future.succeededFuture(new Loaded.Found(item));
    }

    private static final Loader DOWN = strong -> Future.succeededFuture(
            new Loaded.Refused(Reply.error(DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, "down")), true));

    private static final Loader NEVER = strong -> {
        throw new AssertionError("loaded");
    };

    private Outcome load(Lifetimes lifetimes, Loader loader) {
        Future<Outcome> outcome = cache.load(key, lifetimes, loader);
        assertThat(outcome.succeeded()).isTrue();
        return outcome.result();
    }

    private @Nullable CachedItem fresh() {
        Entry entry = cache.fresh(key);
        return entry == null ? null : entry.item();
    }

    private void holdsOld() {
        answers(new Lease.Value(shared(old)));
        assertThat(load(BOUNDED, NEVER)).isEqualTo(new Outcome.Served(old, CacheStatus.SHARED));
    }

    @Test
    void valueOfTheTier_isServedFromMemoryUnderAWarrantOnly() {
        warrantFor(STALENESS);
        holdsOld();
        assertThat(fresh()).isSameAs(old);
        clock.advance(STALENESS);
        assertThat(fresh()).isNull();
        warrantFor(STALENESS);
        assertThat(fresh()).as("nothing was missed").isSameAs(old);
    }

    @Test
    void doubt_hasEntriesCheckedAnew() {
        warrantFor(Duration.ofHours(1));
        holdsOld();
        tier.warrant.suspect();
        assertThat(fresh()).isNull();
        holdsOld();
        assertThat(fresh()).isSameAs(old);
    }

    @Test
    void localTtl_bindsWhereThereIsATierToAsk() {
        warrantFor(Duration.ofHours(1));
        holdsOld();
        clock.advance(Duration.ofNanos(LOCAL_TTL));
        assertThat(fresh()).isNull();
    }

    @Test
    void write_whoseBeginningIsConfirmedAfterItsEnd_leavesNothingThatWasReadInBetween() {
        warrantFor(Duration.ofHours(1));
        Fence fence = cache.raise(scopes);
        Future<Void> answerable = fence.end(Fence.Fate.APPLIED);
        // The tier has not heard of the fence: it still gives the old value.
        holdsOld();
        assertThat(answerable.isComplete()).isFalse();

        tier.begun.complete(SharedTier.Begun.HEARD);

        assertThat(answerable.succeeded()).isTrue();
        assertThat(fresh()).isNull();
    }

    @Test
    void write_whoseBeginningFailed_isAnsweredWhenItsEndIsConfirmed() {
        warrantFor(Duration.ofHours(1));
        Fence fence = cache.raise(scopes);
        tier.begun.fail("down");
        Future<Void> answerable = fence.end(Fence.Fate.APPLIED);
        holdsOld();
        assertThat(answerable.isComplete()).isFalse();
        tier.committed.complete();
        assertThat(answerable.succeeded()).isTrue();
        assertThat(fresh()).isNull();
    }

    @Test
    void write_thatOutlastedItsMark_isAnsweredWhenItsEndIsConfirmed() {
        tier.markNanos = Duration.ofSeconds(5).toNanos();
        Fence fence = cache.raise(scopes);
        tier.begun.complete(SharedTier.Begun.HEARD);
        clock.advance(Duration.ofSeconds(5));
        Future<Void> answerable = fence.end(Fence.Fate.APPLIED);
        assertThat(answerable.isComplete()).isFalse();
        tier.committed.complete();
        assertThat(answerable.succeeded()).isTrue();
    }

    @Test
    void strictWrite_isAnsweredWhenEveryNodeHasHeard() {
        Promise<Void> heard = Promise.promise();
        Fence fence = cache.raise(scopes, true);
        tier.begun.complete(new SharedTier.Begun(heard.future()));
        Future<Void> answerable = fence.end(Fence.Fate.APPLIED);
        assertThat(answerable.isComplete()).isFalse();
        heard.complete();
        assertThat(answerable.succeeded()).isTrue();
    }

    @Test
    void anothersFence_dropsTheEntry() {
        warrantFor(Duration.ofHours(1));
        holdsOld();
        Objects.requireNonNull(tier.invalidated).accept(scopes.get(0));
        assertThat(fresh()).isNull();
    }

    @Test
    void loadUnderWay_isNotJoinedOnceFencesMayHaveBeenMissed() {
        Promise<Lease> slow = Promise.promise();
        tier.leases.add(slow.future());
        Future<Outcome> first = cache.load(key, BOUNDED, NEVER);
        Objects.requireNonNull(tier.doubted).run();
        CachedItem newer = Keys.item("new");
        answers(new Lease.Value(shared(newer)));
        assertThat(load(BOUNDED, NEVER)).isEqualTo(new Outcome.Served(newer, CacheStatus.SHARED));
        slow.complete(new Lease.Value(shared(old)));
        assertThat(first.result()).isEqualTo(new Outcome.Served(old, CacheStatus.SHARED));
    }

    @Test
    void loadOlderThanTheBound_isNotJoined() {
        Promise<Lease> slow = Promise.promise();
        tier.leases.add(slow.future());
        Future<Outcome> first = cache.load(key, BOUNDED, NEVER);
        clock.advance(STALENESS.plusMillis(1));
        Future<Outcome> second = cache.load(key, BOUNDED, NEVER);
        CachedItem newer = Keys.item("new");
        answers(new Lease.Value(shared(newer)));
        slow.complete(new Lease.Value(shared(old)));
        assertThat(first.result()).isEqualTo(new Outcome.Served(old, CacheStatus.SHARED));
        assertThat(second.result()).isEqualTo(new Outcome.Served(newer, CacheStatus.SHARED));
    }

    @Test
    void tierOutOfReach_keepsWhatIsLoadedForTheBoundOnly() {
        answers(new Lease.Alone(false));
        assertThat(load(BOUNDED, at(old))).isEqualTo(new Outcome.Served(old, CacheStatus.MISS));
        assertThat(fresh()).isSameAs(old);
        clock.advance(STALENESS);
        assertThat(fresh()).isNull();
    }

    @Test
    void tierOutOfReach_countsTheBoundFromWhenTheLoadBegan() {
        answers(new Lease.Alone(false));
        Duration slow = STALENESS.dividedBy(4);
        load(BOUNDED, strong -> {
            clock.advance(slow);
            return Future.succeededFuture(new Loaded.Found(old));
        });
        clock.advance(STALENESS.minus(slow).minusNanos(1));
        assertThat(fresh()).isSameAs(old);
        clock.advance(Duration.ofNanos(1));
        assertThat(fresh()).isNull();
    }

    @Test
    void tierOutOfReach_ofAStrictTable_keepsNothingAndReadsStrongly() {
        answers(new Lease.Alone(false));
        boolean[] asked = new boolean[1];
        load(STRICT, strong -> {
            asked[0] = strong;
            return Future.succeededFuture(new Loaded.Found(old));
        });
        assertThat(asked[0]).isTrue();
        assertThat(fresh()).isNull();
    }

    @Test
    void refusedFill_isServedAndNotKept() {
        tier.filled = Future.succeededFuture(false);
        warrantFor(Duration.ofHours(1));
        answers(new Lease.Granted(false));
        assertThat(load(BOUNDED, at(old))).isEqualTo(new Outcome.Served(old, CacheStatus.MISS));
        assertThat(fresh()).isNull();
    }

    @Test
    void failedLoad_ofAnItemOfWhichTheTierHasAnOldValue_servesThatAsStale() {
        answers(new Lease.Granted(false, shared(old)));
        assertThat(load(BOUNDED, DOWN)).isEqualTo(new Outcome.Served(old, CacheStatus.STALE));
    }

    @Test
    void refresh_thatAnotherNodeIsAt_isLeftToIt() {
        warrantFor(Duration.ofHours(1));
        holdsOld();
        answers(new Lease.Wait(false));
        cache.refresh(key, BOUNDED, NEVER);
        assertThat(fresh()).isSameAs(old);
        assertThat(cache.gauges().flights()).isZero();
    }

    @Test
    void refresh_thatFindsAYoungerValue_takesIt() {
        warrantFor(Duration.ofHours(1));
        holdsOld();
        CachedItem newer = Keys.item("new");
        answers(new Lease.Value(shared(newer)));
        cache.refresh(key, BOUNDED, NEVER);
        assertThat(fresh()).isSameAs(newer);
    }
}
