package io.heatshield.cache.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.cache.Ages;
import io.heatshield.cache.CachedItem;
import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Keys;
import io.heatshield.cache.Lease;
import io.heatshield.cache.Scope;
import io.heatshield.cache.SharedItem;
import io.heatshield.cache.SharedTier;
import io.heatshield.cache.SharedTierContract;
import io.heatshield.cache.TestClock;
import io.heatshield.protocol.Payload;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The shared tier's contract on a real Redis, and what only Redis has: values. */
final class RedisTierIT extends SharedTierContract {
    private static final Vertx VERTX = Vertx.vertx();
    private static AgedRedis redis;

    private final TestClock clock = new TestClock();
    private final InProcessTier here = new InProcessTier(clock, LEASE, SETTLE, HOLD, 1_000);
    private final RedisTier tier = tier("test", "a", here);

    private static RedisTier tier(String prefix, String node, InProcessTier control) {
        Duration patience = Duration.ofSeconds(5);
        return RedisTier.of(
                VERTX,
                new RedisSettings(
                        redis.uri(),
                        null,
                        null,
                        null,
                        prefix,
                        node,
                        patience,
                        patience,
                        Duration.ofSeconds(1),
                        LEASE,
                        SETTLE,
                        HOLD,
                        Duration.ZERO,
                        1_000,
                        0,
                        Duration.ofMillis(50)),
                control,
                System::nanoTime,
                RedisTierObserver.NONE);
    }

    @BeforeAll
    static void startRedis() {
        redis = new AgedRedis();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
        await(VERTX.close());
    }

    @BeforeEach
    void open() {
        redis.flush();
        await(tier.start());
    }

    @AfterEach
    void close() {
        await(tier.close());
    }

    @Override
    protected SharedTier tier() {
        return tier;
    }

    @Override
    protected void pass(Duration time) {
        clock.advance(time);
        redis.pass(time);
    }

    private static SharedItem ages(Duration soft, Duration hard, Duration dead) {
        return new SharedItem(Keys.item("x"), new Ages(soft.toNanos(), hard.toNanos(), dead.toNanos()), 2_000_000);
    }

    private void store(SharedItem item) {
        assertThat(lease(1)).isInstanceOf(Lease.Granted.class);
        assertThat(await(tier.fill(key, 1, item))).isTrue();
    }

    private static SharedItem value(Lease lease) {
        assertThat(lease).isInstanceOf(Lease.Value.class);
        return ((Lease.Value) lease).shared();
    }

