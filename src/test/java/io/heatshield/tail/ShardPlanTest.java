package io.heatshield.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ShardPlanTest {
    private static final Shard GRANDPARENT = new Shard("g", null, true);
    private static final Shard PARENT = new Shard("p", "g", true);
    private static final Shard CHILD = new Shard("c", "p", false);
    private static final List<Shard> ALL = List.of(GRANDPARENT, PARENT, CHILD);

    private static @Nullable Position start(Shard shard, List<Shard> listed, Map<String, String> noted) {
        return new ShardPlan(listed, noted).start(shard);
    }

    @Test
    void nothingNoted_openShardsBeginAtTheirEnd_andClosedOnesAreLeftOut() {
        assertThat(start(GRANDPARENT, ALL, Map.of())).isNull();
        assertThat(start(PARENT, ALL, Map.of())).isNull();
        assertThat(start(CHILD, ALL, Map.of())).isEqualTo(Position.LATEST);
    }

    @Test
    void noted_isGoneOnFrom() {
        assertThat(start(CHILD, ALL, Map.of("c", "after:12"))).isEqualTo(Position.after("12"));
        assertThat(start(CHILD, ALL, Map.of("c", "horizon"))).isEqualTo(Position.HORIZON);
        assertThat(start(CHILD, ALL, Map.of("c", "end"))).isNull();
    }

    @Test
    void forebearThatIsStillRead_isWaitedFor_howeverFarAway() {
        Map<String, String> noted = Map.of("g", "after:12");
        assertThat(start(GRANDPARENT, ALL, noted)).isEqualTo(Position.after("12"));
        assertThat(start(PARENT, ALL, noted)).isNull();
        assertThat(start(CHILD, ALL, noted)).isNull();
    }

    @Test
    void forebearAtItsEnd_letsTheNextBeginAtItsBeginning() {
        Map<String, String> noted = Map.of("g", "end");
        assertThat(start(PARENT, ALL, noted)).isEqualTo(Position.HORIZON);
        assertThat(start(CHILD, ALL, noted)).isNull();
        assertThat(start(CHILD, ALL, Map.of("g", "end", "p", "end"))).isEqualTo(Position.HORIZON);
    }

    @Test
    void parentThatIsListedNoMore_countsByWhatIsNotedOfIt() {
        List<Shard> child = List.of(CHILD);
        assertThat(start(CHILD, child, Map.of("p", "end"))).isEqualTo(Position.HORIZON);
        // It was not read to its end, and cannot be any more: a gap.
        assertThat(start(CHILD, child, Map.of("p", "after:12"))).isEqualTo(Position.LATEST);
    }

    @Test
    void noteOfAnotherKind_isNone() {
        assertThat(start(CHILD, ALL, Map.of("c", "a form of later"))).isEqualTo(Position.LATEST);
    }

    @Test
    void shardsThatAreTheirOwnForebears_endTheSearch() {
        Shard circle = new Shard("x", "x", false);
        assertThat(start(circle, List.of(circle), Map.of())).isNull();
    }
}
