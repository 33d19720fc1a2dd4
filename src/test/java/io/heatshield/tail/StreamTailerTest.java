package io.heatshield.tail;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one node makes of its streams. */
final class StreamTailerTest {
    private final Bench bench = new Bench();
    private final ScriptedStreams streams = bench.streams;

    /** A node that reads these shards, the beginning behind it. */
    private Bench.Node reading(String... shards) {
        for (String shard : shards) {
            streams.shard(shard);
        }
        Bench.Node node = bench.start("a");
        bench.time.pass(500);
        bench.dropped();
        return node;
    }

    @Test
    void begin_dropsTheTableOnce_andReadsWhatComesAfter() {
        streams.shard("s1").shard("s2").shard("s3");
        streams.write("s1", "before");

        Bench.Node node = bench.start("a");
        bench.time.pass(500);
        assertThat(bench.dropped()).containsExactly("*");
        assertThat(node.gauges().shards()).isEqualTo(3);
        assertThat(node.gauges().isFound()).isTrue();

        streams.write("s1", "x");
        streams.write("s3", "y");
        bench.time.pass(300);
        assertThat(bench.dropped()).containsExactlyInAnyOrder("x", "y");
    }

    @Test
    void records_ofOneKey_dropItOnceABatch() {
        Bench.Node node = reading("s1");
        streams.write("s1", "x", "y", "x", "x");
        bench.time.pass(300);
        assertThat(bench.dropped()).containsExactly("x", "y");
        assertThat(node.count("records")).isEqualTo(4);
        assertThat(node.count("purges")).isEqualTo(2);
    }

    @Test
    void manyRecords_areAllDealtWith() {
        reading("s1");
        for (int i = 0; i < 1_000; i++) {
            streams.write("s1", "k" + i);
        }
        bench.time.pass(300);
        assertThat(bench.dropped()).hasSize(1_000).doesNotHaveDuplicates();
    }

    @Test
    void idleShard_isAskedLessThanFiveTimesASecond_andABusyOneToo() {
        reading("s1");
        int before = streams.asked("GetRecords").size();
        bench.time.pass(10_000);
        assertThat(streams.asked("GetRecords").size() - before).isBetween(38, 41);

        before = streams.asked("GetRecords").size();
        for (int i = 0; i < 1_000; i++) {
            streams.write("s1", "k" + i);
            bench.time.pass(10);
        }
        assertThat(streams.asked("GetRecords").size() - before).isBetween(45, 50);
        assertThat(bench.dropped()).hasSizeBetween(970, 1_000).doesNotHaveDuplicates();
    }

    @Test
    void lag_isSmallWhenCaughtUp_andGrowsWhileNothingIsRead() {
        Bench.Node node = reading("s1");
        bench.time.pass(10_000);
        assertThat(node.gauges().lagSeconds()).isLessThan(0.3);

        streams.refuse("GetRecords", "InternalServerError", "InternalServerError", "InternalServerError");
        bench.time.pass(900);
        assertThat(node.gauges().lagSeconds()).isGreaterThan(0.6);
        assertThat(node.count("DOWN")).isPositive();
        bench.time.pass(10_000);
        assertThat(node.gauges().lagSeconds()).isLessThan(0.3);
    }

    @Test
    void split_childrenComeAfterAllOfTheirParent_withoutAGap() {
        Bench.Node node = reading("p");
        streams.write("p", "p1", "p2");
        streams.shard("c1", "p").shard("c2", "p");
        streams.write("c1", "c1-first");
        streams.write("c2", "c2-first");
        streams.close("p");
        bench.time.pass(2_500);

        List<String> dropped = bench.dropped();
        assertThat(dropped).containsExactlyInAnyOrder("p1", "p2", "c1-first", "c2-first");
        assertThat(dropped.subList(0, 2)).containsExactly("p1", "p2");
        assertThat(node.count("BEGUN")).isEqualTo(1);
        assertThat(node.gauges().shards()).isEqualTo(2);
        assertThat(bench.leases.positions()).containsEntry("p", "end");
        assertThat(bench.leases.holder("p")).isEmpty();
    }

    @Test
    void split_thatIsListedLate_isFoundWithinSeconds() {
        reading("p");
        streams.close("p");
        bench.time.pass(4_000);
        streams.shard("c", "p");
        streams.write("c", "x");
        bench.time.pass(2_500);
        assertThat(bench.dropped()).containsExactly("x");
    }

