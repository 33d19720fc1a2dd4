package io.heatshield.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.origin.Admission.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class AdmissionTest {
    private static final class Caller implements Admission.Caller {
        private final String lane;
        private int admissions;

        private Caller(String lane) {
            this.lane = lane;
        }

        @Override
        public String lane() {
            return lane;
        }

        @Override
        public void admitted() {
            admissions++;
        }
    }

    private static Admission admission(int inFlight, int perLane, int waiting) {
        return new Admission(new HttpOriginSettings.Limits(inFlight, perLane, waiting, 1024));
    }

    @Test
    void enter_beyondTheLanesBound_waitsInOrder() {
        Admission admission = admission(10, 2, 10);
        Caller third = new Caller("a");
        Caller fourth = new Caller("a");
        assertThat(admission.enter(new Caller("a"))).isEqualTo(Verdict.ADMITTED);
        assertThat(admission.enter(new Caller("a"))).isEqualTo(Verdict.ADMITTED);
        assertThat(admission.enter(third)).isEqualTo(Verdict.WAITING);
        assertThat(admission.enter(fourth)).isEqualTo(Verdict.WAITING);
        assertThat(admission.enter(new Caller("b"))).isEqualTo(Verdict.ADMITTED);

        admission.leave("a");

        assertThat(third.admissions).isEqualTo(1);
        assertThat(fourth.admissions).isZero();
        assertThat(admission.inFlight()).isEqualTo(3);
        assertThat(admission.waiting()).isEqualTo(1);
    }

    @Test
    void enter_aLaneTakesNoMoreThanItLeavesFree() {
        Admission admission = admission(8, 8, 8);
        int[] taken = new int[4];
        for (int lane = 0; lane < taken.length; lane++) {
            while (admission.enter(new Caller("lane" + lane)) == Verdict.ADMITTED) {
                taken[lane]++;
            }
        }

        assertThat(taken).containsExactly(4, 2, 1, 1);
    }

    @Test
    void enter_queueIsFull_isSentAwayButAnotherLaneFindsRoom() {
        Admission admission = admission(2, 1, 4);
        for (Verdict expected : List.of(Verdict.ADMITTED, Verdict.WAITING, Verdict.WAITING, Verdict.FULL)) {
            assertThat(admission.enter(new Caller("a"))).isEqualTo(expected);
        }
        for (Verdict expected : List.of(Verdict.ADMITTED, Verdict.WAITING, Verdict.FULL)) {
            assertThat(admission.enter(new Caller("b"))).isEqualTo(expected);
        }
    }

    @Test
    void enter_queueOfNone_neverWaits() {
        Admission admission = admission(1, 1, 0);
        assertThat(admission.enter(new Caller("a"))).isEqualTo(Verdict.ADMITTED);
        assertThat(admission.enter(new Caller("a"))).isEqualTo(Verdict.FULL);
        assertThat(admission.enter(new Caller("b"))).isEqualTo(Verdict.FULL);
        assertThat(admission.lanes()).isEqualTo(1);
    }

    @Test
    void leave_callsLanesInTurn() {
        Admission admission = admission(1, 1, 100);
        admission.enter(new Caller("first"));
        List<Caller> callers = new ArrayList<>();
        for (String lane : List.of("a", "a", "a", "b", "c")) {
            Caller caller = new Caller(lane);
            callers.add(caller);
            assertThat(admission.enter(caller)).isEqualTo(Verdict.WAITING);
        }
        admission.leave("first");
        admission.leave("a");
        admission.leave("b");

        assertThat(callers.stream().map(caller -> caller.admissions)).containsExactly(1, 0, 0, 1, 1);
    }

    @Test
    void withdraw_afterTheTurnCame_isTooLate() {
        Admission admission = admission(1, 1, 2);
        Caller first = new Caller("a");
        Caller second = new Caller("b");
        admission.enter(new Caller("x"));
        admission.enter(first);
        assertThat(admission.enter(second)).isEqualTo(Verdict.WAITING);

        assertThat(admission.withdraw(first)).isTrue();
        admission.leave("x");

        assertThat(admission.withdraw(second)).isFalse();
        assertThat(second.admissions).isEqualTo(1);
        assertThat(admission.lanes()).isEqualTo(1);
    }

    @Test
    void leave_byNobody_isADefect() {
        assertThatThrownBy(() -> admission(1, 1, 1).leave("a")).isInstanceOf(IllegalStateException.class);
    }

    /** Whatever comes and goes: bounds hold, everybody is called at most once, and in the end nothing is left over. */
    @Property(tries = 300)
    void anyHistory_keepsTheBoundsAndForgetsNobody(@ForAll long seed) {
        Random random = new Random(seed);
        Admission admission = admission(6, 4, 9);
        List<Caller> inside = new ArrayList<>();
        List<Caller> waiting = new ArrayList<>();
        for (int step = 0; step < 400 || !inside.isEmpty(); step++) {
            int dice = step < 400 ? random.nextInt(10) : 9;
            if (dice < 6) {
                Caller caller = new Caller("lane" + random.nextInt(4));
                Verdict verdict = admission.enter(caller);
                if (verdict == Verdict.ADMITTED) {
                    inside.add(caller);
                } else if (verdict == Verdict.WAITING) {
                    waiting.add(caller);
                }
            } else if (dice == 6 && !waiting.isEmpty()) {
                assertThat(admission.withdraw(waiting.remove(random.nextInt(waiting.size()))))
                        .isTrue();
            } else if (!inside.isEmpty()) {
                admission.leave(inside.remove(random.nextInt(inside.size())).lane());
            }
            for (Caller caller : List.copyOf(waiting)) {
                assertThat(caller.admissions).isLessThanOrEqualTo(1);
                if (caller.admissions == 1) {
                    waiting.remove(caller);
                    inside.add(caller);
                }
            }
            assertThat(admission.inFlight()).isEqualTo(inside.size()).isLessThanOrEqualTo(6);
            assertThat(admission.waiting()).isEqualTo(waiting.size()).isLessThanOrEqualTo(9);
        }
        assertThat(waiting).isEmpty();
        assertThat(admission.lanes()).isZero();
    }

    @Test
    void drain_emptiesTheQueueAndCallsNobody() {
        Admission admission = admission(1, 1, 10);
        Caller waiting = new Caller("b");
        admission.enter(new Caller("a"));
        admission.enter(waiting);

        assertThat(admission.drain()).containsExactly(waiting);
        admission.leave("a");

        assertThat(waiting.admissions).isZero();
        assertThat(admission.waiting()).isZero();
        assertThat(admission.lanes()).isZero();
    }
}
