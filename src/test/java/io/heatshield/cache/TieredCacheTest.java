package io.heatshield.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The read-through cache on a clock that the test moves and loads that the test lands. */
final class TieredCacheTest {
    private static final Lifetimes LIFETIMES =
            Lifetimes.of(Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ofMinutes(5), Duration.ofSeconds(5));

    private final TestClock clock = new TestClock();
    private double draw = 0.5;
    private final CacheSettings settings =
            new CacheSettings(1 << 20, 10_000, Duration.ofSeconds(30).toNanos(), 100, 10, 0.1, 1.0);
    private final TieredCache cache = new TieredCache(
            new InProcessTier(clock, Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofSeconds(10), 10_000),
            settings,
            clock,
            () -> draw,
            CacheObserver.NONE);
    private final ItemKey key = Keys.key("a");

    /** A load that waits for the test. */
    private static final class Held implements Loader {
        private final Promise<Loaded> promise = Promise.promise();
        private @Nullable Boolean strong;

        @Override
        public Future<Loaded> load(boolean isStrong) {
            assertThat(strong).as("a loader is called once").isNull();
            strong = isStrong;
            return promise.future();
        }

        boolean called() {
            return strong != null;
        }

        void land(CachedItem item) {
            promise.complete(new Loaded.Found(item));
        }
    }

    private static Loader at(CachedItem item) {
        return strong -> Future.succeededFuture(new Loaded.Found(item));
    }

    private static Loader never() {
        return strong -> {
            throw new AssertionError("loaded");
        };
    }

    private static Loader refusing(boolean excused) {
        return strong -> Future.succeededFuture(
                new Loaded.Refused(Reply.error(DynamoError.of(ErrorKind.SERVICE_UNAVAILABLE, "down")), excused));
    }

    private Outcome load(Loader loader) {
        Future<Outcome> outcome = cache.load(key, LIFETIMES, loader);
        assertThat(outcome.succeeded()).isTrue();
        return outcome.result();
    }

    private static void assertServed(Outcome outcome, CacheStatus status, CachedItem item) {
        assertThat(outcome).isEqualTo(new Outcome.Served(item, status));
    }

    private @Nullable CachedItem fresh() {
        Entry entry = cache.fresh(key);
        return entry == null ? null : entry.item();
    }

    @Test
    void firstReader_loadsAndLaterOnesHit() {
        assertThat(fresh()).isNull();
        CachedItem item = Keys.item("1");
        assertServed(load(at(item)), CacheStatus.MISS, item);
        assertThat(fresh()).isSameAs(item);
    }

    @Test
    void readersWhileLoading_joinTheOneLoad() {
        Held load = new Held();
        List<Future<Outcome>> waiters = new ArrayList<>();
        waiters.add(cache.load(key, LIFETIMES, load));
        for (int i = 0; i < 50; i++) {
            waiters.add(cache.load(key, LIFETIMES, never()));
        }
        CachedItem item = Keys.item("1");
        load.land(item);
        assertServed(waiters.get(0).result(), CacheStatus.MISS, item);
        assertThat(waiters.subList(1, 51))
                .allSatisfy(waiter -> assertServed(waiter.result(), CacheStatus.JOINED, item));
        assertThat(cache.gauges().flights()).isZero();
    }

    @Test
    void readerThatMissedJustBeforeTheLanding_isServedWithoutALoad() {
        CachedItem item = Keys.item("1");
        load(at(item));
        assertServed(load(never()), CacheStatus.LOCAL, item);
    }

    @Test
    void waitersBeyondTheBound_areTurnedAwayAndTheOthersServed() {
        Held load = new Held();
        List<Future<Outcome>> waiters = new ArrayList<>();
        waiters.add(cache.load(key, LIFETIMES, load));
        for (int i = 0; i < 120; i++) {
            waiters.add(cache.load(key, LIFETIMES, never()));
        }
        load.land(Keys.item("1"));
        assertThat(waiters.stream()
                        .filter(waiter -> waiter.result() instanceof Outcome.Refused)
                        .count())
                .isEqualTo(21);
    }