    @Test
    void filledItem_isThereForEverybodyWithWhatIsLeftOfItsAges() {
        store(ages(Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ofSeconds(375)));
        pass(Duration.ofSeconds(20));
        SharedItem found = value(lease(2));
        assertThat(Keys.text(found.item())).isEqualTo(Keys.text(Keys.item("x")));
        assertThat(found.item().present()).isTrue();
        assertThat(Duration.ofNanos(found.left().soft())).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(40));
        assertThat(Duration.ofNanos(found.left().hard())).isBetween(Duration.ofSeconds(45), Duration.ofSeconds(55));
        assertThat(found.costNanos()).isEqualTo(2_000_000);
    }

    @Test
    void look_tellsWhatAReaderWouldGet_andOfWrites_andChangesNothing() {
        assertThat(await(tier.look(key))).isEqualTo(SharedTier.Standing.NONE);
        store(ages(Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ofSeconds(375)));
        String control = new Layout("test").keys(key).get(1);
        CachedItem there = await(tier.look(key)).value();
        assertThat(there).isNotNull();
        assertThat(Keys.text(there)).isEqualTo(Keys.text(Keys.item("x")));
        assertThat(redis.commands().exists(control)).isZero();
        pass(Duration.ofSeconds(80));
        assertThat(await(tier.look(key)).value()).isNull();

        RedisTier elsewhere = tier("test", "b", new InProcessTier(clock, LEASE, SETTLE, HOLD, 1_000));
        await(elsewhere.start());
        await(elsewhere.begin(item, 7, false));
        assertThat(await(tier.look(key)).pending()).isTrue();
        await(elsewhere.commit(item, 7));
        SharedTier.Standing once = await(tier.look(key));
        assertThat(once.pending()).isFalse();
        pass(Duration.ofMillis(5));
        await(elsewhere.begin(table, 8, false));
        assertThat(await(tier.look(key)).pending()).isTrue();
        await(elsewhere.cancel(table, 8));
        // Time has passed by moving the marks in Redis back.
        assertThat(await(tier.look(key)))
                .isEqualTo(new SharedTier.Standing(once.value(), once.pending(), once.settledUntil() - 5));
        await(elsewhere.purge(table));
        assertThat(await(tier.look(key)).settledUntil()).isGreaterThan(once.settledUntil());
        await(elsewhere.close());
    }

    @Test
    void longItem_isCompressedAndComesBackAsItWas() {
        String text = "0123456789".repeat(5_000);
        SharedItem item = new SharedItem(Keys.item(text), Keys.shared("x").left(), 1);
        store(item);
        String name = new Layout("test").keys(key).get(0);
        assertThat(redis.commands().strlen(name)).isBetween(100L, 5_000L);
        assertThat(Keys.text(value(lease(2)).item())).isEqualTo(Keys.text(Keys.item(text)));
    }

    @Test
    void answer_isThereForEverybodyUntilOneOfItsItemsIsWritten() {
        await(tier().lease(result, 1));
        assertThat(await(tier().fill(result, 1, Keys.shared("x")))).isTrue();
        assertThat(value(await(tier().lease(result, 2)))).isNotNull();
        await(tier().purge(collection));
        assertThat(await(tier().lease(result, 3))).isEqualTo(new Lease.Granted(true));
    }

    @Test
    void answerOfAnIndex_endsWithItsPartAndWithTheWhole() {
        for (Scope scope : List.of(new Scope.Collection(ofIndex), new Scope.Collection(ofIndex.whole()))) {
            await(tier().lease(inIndex, 1));
            assertThat(await(tier().fill(inIndex, 1, Keys.shared("x")))).isTrue();
            value(await(tier().lease(inIndex, 2)));
            await(tier().purge(scope));
            assertThat(await(tier().lease(inIndex, 3))).isEqualTo(new Lease.Granted(true));
            await(tier().release(inIndex, 3));
        }
    }

    @Test
    void fenceOfACollectionNobodyAskedAbout_leavesNoEpochBehind() {
        await(tier().purge(new Scope.Collection(Keys.key("unasked").collection())));
        assertThat(redis.commands().keys("*:pe:*")).isEmpty();
    }

    @Test
    void absence_isAValueToo() {
        store(new SharedItem(Keys.absent(), Keys.shared("x").left(), 1));
        CachedItem found = value(lease(2)).item();
        assertThat(found.present()).isFalse();
        assertThat(Keys.text(found)).isEqualTo("{}");
    }

    @Test
    void emptyItem_andAbsence_areKeptApart() {
        CachedItem empty = new CachedItem(Payload.of(Buffer.buffer("{\"Item\":{}}")), true);
        store(new SharedItem(empty, Keys.shared("x").left(), 1));
        assertThat(value(lease(2)).item().present()).isTrue();
    }

    @Test
    void hardAgePassed_givesTheLeaseAndTheOldValueForWhenTheLoadFails() {
        store(ages(Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ofSeconds(375)));
        pass(Duration.ofSeconds(80));
        Lease lease = lease(2);
        assertThat(lease).isInstanceOf(Lease.Granted.class);
        SharedItem stale = ((Lease.Granted) lease).stale();
        assertThat(stale).isNotNull();
        assertThat(Keys.text(stale.item())).isEqualTo(Keys.text(Keys.item("x")));
        assertThat(lease(3)).isEqualTo(new Lease.Wait(false));
    }

    @Test
    void deadValue_isGone() {
        store(ages(Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ofSeconds(375)));
        pass(Duration.ofSeconds(374));
        assertThat(lease(2)).isInstanceOf(Lease.Granted.class);
        await(tier.release(key, 2));
        redis.commands().del(new Layout("test").keys(key).get(0));
        assertThat(lease(3)).isEqualTo(new Lease.Granted(false));
    }

    @Test
    void begin_takesTheValueAway() {
        store(Keys.shared("x"));
        await(tier.begin(item, 7, false));
        await(tier.cancel(item, 7));
        assertThat(lease(2)).isEqualTo(new Lease.Granted(false));
    }

    @Test
    void tableFence_takesTheValuesAway_butNotThoseOfOtherTables() {
        store(Keys.shared("x"));
        await(tier.purge(new Scope.Table("Other")));
        value(lease(2));
        await(tier.purge(table));
        assertThat(lease(3)).isEqualTo(new Lease.Granted(true));
    }

    @Test
    void tableFence_thatWasCancelled_leavesNoTraceForLong() {
        await(tier.begin(new Scope.Table("Invented"), 7, false));
        await(tier.cancel(new Scope.Table("Invented"), 7));
        pass(LEASE.plusSeconds(2));
        redis.commands()
                .keys("*:t[ec]:*")
                .forEach(
                        name -> assertThat(redis.commands().pttl(name)).as(name).isLessThan(10_001));
        assertThat(redis.commands().keys("*:te:*")).hasSizeLessThanOrEqualTo(Layout.GROUPS);
    }

    @Test
    void purgeOfEverything_takesEveryValueAway() {
        store(Keys.shared("x"));
        await(tier.purge(new Scope.Everything()));
        assertThat(lease(2)).isEqualTo(new Lease.Granted(true));
    }

    @Test
    void refresh_isGivenToOneAndLeftToIt() {
        store(ages(Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ofSeconds(375)));
        long left = Duration.ofSeconds(60).toNanos();
        assertThat(await(tier.refresh(key, 2, left))).isEqualTo(new Lease.Granted(false));
        assertThat(await(tier.refresh(key, 3, left))).isEqualTo(new Lease.Wait(false));
        // Readers go on being served meanwhile.
        value(lease(4));
        assertThat(await(tier.fill(
                        key, 2, ages(Duration.ofSeconds(90), Duration.ofSeconds(95), Duration.ofSeconds(99)))))
                .isTrue();
        assertThat(value(await(tier.refresh(key, 3, left))).left().soft())
                .isGreaterThan(Duration.ofSeconds(80).toNanos());
    }

    @Test
    void valueOfAFormatThatIsNotKnown_isAMiss() {
        store(Keys.shared("x"));
        String name = new Layout("test").keys(key).get(0);
        redis.commands().set(name, "9" + "0".repeat(32) + "a form of later");
        redis.commands().pexpire(name, 60_000);
        assertThat(lease(2)).isEqualTo(new Lease.Granted(false));
        assertThat(fill(2)).isTrue();
    }

    @Test
    void scriptsThatRedisForgot_areSentAgain() {
        store(Keys.shared("x"));
        redis.commands().scriptFlush();
        await(tier.begin(item, 7, false));
        await(tier.commit(item, 7));
        assertThat(lease(2)).isEqualTo(new Lease.Granted(true));
    }

    @Test
    void otherPrefix_isAnotherWorld() {
        store(Keys.shared("x"));
        RedisTier other = tier("other", "b", new InProcessTier(clock, LEASE, SETTLE, HOLD, 1_000));
        await(other.start());
        assertThat(await(other.lease(key, 1))).isEqualTo(new Lease.Granted(false));
        await(other.purge(item));
        value(lease(2));
        await(other.close());
    }

    @Test
    void fullRedis_takesFencesAndBarriers_andRefusesLeases() {
        store(Keys.shared("x"));
        redis.commands().configSet("maxmemory-policy", "noeviction");
        redis.commands().configSet("maxmemory", "1");
        try {
            await(tier.begin(item, 7, true));
            await(tier.commit(item, 7));
            assertThat(lease(2)).isEqualTo(new Lease.Alone(true));
            long now = System.nanoTime();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> System.nanoTime() - tier.barrierAgeNanos() > now);
        } finally {
            redis.commands().configSet("maxmemory", "0");
        }
        assertThat(lease(3)).isEqualTo(new Lease.Granted(true));
    }
}
