package io.heatshield.cache.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The set on whose exactness every count of the search rests, against the library's. */
final class StateSetTest {
    @Test
    void add_ofManyStates_keepsEachOnceAndInOrder() {
        Random random = new Random(1);
        StateSet states = new StateSet();
        Set<Long> known = new HashSet<>();

        for (int i = 0; i < 300_000; i++) {
            long high = random.nextInt(500);
            long low = random.nextInt(500);
            assertThat(states.add(high, low, i)).isEqualTo(known.add(high << 32 | low));
        }

        assertThat(states.size()).isEqualTo(known.size());
        for (int id = 0; id < states.size(); id++) {
            assertThat(known.remove(states.high(id) << 32 | states.low(id))).isTrue();
        }
    }

    @Test
    void parent_ofAState_isTheOneItWasReachedFromFirst() {
        StateSet states = new StateSet();

        states.add(1, 1, -1);
        states.add(2, 2, 0);
        states.add(2, 2, 1);

        assertThat(states.parent(0)).isEqualTo(-1);
        assertThat(states.parent(1)).isZero();
    }
}