    @Test
    void loadsBeyondTheBound_areTurnedAway() {
        for (int i = 0; i < 10; i++) {
            assertThat(cache.load(Keys.key("k" + i), LIFETIMES, new Held()).isComplete())
                    .isFalse();
        }
        assertThat(load(never())).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void errors_areSharedWithTheWaitersAndNotCached() {
        Held load = new Held();
        Future<Outcome> first = cache.load(key, LIFETIMES, load);
        Future<Outcome> second = cache.load(key, LIFETIMES, never());
        Reply error = Reply.error(DynamoError.validation("no"));
        load.promise.complete(new Loaded.Refused(error, false));
        assertThat(first.result()).isEqualTo(new Outcome.Refused(error));
        assertThat(second.result()).isEqualTo(new Outcome.Refused(error));
        CachedItem item = Keys.item("1");
        assertServed(load(at(item)), CacheStatus.MISS, item);
    }

    @Test
    void loaderThatFails_answersAnErrorAndLeavesNothingBehind() {
        Outcome outcome = load(strong -> Future.failedFuture("broken"));
        assertThat(((Outcome.Refused) outcome).reply().status()).isEqualTo(500);
        assertThat(cache.gauges().flights()).isZero();
        assertThat(load(at(Keys.item("1")))).isInstanceOf(Outcome.Served.class);
    }

    @Test
    void absence_isRememberedForItsOwnTime() {
        CachedItem absent = Keys.absent();
        load(at(absent));
        clock.advance(Duration.ofMillis(4_900));
        assertThat(fresh()).isSameAs(absent);
        clock.advance(Duration.ofMillis(200));
        assertThat(fresh()).isNull();
    }

    @Test
    void softAge_letsOneReaderRefreshWhileAllAreServed() {
        CachedItem old = Keys.item("1");
        load(at(old));
        clock.advance(Duration.ofSeconds(61));
        Entry entry = cache.fresh(key);
        assertThat(entry).isNotNull();
        assertThat(cache.refreshDue(entry)).isTrue();
        assertThat(cache.refreshDue(entry)).as("claimed already").isFalse();
        Held refresh = new Held();
        cache.refresh(key, LIFETIMES, refresh);
        assertThat(fresh()).isSameAs(old);
        CachedItem renewed = Keys.item("2");
        refresh.land(renewed);
        assertThat(fresh()).isSameAs(renewed);
    }

    @Test
    void refreshThatFails_isTriedAgainAfterASecondAndTheEntryStays() {
        CachedItem old = Keys.item("1");
        load(at(old));
        clock.advance(Duration.ofSeconds(61));
        Entry entry = cache.fresh(key);
        assertThat(entry).isNotNull();
        assertThat(cache.refreshDue(entry)).isTrue();
        cache.refresh(key, LIFETIMES, refusing(true));
        assertThat(fresh()).isSameAs(old);
        assertThat(cache.refreshDue(entry)).isFalse();
        clock.advance(Duration.ofMillis(1_001));
        assertThat(cache.refreshDue(entry)).isTrue();
    }

    @Test
    void earlyRefresh_growsLikelierWithTheCostOfTheLoad() {
        Held load = new Held();
        cache.load(key, LIFETIMES, load).onFailure(e -> {
            throw new AssertionError(e);
        });
        clock.advance(Duration.ofSeconds(2));
        load.land(Keys.item("1"));
        Entry entry = cache.fresh(key);
        assertThat(entry).isNotNull();
        clock.advance(Duration.ofSeconds(57));
        draw = 0.5;
        assertThat(cache.refreshDue(entry)).as("2 s × 0.69 does not reach 3 s").isFalse();
        draw = 0.9;
        assertThat(cache.refreshDue(entry)).as("2 s × 2.3 does").isTrue();
    }

    @Test
    void jitter_spreadsTheAges() {
        draw = 0.0;
        load(at(Keys.item("1")));
        clock.advance(Duration.ofSeconds(55));
        Entry entry = cache.fresh(key);
        assertThat(entry).isNotNull();
        assertThat(cache.refreshDue(entry)).as("soft at 54 s").isTrue();
    }

    @Test
    void hardAge_endsServing() {
        load(at(Keys.item("1")));
        clock.advance(Duration.ofSeconds(74));
        assertThat(fresh()).isNotNull();
        clock.advance(Duration.ofSeconds(2));
        assertThat(fresh()).isNull();
    }

    @Test
    void originDown_servesStaleForItsTimeAndSparesTheOrigin() {
        CachedItem old = Keys.item("1");
        load(at(old));
        clock.advance(Duration.ofSeconds(80));
        assertServed(load(refusing(true)), CacheStatus.STALE, old);
        assertServed(load(never()), CacheStatus.STALE, old);
        clock.advance(Duration.ofMillis(1_001));
        assertServed(load(refusing(true)), CacheStatus.STALE, old);
        clock.advance(Duration.ofMinutes(5));
        assertThat(load(refusing(true))).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void hardAgeReachedWhileARefreshIsUnderWay_isNoReasonToServeStale() {
        load(at(Keys.item("1")));
        clock.advance(Duration.ofMillis(74_500));
        Entry entry = cache.fresh(key);
        assertThat(entry).isNotNull();
        assertThat(cache.refreshDue(entry)).isTrue();
        Held refresh = new Held();
        cache.refresh(key, LIFETIMES, refresh);
        clock.advance(Duration.ofMillis(800));
        assertThat(fresh()).isNull();
        Future<Outcome> reader = cache.load(key, LIFETIMES, never());
        CachedItem renewed = Keys.item("2");
        refresh.land(renewed);
        assertServed(reader.result(), CacheStatus.JOINED, renewed);
    }

    @Test
    void originThatRefuses_isNotHiddenByAStaleValue() {
        load(at(Keys.item("1")));
        clock.advance(Duration.ofSeconds(80));
        assertThat(load(refusing(false))).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void oversizeItem_isAnsweredOnceThenLeftToItsReaders() {
        CachedItem large = Keys.item("x".repeat(11_000));
        assertServed(load(at(large)), CacheStatus.MISS, large);
        assertThat(fresh()).isNull();
        assertThat(load(never())).isEqualTo(new Outcome.Oversize());
        clock.advance(Duration.ofSeconds(31));
        assertServed(load(at(large)), CacheStatus.MISS, large);
    }

    @Test
    void oversizeItemThatWasJustWritten_isNotLeftToReadersWhoMaySeeItOlder() {
        CachedItem large = Keys.item("x".repeat(11_000));
        cache.raise(List.of(new Scope.Item(key))).end(Fence.Fate.APPLIED);
        assertServed(load(at(large)), CacheStatus.MISS, large);
        assertServed(load(at(large)), CacheStatus.MISS, large);
    }

    @Test
    void localTier_staysWithinItsBytes() {
        for (int i = 0; i < 1_000; i++) {
            cache.load(Keys.key("k" + i), LIFETIMES, at(Keys.item("x".repeat(5_000))))
                    .onFailure(e -> {
                        throw new AssertionError(e);
                    });
        }
        CacheGauges gauges = cache.gauges();
        assertThat(gauges.bytes()).isLessThanOrEqualTo(gauges.maxBytes());
        assertThat(gauges.evictions()).isGreaterThan(700);
    }

    @Test
    void write_endsTheEntryAndTheNextLoadIsStrong() {
        load(at(Keys.item("1")));
        Fence fence = cache.raise(List.of(new Scope.Item(key)));
        assertThat(fresh()).isNull();
        assertThat(fence.end(Fence.Fate.APPLIED).succeeded()).isTrue();
        Held load = new Held();
        Future<Outcome> outcome = cache.load(key, LIFETIMES, load);
        assertThat(load.strong).isTrue();
        CachedItem item = Keys.item("2");
        load.land(item);
        assertServed(outcome.result(), CacheStatus.MISS, item);
        assertThat(fresh()).isSameAs(item);
    }

    @Test
    void loadThatBeganBeforeAWrite_answersItsWaitersAndIsNotKept() {
        Held before = new Held();
        Future<Outcome> reader = cache.load(key, LIFETIMES, before);
        Fence fence = cache.raise(List.of(new Scope.Item(key)));
        assertThat(fence.end(Fence.Fate.APPLIED).succeeded()).isTrue();
        CachedItem old = Keys.item("1");
        before.land(old);
        assertServed(reader.result(), CacheStatus.MISS, old);
        assertThat(fresh()).isNull();
    }

    @Test
    void newcomerAfterAWrite_doesNotJoinTheOlderLoad() {
        Held before = new Held();
        Future<Outcome> early = cache.load(key, LIFETIMES, before);
        Fence fence = cache.raise(List.of(new Scope.Item(key)));
        assertThat(fence.end(Fence.Fate.APPLIED).succeeded()).isTrue();
        Held after = new Held();
        Future<Outcome> late = cache.load(key, LIFETIMES, after);
        assertThat(after.strong).isTrue();
        CachedItem renewed = Keys.item("2");
        after.land(renewed);
        before.land(Keys.item("1"));
        assertServed(late.result(), CacheStatus.MISS, renewed);
        assertThat(early.succeeded()).isTrue();
        assertThat(fresh()).isSameAs(renewed);
    }

    @Test
    void readerWhileAWriteIsPending_readsStronglyAndFillsNothing() {
        Fence fence = cache.raise(List.of(new Scope.Item(key)));
        Held during = new Held();
        Future<Outcome> reader = cache.load(key, LIFETIMES, during);
        assertThat(during.strong).isTrue();
        during.land(Keys.item("1"));
        assertThat(reader.succeeded()).isTrue();
        assertThat(fresh()).isNull();
        assertThat(fence.end(Fence.Fate.APPLIED).succeeded()).isTrue();
    }

    @Test
    void readersWhileAWriteIsPending_waitForTheNextLoadAndItStartsAtTheEndOfTheWrite() {
        Fence fence = cache.raise(List.of(new Scope.Item(key)));
        Held first = new Held();
        Held second = new Held();
        Future<Outcome> one = cache.load(key, LIFETIMES, first);
        Future<Outcome> two = cache.load(key, LIFETIMES, second);
        Future<Outcome> three = cache.load(key, LIFETIMES, never());
        assertThat(second.called()).isFalse();
        assertThat(fence.end(Fence.Fate.APPLIED).succeeded()).isTrue();
        assertThat(second.called()).as("the write's end lets the next load go").isTrue();
        first.land(Keys.item("1"));
        CachedItem renewed = Keys.item("2");
        second.land(renewed);
        assertThat(one.succeeded()).isTrue();
        assertServed(two.result(), CacheStatus.MISS, renewed);
        assertServed(three.result(), CacheStatus.JOINED, renewed);
    }

    @Test
    void readersWhileAWriteIsPending_goOnWhenTheFirstLoadLands() {
        Fence fence = cache.raise(List.of(new Scope.Item(key)));
        Held first = new Held();
        Held second = new Held();
        Future<Outcome> one = cache.load(key, LIFETIMES, first);
        Future<Outcome> two = cache.load(key, LIFETIMES, second);
        first.land(Keys.item("1"));
        assertThat(one.succeeded()).isTrue();
        assertThat(second.strong).isTrue();
        second.land(Keys.item("1"));
        assertThat(two.succeeded()).isTrue();
        assertThat(fence.end(Fence.Fate.NOT_APPLIED).succeeded()).isTrue();
        assertThat(cache.gauges().flights()).isZero();
    }

    @Test
    void failedCondition_leavesTheKeyCacheableAtOnce() {
        Fence fence = cache.raise(List.of(new Scope.Item(key)));
        assertThat(fence.end(Fence.Fate.NOT_APPLIED).succeeded()).isTrue();
        Held load = new Held();
        cache.load(key, LIFETIMES, load).onFailure(e -> {
            throw new AssertionError(e);
        });
        assertThat(load.strong).isFalse();
        load.land(Keys.item("1"));
        assertThat(fresh()).isNotNull();
    }

    @Test
    void unknownOutcome_keepsTheKeyUncachedForTheHold() {
        Fence fence = cache.raise(List.of(new Scope.Item(key)));
        assertThat(fence.end(Fence.Fate.UNKNOWN).succeeded()).isTrue();
        load(at(Keys.item("1")));
        assertThat(fresh()).isNull();
        clock.advance(Duration.ofSeconds(11));
        load(at(Keys.item("1")));
        assertThat(fresh()).isNotNull();
    }

    @Test
    void write_neverLeavesAStaleValueToServeWhileDown() {
        load(at(Keys.item("1")));
        Fence fence = cache.raise(List.of(new Scope.Item(key)));
        assertThat(fence.end(Fence.Fate.APPLIED).succeeded()).isTrue();
        assertThat(load(refusing(true))).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void tableFence_endsItsEntriesAndLoadsAndNoOthers() {
        TableId other = new TableId("arn:aws:dynamodb:us-east-1:000000000000:table/U", "U");
        ItemKey untouched = Keys.key(other, "a");
        load(at(Keys.item("1")));
        cache.load(untouched, LIFETIMES, at(Keys.item("1"))).onFailure(e -> {
            throw new AssertionError(e);
        });
        Held running = new Held();
        Future<Outcome> reader = cache.load(Keys.key("b"), LIFETIMES, running);
        Fence fence = cache.raise(List.of(new Scope.Table("T")));
        assertThat(fresh()).isNull();
        assertThat(fence.end(Fence.Fate.APPLIED).succeeded()).isTrue();
        running.land(Keys.item("old"));
        assertThat(reader.succeeded()).isTrue();
        assertThat(cache.fresh(Keys.key("b"))).isNull();
        assertThat(cache.fresh(untouched)).isNotNull();
    }

    @Test
    void purgeOfEverything_endsAll() {
        load(at(Keys.item("1")));
        assertThat(cache.purge(new Scope.Everything()).succeeded()).isTrue();
        assertThat(fresh()).isNull();
        load(at(Keys.item("2")));
        assertThat(fresh()).isNotNull();
    }

    @Test
    void sharedTierThatFails_isReadAroundAndNothingIsKept() {
        TieredCache lonely = new TieredCache(new SilentTier(), settings, clock, () -> draw, CacheObserver.NONE);
        Held load = new Held();
        Future<Outcome> reader = lonely.load(key, LIFETIMES, load);
        assertThat(load.strong).isTrue();
        load.land(Keys.item("1"));
        assertThat(reader.result()).isInstanceOf(Outcome.Served.class);
        assertThat(lonely.fresh(key)).isNull();
        Fence fence = lonely.raise(List.of(new Scope.Item(key)));
        assertThat(fence.end(Fence.Fate.APPLIED).succeeded())
                .as("an applied write is answered")
                .isTrue();
    }
}
