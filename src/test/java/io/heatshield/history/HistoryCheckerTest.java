package io.heatshield.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.history.Verdict.Breach;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker accepts what is promised and rejects what is not, on histories made by hand. */
final class HistoryCheckerTest {
    private static final long BOUND = 100;
    private static final long LAG = 40;
    private static final long SETTLE = 50;
    private static final int HERE = 1;
    private static final int THERE = 2;

    private final List<Written> writes = new ArrayList<>();
    private final List<Seen> reads = new ArrayList<>();
    private final List<Outage> outages = new ArrayList<>();

    private void write(long invoked, long ended, long version) {
        writes.add(new Written(0, HERE, invoked, ended, version));
    }

    private void unknown(long invoked) {
        write(invoked, invoked + 10, Written.UNKNOWN);
    }

    private void read(int node, long invoked, long ended, long version) {
        reads.add(new Seen(7, node, invoked, ended, version));
    }

    private Verdict verdict(boolean strict) {
        Guarantee guarantee = new Guarantee(strict, BOUND, LAG, SETTLE, outages);
        return new HistoryChecker(guarantee).check(List.of(new KeyHistory("k", writes, reads)));
    }

    private void accepted(boolean strict) {
        Verdict verdict = verdict(strict);
        assertThat(verdict.breaches()).as("%s", verdict).isEmpty();
    }

    private void rejected(boolean strict, Breach breach) {
        Verdict verdict = verdict(strict);
        assertThat(verdict.breaches()).as("%s", verdict).containsOnlyKeys(breach);
    }

    @Test
    void readOfTheNewest_isAccepted() {
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 40, 45, 2);
        accepted(true);
    }

    @Test
    void readOfAnOlderValue_afterTheAnswer_isRejectedIfStrict() {
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 30, 45, 1);
        rejected(true, Breach.TOO_OLD);
    }

    @Test
    void readThatBeganBeforeTheAnswer_mayBeOlder() {
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 29, 500, 1);
        accepted(true);
    }

    @Test
    void readOfAnOlderValue_withinTheBound_isAcceptedThroughAnotherNode() {
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 30 + BOUND - 1, 200, 1);
        accepted(false);
    }

    @Test
    void readOfAnOlderValue_beyondTheBound_isRejected() {
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 30 + BOUND, 200, 1);
        rejected(false, Breach.TOO_OLD);
    }

    @Test
    void readOfAnOlderValue_throughTheNodeThatTookTheWrite_isRejected() {
        write(0, 10, 1);
        write(20, 30, 2);
        read(HERE, 31, 35, 1);
        rejected(false, Breach.NOT_OWN);
    }

    @Test
    void firstOfSeveralLaterWrites_countsNotTheNext() {
        write(0, 10, 1);
        write(20, 30, 3);
        write(15, 400, 2);
        read(THERE, 30 + BOUND, 200, 1);
        rejected(false, Breach.TOO_OLD);
    }

    @Test
    void readOfTheEmptyItem_isOfVersionZero() {
        write(0, 10, 1);
        read(THERE, 5, 6, 0);
        accepted(true);
        read(THERE, 11, 12, 0);
        rejected(true, Breach.TOO_OLD);
    }

    @Test
    void readOfAWriteThatWasNotInvokedYet_isRejected() {
        write(0, 10, 1);
        write(50, 60, 2);
        read(THERE, 20, 49, 2);
        rejected(true, Breach.FROM_NOWHERE);
    }

    @Test
    void readOfAWriteUnderWay_isAccepted() {
        write(50, 60, 1);
        read(THERE, 20, 51, 1);
        accepted(true);
    }

    @Test
    void readOfMoreThanWasWritten_isRejected() {
        write(0, 10, 1);
        read(THERE, 20, 30, 2);
        rejected(true, Breach.FROM_NOWHERE);
    }

    @Test
    void unknownWrite_mayHaveHappened() {
        write(0, 10, 1);
        unknown(20);
        read(THERE, 40, 45, 2);
        accepted(true);
    }

    @Test
    void unknownWrite_mayNotHaveHappened() {
        write(0, 10, 1);
        unknown(20);
        read(THERE, 400, 450, 1);
        accepted(true);
    }

    @Test
    void unknownWrite_mayHappenMuchLater() {
        write(0, 10, 1);
        unknown(20);
        read(THERE, 400, 450, 1);
        write(500, 510, 3);
        read(THERE, 511, 512, 3);
        accepted(true);
    }

    @Test
    void unknownWrite_cannotHappenBeforeItsInvocation() {
        write(0, 10, 1);
        read(THERE, 30, 40, 2);
        unknown(50);
        rejected(true, Breach.FROM_NOWHERE);
    }

    @Test
    void unknownWrite_cannotHappenTwice() {
        write(0, 10, 1);
        unknown(20);
        write(30, 40, 4);
        rejected(true, Breach.FROM_NOWHERE);
    }

    @Test
    void unknownWrite_bindsOnceALaterOneIsAnswered() {
        unknown(0);
        write(30, 40, 2);
        read(THERE, 41, 42, 1);
        rejected(true, Breach.TOO_OLD);
    }

    @Test
    void twoWritesOfOneVersion_areRejected() {
        write(0, 10, 1);
        write(5, 15, 1);
        rejected(true, Breach.ORIGIN_ORDER);
    }

    @Test
    void laterWriteOfAnEarlierVersion_isRejected() {
        write(0, 10, 2);
        write(20, 30, 1);
        Verdict verdict = verdict(true);
        assertThat(verdict.breaches()).containsKey(Breach.ORIGIN_ORDER);
    }

    @Test
    void readWhileCutOff_mayAddTheOriginsLagToTheBound_andIsCounted() {
        outages.add(new Outage(60, 300, false));
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 30 + BOUND + LAG - 1, 290, 1);
        accepted(false);
        assertThat(verdict(false).excusedReads()).isEqualTo(1);
        read(THERE, 30 + BOUND + LAG, 290, 1);
        rejected(false, Breach.TOO_OLD);
    }

    @Test
    void unfencedWrite_bindsWhenTheOutageIsOver() {
        outages.add(new Outage(25, 300, false));
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 290, 295, 1);
        accepted(false);
        read(THERE, 300 + BOUND + LAG, 500, 1);
        rejected(false, Breach.TOO_OLD);
    }

    @Test
    void strictWrite_isNeverUnfenced() {
        outages.add(new Outage(25, 300, false));
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 290, 295, 1);
        rejected(true, Breach.TOO_OLD);
    }

    @Test
    void fenceThatRedisForgot_bindsWhenTheOutageIsOver() {
        outages.add(new Outage(70, 300, true));
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 290, 295, 1);
        accepted(true);
        read(THERE, 300, 301, 1);
        rejected(true, Breach.TOO_OLD);
    }

    @Test
    void fenceThatSettledBeforeRedisForgot_binds() {
        outages.add(new Outage(81, 300, true));
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 290, 295, 1);
        rejected(true, Breach.TOO_OLD);
    }

    @Test
    void clientThatIsServedAnOlderValueThanBefore_isCounted() {
        write(0, 10, 1);
        write(20, 30, 2);
        read(THERE, 40, 41, 2);
        read(THERE, 50, 51, 1);
        read(THERE, 60, 61, 2);
        Verdict verdict = verdict(false);
        assertThat(verdict.breaches()).isEmpty();
        assertThat(verdict.monotonicBreaks()).isEqualTo(1);
        assertThat(verdict.staleness().stale()).isEqualTo(1);
        assertThat(verdict.staleness().most()).isEqualTo(20);
    }
}
