package io.heatshield.cache.coherence;

import io.heatshield.cache.coherence.Scenario.Through;
import java.util.List;

/** The scenarios of the coherence page's tables. */
final class Variants {
    private Variants() {}

    /**
     * A scenario without a violation.
     *
     * @param least so many states it has at least, lest the search become empty unnoticed
     */
    record Sound(Scenario scenario, int least) {
        @Override
        public String toString() {
            return scenario + ", writes " + scenario.writes() + ", reads " + scenario.reads();
        }
    }

    private static Scenario parallel(int writes, int reads) {
        return Scenario.of("U begin in parallel, answer and commit in any order", writes, reads);
    }

    private static Scenario first(int writes, int reads) {
        return parallel(writes, reads)
                .named("U begin first, answer and commit in any order")
                .beginningFirst();
    }

    private static Scenario full(int writes, int reads) {
        return first(writes, reads).named("A the full protocol").committingFirst();
    }

    private static Scenario overlapped(int writes, int reads) {
        return parallel(writes, reads).named("B the begin in parallel").committingFirst();
    }

    private static Scenario commitOnly(int writes, int reads) {
        return parallel(writes, reads).named("L no begin, the commit publishes").without(Rule.BEGIN);
    }

    private static Scenario through(int writes, int reads) {
        return first(writes, reads)
                .named("T4 write-through under all conditions, begin first")
                .writing(Through.ALONE_THROUGHOUT);
    }

    /** What every build searches: some seconds each at most. */
    static List<Sound> sound() {
        Scenario one = parallel(1, 2);
        return List.of(
                new Sound(full(1, 2), 50_000),
                new Sound(overlapped(1, 2), 100_000),
                new Sound(first(1, 2), 70_000),
                new Sound(one, 100_000),
                new Sound(commitOnly(1, 2), 8_000),
                new Sound(one.named("G2 and G3, the bounded promise").promisingTheBound(), 150_000),
                new Sound(one.named("local leases run out at any time").with(Happening.IDLE_LAPSE), 150_000),
                new Sound(
                        first(1, 2)
                                .named("R the commit may be lost, begin first")
                                .with(Happening.END_LOST),
                        70_000),
                new Sound(
                        one.named("S the commit may be lost, begin in parallel").with(Happening.END_LOST), 100_000),
                new Sound(
                        one.named("the begin may fail, or come late").with(Happening.BEGIN_FAILS, Happening.END_LOST),
                        200_000),
                new Sound(
                        one.named("outcomes refused and unknown, any call lost")
                                .with(
                                        Happening.REFUSAL,
                                        Happening.UNKNOWN_OUTCOME,
                                        Happening.BEGIN_FAILS,
                                        Happening.END_LOST),
                        250_000),
                new Sound(one.named("a node dies").with(Happening.CRASH), 400_000),
                new Sound(one.named("messages lost").with(Happening.BUS_LOSS), 100_000),
                new Sound(one.named("the writer sleeps past its mark").with(Happening.PAUSE), 100_000),
                new Sound(one.named("fills refused by the lease alone").without(Rule.PENDING_REFUSES_FILL), 100_000),
                new Sound(
                        first(1, 2)
                                .named("failover, WAIT after the begin, begin first")
                                .with(Happening.FAILOVER),
                        1_000_000),
                new Sound(full(1, 3).named("refresh ahead by lease").with(Happening.REFRESH), 1_500_000),
                new Sound(full(2, 1), 200_000),
                new Sound(first(2, 1), 300_000),
                new Sound(overlapped(2, 1), 1_500_000),
                new Sound(parallel(2, 1), 2_000_000),
                new Sound(commitOnly(2, 1), 20_000),
                new Sound(through(2, 1), 800_000));
    }

    /** What takes minutes, and up to three gigabytes. */
    static List<Sound> large() {
        return List.of(
                new Sound(full(1, 3), 1_500_000),
                new Sound(overlapped(1, 3), 2_500_000),
                new Sound(first(1, 3), 2_000_000),
                new Sound(parallel(1, 3), 3_000_000),
                new Sound(
                        parallel(1, 2)
                                .named("failover, WAIT after the begin, begin in parallel")
                                .with(Happening.FAILOVER),
                        3_000_000),
                new Sound(
                        first(1, 2)
                                .named("failover, and the begin may fail, begin first")
                                .with(Happening.FAILOVER, Happening.BEGIN_FAILS),
                        1_000_000),
                new Sound(
                        parallel(1, 2)
                                .named("failover, and the begin may fail, begin in parallel")
                                .with(Happening.FAILOVER, Happening.BEGIN_FAILS),
                        4_000_000),
                new Sound(
                        parallel(1, 3)
                                .named("all but failover at once")
                                .with(
                                        Happening.REFRESH,
                                        Happening.REFUSAL,
                                        Happening.UNKNOWN_OUTCOME,
                                        Happening.BEGIN_FAILS,
                                        Happening.END_LOST,
                                        Happening.BUS_LOSS,
                                        Happening.CRASH,
                                        Happening.PAUSE),
                        20_000_000),
                new Sound(full(2, 2), 20_000_000),
                new Sound(first(2, 2), 30_000_000),
                new Sound(through(2, 2), 70_000_000));
    }

