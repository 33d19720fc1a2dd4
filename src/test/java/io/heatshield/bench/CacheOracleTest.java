package io.heatshield.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CacheOracleTest {
    private static final int[] CYCLE = {1, 2, 3, 1, 2, 3, 1, 2, 3};

    @Test
    void lru_hitsNothingInALoopLongerThanItself() {
        assertThat(CacheOracle.lruHits(CYCLE, 2)).isZero();
        assertThat(CacheOracle.lruHits(CYCLE, 3)).isEqualTo(6);
    }

    @Test
    void lru_keepsWhatWasUsedLast() {
        assertThat(CacheOracle.lruHits(new int[] {1, 2, 1, 3, 1, 2}, 2)).isEqualTo(2);
    }

    @Test
    void clairvoyant_keepsWhatIsWantedSoonest() {
        // It keeps as many of the three as it has room for, and lets the others pass: each is wanted twice more.
        assertThat(CacheOracle.clairvoyantHits(CYCLE, 1)).isEqualTo(2);
        assertThat(CacheOracle.clairvoyantHits(CYCLE, 2)).isEqualTo(4);
        assertThat(CacheOracle.clairvoyantHits(CYCLE, 3)).isEqualTo(6);
    }

    @Test
    void clairvoyant_isNeverBelowLru() {
        Random random = new Random(7);
        for (int capacity = 1; capacity < 30; capacity++) {
            int[] trace = random.ints(500, 0, 40).toArray();
            assertThat(CacheOracle.clairvoyantHits(trace, capacity))
                    .isGreaterThanOrEqualTo(CacheOracle.lruHits(trace, capacity));
        }
    }
}
