package io.heatshield.shard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AdviceTest {
    @Test
    void advice_forSixThousandSmallWrites_isNineShards() {
        Advice advice = Advice.of(6_000, 900, 0);

        assertThat(advice.shards()).isEqualTo(9);
        assertThat(advice.unitsPerSecond()).isEqualTo(6_000);
        assertThat(String.join(" ", advice.reasons())).contains("ceil(6,000 / 1,000 x 1.5) = 9 shards");
    }

    @Test
    void advice_forItemsAboveAKilobyte_countsEachBegun() {
        assertThat(Advice.of(1_000, 1_025, 0).shards()).isEqualTo(3);
        assertThat(Advice.of(1_000, 1_024, 0).shards()).isEqualTo(1);
    }

    @Test
    void advice_forAKeyThatOnePartitionBears_isNotToShard() {
        Advice advice = Advice.of(800, 500, 0);

        assertThat(advice.shards()).isEqualTo(1);
        assertThat(advice.reasons()).last().asString().contains("do not shard");
        assertThat(advice.warnings()).singleElement().asString().contains("cached");
    }

    @Test
    void advice_withIndexes_wantsTheirShardsToo() {
        Advice advice = Advice.of(2_000, 1_000, 2);

        assertThat(advice.unitsPerWrite()).isEqualTo(3);
        assertThat(advice.shards()).isEqualTo(3);
        assertThat(advice.warnings()).first().asString().contains("6,000");
    }

    @Test
    void advice_forVeryManyShards_isARollupRather() {
        assertThat(Advice.of(20_000, 1_000, 0).warnings())
                .anySatisfy(w -> assertThat(w).contains("rollup"));
        assertThat(Advice.of(500_000, 1_000, 0).warnings())
                .anySatisfy(w -> assertThat(w).contains("More than 256"));
    }
}
