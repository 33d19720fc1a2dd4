package io.heatshield.cache.coherence;

import io.heatshield.cache.coherence.Write.Begin;
import io.heatshield.cache.coherence.Write.Origin;

/** The steps that time takes: convergence of the origin, and the end of whatever has a lifetime. */
final class TimeMoves {
    private final Scenario scenario;
    private final Effects effects;
    private final Moves moves;

    TimeMoves(Scenario scenario, Effects effects, Moves moves) {
        this.scenario = scenario;
        this.effects = effects;
        this.moves = moves;
    }

    void all() {
        World here = moves.here();
        if (here.converged < here.newest) {
            moves.copy().converged++;
            moves.take(Step.CONVERGED, 0, here.converged + 1);
        }
        settleWindow(here);
        for (int i = 0; i < World.WRITES; i++) {
            mark(here, i);
        }
        for (int node = 0; node < World.NODES; node++) {
            if (here.nodes[node].strong && quiet(here)) {
                moves.copy().nodes[node].strong = false;
                moves.take(Step.STRONG_SET_OVER, node, 0);
            }
        }
        if (scenario.may(Happening.EXPIRY)) {
            expiry(here);
        }
    }

    private void settleWindow(World here) {
        int settling = here.primary.settling;
        if (settling != 0 && here.converged >= settling) {
            // The window is as long as the origin's replicas may lag.
            moves.copy().primary.settling = 0;
            moves.take(Step.SETTLE_WINDOW_OVER, 0, 0);
        } else if (settling != 0 && scenario.may(Happening.SETTLE_WINDOW_EVICTED)) {
            moves.copy().primary.settling = 0;
            moves.take(Step.SETTLE_WINDOW_EVICTED, 0, 0);
        }
    }

    /** Long enough after every write that began. */
    private static boolean quiet(World world) {
        for (Write write : world.writes) {
            if (write.started() && !write.ended()) {
                return false;
            }
        }
        return world.converged == world.newest;
    }

    private void mark(World here, int index) {
        Write write = here.writes[index];
        if ((here.primary.marks & 1 << index) == 0) {
            return;
        }
        if (scenario.may(Happening.MARK_EVICTED)) {
            moves.copy().primary.marks &= ~(1 << index);
            moves.take(Step.MARK_EVICTED, write.node, index + 1);
        }
        boolean over = write.applied()
                ? here.converged >= write.version
                : write.origin == Origin.REFUSED || write.origin == Origin.UNKNOWN_NEVER;
        boolean asleep = scenario.may(Happening.PAUSE)
                && (write.origin == Origin.NONE || write.origin == Origin.SENT)
                && write.begin == Begin.CONFIRMED;
        // A mark outlives by far the time in which the other node hears of it or loses its lease.
        if ((over || asleep) && write.unheard == 0) {
            World next = moves.copy();
            next.primary.marks &= ~(1 << index);
            effects.invalidate(next, write.node);
            if (write.applied() && durable(here, index)) {
                effects.oblige(next, write);
            } else if (asleep && scenario.holds(Rule.MARK_OUTLIVES_WRITE)) {
                next.writes[index].begin = Begin.GIVEN_UP_DONE;
            }
            moves.take(Step.MARK_EXPIRED, write.node, index + 1);
        }
    }

    /** Whether a failover cannot lose the fence. */
    private boolean durable(World here, int index) {
        return !scenario.may(Happening.FAILOVER)
                || here.failedOver
                || here.writes[index].begin == Begin.CONFIRMED
                || (here.replica.marks & 1 << index) != 0;
    }

    private void expiry(World here) {
        if (here.primary.value != 0) {
            moves.copy().primary.value = 0;
            moves.take(Step.VALUE_EXPIRED, 0, 0);
        }
        if (here.primary.lease != 0) {
            moves.copy().primary.lease = 0;
            moves.take(Step.LEASE_EXPIRED, 0, 0);
        }
        for (int node = 0; node < World.NODES; node++) {
            if (here.nodes[node].entry != 0) {
                moves.copy().nodes[node].entry = 0;
                moves.take(Step.ENTRY_EXPIRED, node, 0);
            }
        }
    }
}