    /** One rule less, or one thing more than the protocol bears: each has a violation. */
    static List<Scenario> broken() {
        Scenario all = full(1, 2);
        Scenario one = parallel(1, 2);
        return List.of(
                all.named("C delete after the write, no fence and no lease")
                        .without(Rule.BEGIN, Rule.LEASE, Rule.PENDING_REFUSES_FILL, Rule.STRONG_IN_SETTLE_WINDOW),
                all.named("D a tombstone whose absence means accept").without(Rule.LEASE),
                all.named("E no lease").without(Rule.LEASE, Rule.PENDING_REFUSES_FILL),
                all.named("F the lease survives the write").without(Rule.FENCE_KILLS_LEASE),
                all.named("G eventually consistent fill after a write").without(Rule.STRONG_IN_SETTLE_WINDOW),
                one.named("eventually consistent load while pending").without(Rule.STRONG_WHILE_PENDING),
                all.named("H no stripe").without(Rule.STRIPE),
                all.named("I no detach").without(Rule.DETACH),
                one.named("J the load under way is joined while pending").without(Rule.JOIN_NEXT),
                all.named("K no wait before the answer").without(Rule.ACK_WAIT),
                all.named("N replica reads").without(Rule.PRIMARY_READS),
                all.named("O failover without WAIT")
                        .without(Rule.BEGIN_WAITS_FOR_REPLICA)
                        .with(Happening.FAILOVER),
                one.named("no WAIT after the commit that stands in for a begin")
                        .without(Rule.COMMIT_WAITS_FOR_REPLICA)
                        .with(Happening.FAILOVER, Happening.BEGIN_FAILS),
                one.named("no lease on the local tier").without(Rule.LOCAL_LEASE),
                one.named("no lease on the local tier, bounded")
                        .promisingTheBound()
                        .without(Rule.LOCAL_LEASE),
                one.named("a load older than the local lease is joined").without(Rule.OLD_LOAD_NOT_JOINED),
                one.named("lost messages unnoticed").without(Rule.EPOCH_ON_LOSS).with(Happening.BUS_LOSS),
                one.named("lost messages do not detach")
                        .without(Rule.DETACH_ON_LOSS)
                        .with(Happening.BUS_LOSS),
                one.named("no invalidation at the end").without(Rule.INVALIDATE_AT_END),
                one.named("no invalidation when a late begin is confirmed").without(Rule.INVALIDATE_WHEN_FENCED),
                one.named("no invalidation when a late begin is confirmed, bounded")
                        .promisingTheBound()
                        .without(Rule.INVALIDATE_WHEN_FENCED),
                one.named("answered although the begin failed")
                        .without(Rule.COMMIT_IF_BEGIN_FAILED)
                        .with(Happening.BEGIN_FAILS, Happening.END_LOST),
                one.named("unknown outcome taken for none").without(Rule.HOLD).with(Happening.UNKNOWN_OUTCOME),
                one.named("a hold that only marks")
                        .without(Rule.HOLD_FENCES)
                        .with(Happening.UNKNOWN_OUTCOME, Happening.BEGIN_FAILS),
                one.named("a begin outlived by its write counts")
                        .without(Rule.MARK_OUTLIVES_WRITE)
                        .with(Happening.PAUSE),
                one.named("settle window evicted, no strong set at the node")
                        .without(Rule.LOCAL_STRONG_SET)
                        .with(Happening.SETTLE_WINDOW_EVICTED),
                one.named("settle window evicted").with(Happening.SETTLE_WINDOW_EVICTED),
                one.named("mark evicted").with(Happening.MARK_EVICTED),
                first(2, 1).named("T1 write-through always").writing(Through.ALWAYS),
                first(2, 1).named("T2 write-through if no other is pending").writing(Through.ALONE),
                first(2, 1).named("T3 and if none began since its begin").writing(Through.ALONE_SINCE_BEGIN),
                parallel(2, 1).named("T4 with the begin in parallel").writing(Through.ALONE_THROUGHOUT));
    }
}
