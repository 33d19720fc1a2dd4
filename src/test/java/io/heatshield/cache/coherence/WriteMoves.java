package io.heatshield.cache.coherence;

import io.heatshield.cache.coherence.Write.Begin;
import io.heatshield.cache.coherence.Write.End;
import io.heatshield.cache.coherence.Write.Origin;

/** The steps of writes: the fence and the call to the origin. */
final class WriteMoves {
    private final Scenario scenario;
    private final Effects effects;
    private final Moves moves;

    WriteMoves(Scenario scenario, Effects effects, Moves moves) {
        this.scenario = scenario;
        this.effects = effects;
        this.moves = moves;
    }

    void all() {
        World here = moves.here();
        for (int i = 0; i < scenario.writes(); i++) {
            Write write = here.writes[i];
            if (write.started()) {
                begin(i, write);
                origin(i, write);
                end(i, write);
                acknowledge(i, write);
            } else {
                // The nodes are alike, so the first write is A's; and the second write does not begin first.
                start(i, 0);
                if (i > 0) {
                    start(i, 1);
                }
                break;
            }
        }
    }

    private void start(int index, int node) {
        World next = moves.copy();
        Write write = next.writes[index];
        write.node = node;
        effects.invalidate(next, node);
        boolean fenced = scenario.holds(Rule.BEGIN);
        write.begin = fenced ? Begin.SENT : Begin.NONE;
        write.origin = fenced && scenario.beginFirst() ? Origin.NONE : Origin.SENT;
        moves.take(Step.WRITE_BEGINS, node, index + 1);
    }

    private void begin(int index, Write write) {
        if (write.begin == Begin.SENT) {
            boolean replicates = scenario.may(Happening.FAILOVER)
                    && scenario.holds(Rule.BEGIN_WAITS_FOR_REPLICA)
                    && !moves.here().failedOver;
            beginDone(index, replicates ? Begin.UNREPLICATED : Begin.CONFIRMED);
            moves.take(replicates ? Step.BEGIN_DONE_PRIMARY : Step.BEGIN_DONE, write.node, index + 1);
            if (scenario.may(Happening.BEGIN_FAILS)) {
                beginDone(index, Begin.GIVEN_UP_DONE);
                moves.take(Step.BEGIN_DONE_UNHEARD, write.node, index + 1);
                moves.copy().writes[index].begin = Begin.GIVEN_UP;
                moves.take(Step.BEGIN_GIVEN_UP, write.node, index + 1);
            }
        } else if (write.begin == Begin.GIVEN_UP) {
            beginDone(index, Begin.GIVEN_UP_DONE);
            moves.take(Step.BEGIN_DONE_UNHEARD, write.node, index + 1);
        }
        if (write.origin == Origin.NONE && write.beginFailed()) {
            moves.copy().writes[index].origin = Origin.REFUSED;
            moves.take(Step.REFUSED_UNFENCED, write.node, index + 1);
        }
    }

    private void beginDone(int index, Begin begin) {
        World next = moves.copy();
        effects.begin(next, index);
        next.writes[index].begin = begin;
    }

    private void origin(int index, Write write) {
        if (write.origin == Origin.NONE && write.begin == Begin.CONFIRMED) {
            moves.copy().writes[index].origin = Origin.SENT;
            moves.take(Step.ORIGIN_ASKED, write.node, index + 1);
        }
        if (write.origin == Origin.SENT || write.origin == Origin.UNKNOWN) {
            World next = moves.copy();
            next.writes[index].version = ++next.newest;
            next.writes[index].origin = write.origin == Origin.SENT ? Origin.APPLIED : Origin.UNKNOWN_APPLIED;
            moves.take(Step.APPLIED, write.node, index + 1);
        }
        if (write.origin == Origin.SENT && scenario.may(Happening.REFUSAL)) {
            moves.copy().writes[index].origin = Origin.REFUSED;
            moves.take(Step.REFUSED, write.node, index + 1);
        }
        if (write.origin == Origin.SENT && scenario.may(Happening.UNKNOWN_OUTCOME)) {
            moves.copy().writes[index].origin = Origin.UNKNOWN;
            moves.take(Step.TIMED_OUT, write.node, index + 1);
        }
        if (write.origin == Origin.UNKNOWN) {
            moves.copy().writes[index].origin = Origin.UNKNOWN_NEVER;
            moves.take(Step.NEVER_APPLIED, write.node, index + 1);
        }
    }

