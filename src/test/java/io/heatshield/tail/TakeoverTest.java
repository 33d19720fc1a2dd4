package io.heatshield.tail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Several nodes and their leases. */
final class TakeoverTest {
    private final Bench bench = new Bench();
    private final ScriptedStreams streams = bench.streams;

    @Test
    void shard_isReadByOneNodeAlone() {
        streams.shard("s1");
        Bench.Node a = bench.start("a");
        Bench.Node b = bench.start("b");
        bench.time.pass(20_000);
        streams.write("s1", "x");
        bench.time.pass(300);
        assertThat(bench.dropped()).containsExactly("*", "x");
        assertThat(a.gauges().shards()).isEqualTo(1);
        assertThat(b.gauges().shards()).isZero();
    }

    @Test
    void crash_isFollowedByAnotherNode_whichGoesOnWithoutAGap() {
        streams.shard("s1");
        Bench.Node a = bench.start("a");
        Bench.Node b = bench.start("b");
        bench.time.pass(500);
        streams.write("s1", "noted");
        bench.time.pass(2_000);
        bench.dropped();

        streams.write("s1", "seen, not noted");
        a.life().crash();
        streams.write("s1", "unseen");
        bench.time.pass(StreamTailer.LEASE.toMillis() + 2_500);

        assertThat(bench.dropped()).containsExactly("seen, not noted", "unseen");
        assertThat(b.count("BEGUN")).isZero();
        assertThat(bench.leases.holder("s1")).isEqualTo("b");
    }

    @Test
    void crash_beforeAnyRecord_dropsTheTable_sinceThereIsNoPlaceToGoOnFrom() {
        streams.shard("s1");
        Bench.Node a = bench.start("a");
        Bench.Node b = bench.start("b");
        bench.time.pass(2_000);
        bench.dropped();
        a.life().crash();
        streams.write("s1", "unseen");
        bench.time.pass(StreamTailer.LEASE.toMillis() + 2_500);
        assertThat(bench.dropped()).containsExactly("*");
        assertThat(b.count("BEGUN")).isEqualTo(1);
    }

    @Test
    void crash_ofTheReaderOfAChildThatHadNoRecord_leavesNoGap() {
        streams.shard("p");
        Bench.Node a = bench.start("a");
        Bench.Node b = bench.start("b");
        bench.time.pass(500);
        streams.shard("c", "p");
        streams.close("p");
        bench.time.pass(3_000);
        bench.dropped();
        a.life().crash();
        streams.write("c", "unseen");
        bench.time.pass(StreamTailer.LEASE.toMillis() + 2_500);
        assertThat(bench.dropped()).containsExactly("unseen");
        assertThat(b.count("BEGUN")).isZero();
    }

    @Test
    void stop_givesTheShardsBackAtOnce() {
        streams.shard("s1");
        Bench.Node a = bench.start("a");
        bench.start("b");
        bench.time.pass(500);
        streams.write("s1", "x");
        bench.time.pass(300);
        bench.dropped();

        assertThat(a.tailer().stop().succeeded()).isTrue();
        streams.write("s1", "y");
        bench.time.pass(2_000);
        assertThat(bench.dropped()).containsExactly("y");
        assertThat(bench.leases.holder("s1")).isEqualTo("b");
        assertThat(a.gauges().shards()).isZero();
    }

    @Test
    void leaseThatAnotherHas_endsTheReading() {
        streams.shard("s1");
        Bench.Node a = bench.start("a");
        bench.time.pass(500);
        bench.leases.take("s1", "b");
        bench.time.pass(1_500);
        bench.dropped();
        streams.write("s1", "x");
        bench.time.pass(5_000);
        assertThat(bench.dropped()).isEmpty();
        assertThat(a.gauges().shards()).isZero();
    }

    @Test
    void leasesThatCannotBeAsked_stopNoReading_andNoneIsBegun() {
        streams.shard("s1");
        Bench.Node a = bench.start("a");
        bench.time.pass(500);
        bench.dropped();
        bench.leases.down(true);
        Bench.Node b = bench.start("b");
        bench.time.pass(30_000);
        streams.write("s1", "x");
        bench.time.pass(300);
        assertThat(bench.dropped()).containsExactly("x");
        assertThat(b.gauges().shards()).isZero();
        assertThat(b.count("SHARED_TIER")).isPositive();

        bench.leases.down(false);
        bench.time.pass(15_000);
        assertThat(bench.leases.positions().get("s1")).startsWith("after:");
        assertThat(a.gauges().shards() + b.gauges().shards()).isEqualTo(1);
    }
}
