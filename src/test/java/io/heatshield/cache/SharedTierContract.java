package io.heatshield.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.ItemCollection;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.ResultKey;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every shared tier must do. The times are those that a tier under test is built with. */
public abstract class SharedTierContract {
    protected static final Duration LEASE = Duration.ofSeconds(3);
    protected static final Duration SETTLE = Duration.ofSeconds(5);
    protected static final Duration HOLD = Duration.ofSeconds(10);

    protected final ItemKey key = Keys.key("a");
    protected final Scope item = new Scope.Item(key);
    protected final Scope table = new Scope.Table("T");

    protected final Scope collection = new Scope.Collection(key.collection());
    protected final ResultKey result = new ResultKey(key.collection(), new byte[] {1}, false);
    protected final ResultKey other = new ResultKey(Keys.key("b").collection(), new byte[] {1}, false);
    protected final ItemCollection ofIndex = ItemCollection.of(Keys.TABLE, "I", new byte[] {'S', 'x'});
    protected final ResultKey inIndex = new ResultKey(ofIndex, new byte[] {1}, true);

    protected abstract SharedTier tier();

    /** Lets time pass for the tier. */
    protected abstract void pass(Duration time);

    protected static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the tier did not answer", e);
        }
    }

    protected Lease lease(long token) {
        return await(tier().lease(key, token));
    }

    protected boolean fill(long token) {
        return await(tier().fill(key, token, Keys.shared("x")));
    }

    @Test
    void lease_onAQuietKey_isGrantedAndFills() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        assertThat(fill(1)).isTrue();
    }

    @Test
    void fill_withoutALease_isRefused() {
        assertThat(fill(1)).isFalse();
    }

    @Test
    void fill_twice_isRefusedTheSecondTime() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        assertThat(fill(1)).isTrue();
        assertThat(fill(1)).isFalse();
    }

    @Test
    void lease_heldByAnother_waits() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        assertThat(lease(2)).isEqualTo(new Lease.Wait(false));
        assertThat(fill(2)).isFalse();
        assertThat(fill(1)).isTrue();
    }

    @Test
    void lease_askedAgainWithTheSameToken_givesTheSameAnswer() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
    }

    @Test
    void lease_heldTooLong_isLost() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        pass(LEASE.plusMillis(1));
        assertThat(fill(1)).isFalse();
        assertThat(lease(2)).isEqualTo(new Lease.Granted(false));
    }

    @Test
    void lease_givenBack_isFree() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        await(tier().release(key, 1));
        assertThat(lease(2)).isEqualTo(new Lease.Granted(false));
    }

    @Test
    void release_ofAnothersLease_changesNothing() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        await(tier().release(key, 2));
        assertThat(fill(1)).isTrue();
    }

    @Test
    void begin_killsTheLeaseAndGivesNone() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        await(tier().begin(item, 7, false));
        assertThat(fill(1)).isFalse();
        assertThat(lease(2)).isEqualTo(new Lease.Pending());
    }

    @Test
    void commit_killsTheLeaseAndAsksForStrongLoadsForTheSettleWindow() {
        await(tier().begin(item, 7, false));
        await(tier().commit(item, 7));
        assertThat(lease(1)).isEqualTo(new Lease.Granted(true));
        await(tier().begin(item, 8, false));
        await(tier().commit(item, 8));
        assertThat(fill(1)).isFalse();
        pass(SETTLE.plusMillis(1));
        assertThat(lease(2)).isEqualTo(new Lease.Granted(false));
    }

    @Test
    void commit_withoutItsBegin_stillKillsTheLease() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        await(tier().commit(item, 7));
        assertThat(fill(1)).isFalse();
        assertThat(lease(2)).isEqualTo(new Lease.Granted(true));
    }

    @Test
    void commit_replayed_isHarmless() {
        await(tier().begin(item, 7, false));
        await(tier().commit(item, 7));
        await(tier().commit(item, 7));
        assertThat(lease(1)).isEqualTo(new Lease.Granted(true));
        assertThat(fill(1)).isTrue();
    }

    @Test
    void cancel_endsThePendingMarkAndNothingElse() {
        await(tier().begin(item, 7, false));
        await(tier().cancel(item, 7));
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        assertThat(fill(1)).isTrue();
    }

    @Test
    void cancel_ofOneWrite_leavesAnotherPending() {
        await(tier().begin(item, 7, false));
        await(tier().begin(item, 8, false));
        await(tier().cancel(item, 7));
        assertThat(lease(1)).isEqualTo(new Lease.Pending());
    }

    @Test
    void hold_keepsTheKeyPendingForItsTime() {
        await(tier().begin(item, 7, false));
        pass(HOLD.minusSeconds(1));
        await(tier().hold(item, 7));
        pass(HOLD.minusMillis(100));
        assertThat(lease(1)).isEqualTo(new Lease.Pending());
        pass(Duration.ofMillis(200));
        assertThat(lease(1)).isInstanceOf(Lease.Granted.class);
    }

    @Test
    void begin_thatNeverEnds_isGivenUpAfterTheHold() {
        await(tier().begin(item, 7, false));
        pass(HOLD.plusMillis(1));
        assertThat(lease(1)).isInstanceOf(Lease.Granted.class);
    }

    @Test
    void purge_killsTheLeaseAndAsksForStrongLoads() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        await(tier().purge(item));
        assertThat(fill(1)).isFalse();
        assertThat(lease(2)).isEqualTo(new Lease.Granted(true));
    }

    @Test
    void fenceOfAnotherKey_changesNothing() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        await(tier().begin(new Scope.Item(Keys.key("b")), 7, false));
        assertThat(fill(1)).isTrue();
    }

    @Test
    void tableFence_coversItsItems() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        await(tier().begin(table, 7, false));
        assertThat(fill(1)).isFalse();
        assertThat(lease(2)).isEqualTo(new Lease.Pending());
        await(tier().commit(table, 7));
        assertThat(lease(3)).isEqualTo(new Lease.Granted(true));
    }

    @Test
    void tableFence_beganAndEndedDuringALoad_stillKillsItsLease() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        await(tier().begin(table, 7, false));
        await(tier().cancel(table, 7));
        assertThat(fill(1)).isFalse();
    }

    @Test
    void purgeOfEverything_killsEveryLeaseAndAsksForStrongLoads() {
        assertThat(lease(1)).isEqualTo(new Lease.Granted(false));
        await(tier().purge(new Scope.Everything()));
        assertThat(fill(1)).isFalse();
        assertThat(lease(2)).isEqualTo(new Lease.Granted(true));
        pass(SETTLE.plusMillis(1));
        assertThat(await(tier().lease(Keys.key("b"), 3))).isEqualTo(new Lease.Granted(false));
    }

    private Lease leaseOf(CacheKey asked, long token) {
        return await(tier().lease(asked, token));
    }

    @Test
    void answer_isLeasedAndFilledLikeAnItem() {
        assertThat(leaseOf(result, 1)).isEqualTo(new Lease.Granted(false));
        assertThat(leaseOf(result, 2)).isEqualTo(new Lease.Wait(false));
        assertThat(await(tier().fill(result, 1, Keys.shared("x")))).isTrue();
    }

    @Test
    void collectionFence_killsTheLeasesOfItsAnswersAndNoOthers() {
        leaseOf(result, 1);
        leaseOf(other, 2);
        lease(3);
        await(tier().purge(collection));
        assertThat(await(tier().fill(result, 1, Keys.shared("x")))).isFalse();
        assertThat(await(tier().fill(other, 2, Keys.shared("x")))).isTrue();
        assertThat(fill(3)).isTrue();
    }

    @Test
    void collectionFence_isPendingThenSettles() {
        await(tier().begin(collection, 7, false));
        assertThat(leaseOf(result, 1)).isEqualTo(new Lease.Pending());
        assertThat(lease(2)).isEqualTo(new Lease.Granted(false));
        await(tier().commit(collection, 7));
        assertThat(leaseOf(result, 3)).isEqualTo(new Lease.Granted(true));
        pass(SETTLE.plusMillis(1));
        assertThat(leaseOf(result, 3)).isEqualTo(new Lease.Granted(false));
    }

    @Test
    void fenceOfAWholeIndex_coversTheAnswersOfEveryPartOfIt() {
        Scope whole = new Scope.Collection(ofIndex.whole());
        leaseOf(inIndex, 1);
        await(tier().begin(whole, 7, false));
        assertThat(await(tier().fill(inIndex, 1, Keys.shared("x")))).isFalse();
        assertThat(leaseOf(inIndex, 2)).isEqualTo(new Lease.Pending());
        assertThat(leaseOf(result, 3)).isEqualTo(new Lease.Granted(false));
    }

    @Test
    void tableFence_coversAnswersToo() {
        leaseOf(result, 1);
        await(tier().purge(table));
        assertThat(await(tier().fill(result, 1, Keys.shared("x")))).isFalse();
        assertThat(leaseOf(result, 2)).isEqualTo(new Lease.Granted(true));
    }
}