    private void end(int index, Write write) {
        if (write.end == End.NONE && write.answered()) {
            World next = moves.copy();
            if (scenario.holds(Rule.INVALIDATE_AT_END)) {
                effects.invalidate(next, write.node);
            }
            next.writes[index].end = End.SENT;
            next.writes[index].late = write.begin != Begin.CONFIRMED;
            moves.take(Step.END_SENT, write.node, index + 1);
        }
        if (write.end == End.SENT) {
            World next = moves.copy();
            carryOut(next, index);
            next.writes[index].end = End.DONE;
            moves.take(Step.END_DONE, write.node, index + 1);
            if (scenario.may(Happening.END_LOST)) {
                moves.copy().writes[index].end = End.LOST;
                moves.take(Step.END_LOST, write.node, index + 1);
            }
        }
    }

    private void carryOut(World world, int index) {
        Write write = world.writes[index];
        if (write.origin == Origin.APPLIED) {
            effects.commit(world, index);
        } else if (write.unknown() && scenario.holds(Rule.HOLD)) {
            effects.hold(world, index);
        } else {
            world.primary.marks &= ~(1 << index);
        }
    }

    private void acknowledge(int index, Write write) {
        if (write.origin == Origin.APPLIED && !write.acknowledged && write.end != End.NONE) {
            boolean heard = write.unheard == 0 || !scenario.holds(Rule.ACK_WAIT) || scenario.bounded();
            boolean byBegin = write.begin == Begin.CONFIRMED && (!scenario.commitFirst() || write.ended());
            boolean byCommit = committed(write);
            if (!scenario.holds(Rule.COMMIT_IF_BEGIN_FAILED) && write.beginFailed()) {
                byBegin = true;
            }
            if (heard && (byBegin || byCommit)) {
                World next = moves.copy();
                next.writes[index].acknowledged = true;
                if (write.late && scenario.holds(Rule.INVALIDATE_WHEN_FENCED)) {
                    effects.invalidate(next, write.node);
                }
                if (scenario.bounded()) {
                    next.floor[write.node] = Math.max(next.floor[write.node], write.version);
                } else {
                    effects.oblige(next, write);
                }
                moves.take(Step.ACKNOWLEDGED, write.node, index + 1);
            }
        }
        later(index, write);
    }

    private boolean committed(Write write) {
        boolean replicates = scenario.may(Happening.FAILOVER)
                && scenario.holds(Rule.COMMIT_WAITS_FOR_REPLICA)
                && !moves.here().failedOver;
        return write.end == End.REPLICATED || (write.end == End.DONE && !replicates);
    }

    /** The promises that time brings: the bounded one, and that a fence's whole life is enough without any answer. */
    private void later(int index, Write write) {
        World here = moves.here();
        boolean obliged = Math.min(here.floor[0], here.floor[1]) >= write.version;
        if (obliged || write.unheard != 0) {
            return;
        }
        if (write.acknowledged) {
            effects.oblige(moves.copy(), write);
            moves.take(Step.BOUND_PASSED, write.node, index + 1);
        } else if (write.origin == Origin.UNKNOWN_APPLIED
                && (write.end == End.REPLICATED || (write.end == End.DONE && !scenario.may(Happening.FAILOVER)))
                && (here.primary.marks & 1 << index) == 0
                && here.converged >= write.version) {
            World next = moves.copy();
            effects.oblige(next, write);
            moves.take(Step.SETTLED, write.node, index + 1);
        }
    }
}
