package io.heatshield.cache.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is packed comes back: a field that lost a bit would make two states one and hide what lies behind. */
final class WorldTest {
    @Test
    void pack_ofEveryStateOfAScenario_isUndoneByUnpack() {
        Scenario scenario = Scenario.of("all at once", 2, 2)
                .with(Happening.FAILOVER, Happening.CRASH, Happening.BUS_LOSS, Happening.BEGIN_FAILS);
        StateSet states = new StateSet();
        World here = new World();
        World again = new World();
        here.pack();
        states.add(here.high, here.low, -1);
        Expansion expansion = new Expansion(scenario, here, (next, step, node, number) -> {
            states.add(next.high, next.low, 0);
            again.unpack(next.high, next.low);
            again.pack();
            assertThat(again.high).isEqualTo(next.high);
            assertThat(again.low).isEqualTo(next.low);
        });

        for (int id = 0; id < 20_000; id++) {
            here.unpack(states.high(id), states.low(id));
            expansion.all();
        }
    }

    @Test
    void pack_ofReadsInAnotherOrder_isTheSame() {
        World one = new World();
        one.loads[0].open(0, 1, Load.Phase.ASKED);
        one.loads[2].open(1, 2, Load.Phase.GRANTED);
        one.primary.lease = 3;
        World other = new World();
        other.loads[1].open(0, 1, Load.Phase.ASKED);
        other.loads[0].open(1, 2, Load.Phase.GRANTED);
        other.primary.lease = 1;

        one.pack();
        other.pack();

        assertThat(one.high).isEqualTo(other.high);
        assertThat(one.low).isEqualTo(other.low);
    }
}