    @Test
    void expiredIterator_isAcquiredAnewWhereReadingStopped() {
        Bench.Node node = reading("s1");
        streams.write("s1", "x");
        bench.time.pass(300);
        streams.write("s1", "y");
        streams.expireIterators();
        bench.time.pass(600);
        assertThat(bench.dropped()).containsExactly("x", "y");
        assertThat(node.count("BEGUN")).isEqualTo(1);
        assertThat(node.count("TRIMMED")).isZero();
    }

    @Test
    void expiredIterator_ofAShardThatHadNoRecord_dropsTheTable() {
        reading("s1");
        streams.write("s1", "unseen");
        streams.expireIterators();
        bench.time.pass(600);
        assertThat(bench.dropped()).containsExactly("*");
    }

    @Test
    void trimmedRecords_areAGap_thatDropsTheTable_andReadingGoesOn() {
        Bench.Node node = reading("s1");
        streams.write("s1", "x");
        bench.time.pass(300);
        streams.write("s1", "lost");
        streams.trim("s1");
        streams.write("s1", "y");
        bench.time.pass(600);
        assertThat(bench.dropped()).containsExactly("x", "*", "y");
        assertThat(node.count("TRIMMED")).isEqualTo(1);
    }

    @Test
    void throttling_isMetWithLongerAndLongerWaits() {
        Bench.Node node = reading("s1");
        String throttled = "ProvisionedThroughputExceededException";
        streams.refuse("GetRecords", throttled, throttled, throttled, throttled, throttled, throttled);
        int before = streams.asked("GetRecords").size();
        bench.time.pass(5_000);
        streams.write("s1", "x");
        int tries = streams.asked("GetRecords").size() - before;
        assertThat(tries).isBetween(4, 7);
        bench.time.pass(20_000);
        assertThat(node.count("THROTTLED")).isEqualTo(6);
        assertThat(bench.dropped()).containsExactly("x");
    }

    @Test
    void purgeThatFails_isTriedAgain_andTheShardIsNotReadOnMeanwhile() {
        Bench.Node node = reading("s1");
        streams.write("s1", "x");
        bench.time.pass(1_500);
        String before = bench.leases.positions().get("s1");
        bench.dropped();

        bench.purgesFail(true);
        streams.write("s1", "y");
        bench.time.pass(3_000);
        assertThat(bench.leases.positions()).containsEntry("s1", before);
        assertThat(node.count("SHARED_TIER")).isPositive();

        bench.purgesFail(false);
        bench.time.pass(12_000);
        assertThat(bench.dropped()).containsExactly("y");
        assertThat(bench.leases.positions().get("s1")).isNotEqualTo(before);
    }

    @Test
    void keyThatDoesNotFit_dropsTheTable() {
        Bench.Node node = reading("s1");
        streams.write("s1", new JsonObject().put("other", new JsonObject().put("N", "1")));
        bench.time.pass(600);
        assertThat(bench.dropped()).containsExactly("*");
        assertThat(node.count("UNREADABLE")).isEqualTo(1);
        streams.write("s1", "x");
        bench.time.pass(300);
        assertThat(bench.dropped()).containsExactly("x");
    }

    @Test
    void tableWithoutAStream_isComplainedOf_andTailedOnceItHasOne() {
        streams.enabled(false);
        Bench.Node node = bench.start("a");
        bench.time.pass(30_000);
        assertThat(node.gauges().isFound()).isFalse();
        assertThat(node.count("NO_STREAM")).isBetween(3, 10);

        streams.enabled(true);
        streams.shard("s1");
        bench.time.pass(11_000);
        streams.write("s1", "x");
        bench.time.pass(300);
        assertThat(node.gauges().isFound()).isTrue();
        assertThat(bench.dropped()).containsExactly("*", "x");
    }

    @Test
    void missingPermission_isComplainedOf_andTriedAgain() {
        streams.shard("s1");
        streams.refuse("DescribeStream", "AccessDeniedException", "AccessDeniedException");
        Bench.Node node = bench.start("a");
        bench.time.pass(100);
        assertThat(node.gauges().isFound()).isFalse();
        bench.time.pass(5_000);
        assertThat(node.count("DENIED")).isEqualTo(2);
        assertThat(node.gauges().isFound()).isTrue();
        assertThat(node.gauges().shards()).isEqualTo(1);
    }

    @Test
    void streamThatIsAnotherOneNow_isBegunAnew() {
        Bench.Node node = reading("s1");
        streams.replace();
        streams.shard("t1");
        bench.time.pass(40_000);
        streams.write("t1", "x");
        bench.time.pass(300);
        assertThat(bench.dropped()).containsExactly("*", "x");
        assertThat(node.gauges().shards()).isEqualTo(1);
    }
}
