package io.heatshield.cache.coherence;

import io.heatshield.cache.coherence.Load.Listing;
import io.heatshield.cache.coherence.Load.Phase;
import io.heatshield.cache.coherence.Write.Begin;
import io.heatshield.cache.coherence.Write.End;
import io.heatshield.cache.coherence.Write.Origin;

/** The steps of messages, local leases, connections, nodes and the replica. */
final class FleetMoves {
    private final Scenario scenario;
    private final Effects effects;
    private final Moves moves;

    FleetMoves(Scenario scenario, Effects effects, Moves moves) {
        this.scenario = scenario;
        this.effects = effects;
        this.moves = moves;
    }

    void all() {
        World here = moves.here();
        for (int node = 0; node < World.NODES; node++) {
            bus(here.nodes[node], node);
            lease(here, node);
            if (scenario.may(Happening.CRASH) && !here.crashed) {
                crash(node);
            }
        }
        if (scenario.replicates() && !here.failedOver) {
            replicate(here);
            if (scenario.may(Happening.FAILOVER)) {
                failOver();
            }
        }
    }

    private void bus(Node node, int index) {
        if (node.queue > 0 && !node.cut) {
            World next = moves.copy();
            next.nodes[index].queue--;
            for (Write write : next.writes) {
                if (write.node != index && write.unheard > 0) {
                    write.unheard--;
                }
            }
            effects.invalidate(next, index);
            moves.take(Step.HEARD, index, 0);
        }
        if (node.cut || (node.queue > 0 && scenario.may(Happening.BUS_LOSS))) {
            World next = moves.copy();
            next.nodes[index].queue = 0;
            next.nodes[index].cut = false;
            effects.excuse(next, index);
            if (scenario.holds(Rule.EPOCH_ON_LOSS)) {
                effects.dropEntry(next, index);
                next.nodes[index].leased = false;
                if (scenario.holds(Rule.DETACH_ON_LOSS)) {
                    effects.detach(next, index);
                }
            }
            moves.take(Step.MESSAGES_LOST, index, 0);
        }
    }

    private void lease(World here, int index) {
        Node node = here.nodes[index];
        boolean idles = node.leased && scenario.may(Happening.IDLE_LAPSE);
        if (scenario.may(Happening.LAPSE) && (idles || waitedFor(here, index))) {
            World next = moves.copy();
            next.nodes[index].leased = false;
            effects.excuse(next, index);
            for (Load load : next.loads) {
                if (load.node == index && load.listing == Listing.BEHIND) {
                    load.listing = Listing.OLD;
                }
            }
            moves.take(Step.LAPSED, index, 0);
        }
        // The answer to the barrier comes after every message that the primary sent before.
        if (!node.leased && node.queue == 0 && !node.cut) {
            moves.copy().nodes[index].leased = true;
            moves.take(Step.RENEWED, index, 0);
        }
    }

    private static boolean waitedFor(World world, int index) {
        for (Write write : world.writes) {
            if (write.node != index && write.unheard > 0) {
                return true;
            }
        }
        return false;
    }

    private void crash(int index) {
        World next = moves.copy();
        next.crashed = true;
        Node node = next.nodes[index];
        node.entry = 0;
        node.leased = false;
        node.queue = 0;
        node.cut = false;
        node.strong = false;
        effects.excuse(next, index);
        for (int i = 0; i < World.READS; i++) {
            Load load = next.loads[i];
            if (load.phase != Phase.IDLE && load.phase != Phase.DONE && load.node == index) {
                ReadMoves.orphan(next.primary, i);
                ReadMoves.orphan(next.replica, i);
                load.done();
            }
        }
        for (Write write : next.writes) {
            if (write.started() && write.node == index) {
                abandon(write);
            }
        }
        moves.take(Step.CRASHED, index, 0);
    }

    /** What is on its way may still arrive; nobody waits for it. */
    private static void abandon(Write write) {
        if (write.begin == Begin.SENT) {
            write.begin = Begin.GIVEN_UP;
        } else if (write.begin == Begin.UNREPLICATED) {
            write.begin = Begin.GIVEN_UP_DONE;
        }
        switch (write.origin) {
            case NONE -> write.origin = Origin.REFUSED;
            case SENT -> write.origin = Origin.UNKNOWN;
            case APPLIED -> write.origin = write.acknowledged ? Origin.APPLIED : Origin.UNKNOWN_APPLIED;
            default -> {}
        }
        if (!write.ended()) {
            write.end = End.LOST;
        }
    }

    private void replicate(World here) {
        World next = moves.copy();
        next.replica.copy(next.primary);
        boolean changed = here.replica.value != here.primary.value
                || here.replica.lease != here.primary.lease
                || here.replica.settling != here.primary.settling
                || here.replica.marks != here.primary.marks;
        for (Write write : next.writes) {
            if (write.begin == Begin.UNREPLICATED) {
                write.begin = Begin.CONFIRMED;
                changed = true;
            }
            if (write.end == End.DONE) {
                write.end = End.REPLICATED;
                changed = true;
            }
        }
        if (changed) {
            moves.take(Step.REPLICATED, 0, 0);
        }
    }

    private void failOver() {
        World next = moves.copy();
        next.failedOver = true;
        next.primary.copy(next.replica);
        next.replica.clear();
        for (Node node : next.nodes) {
            node.cut = true;
        }
        for (Write write : next.writes) {
            if (write.begin == Begin.UNREPLICATED) {
                write.begin = Begin.GIVEN_UP_DONE;
            }
            if (write.end == End.DONE && !write.acknowledged && scenario.holds(Rule.COMMIT_WAITS_FOR_REPLICA)) {
                // Its WAIT has failed, so it is sent again.
                write.end = End.SENT;
            }
        }
        moves.take(Step.FAILED_OVER, 0, 0);
    }
}
