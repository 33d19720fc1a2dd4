package io.heatshield.cache.coherence;

import io.heatshield.cache.coherence.Load.Listing;
import io.heatshield.cache.coherence.Load.Phase;
import org.jspecify.annotations.Nullable;

/** The steps of reads and of the loads that they lead. */
final class ReadMoves {
    private final Scenario scenario;
    private final Effects effects;
    private final Moves moves;

    ReadMoves(Scenario scenario, Effects effects, Moves moves) {
        this.scenario = scenario;
        this.effects = effects;
        this.moves = moves;
    }

    void all() {
        World here = moves.here();
        boolean begun = false;
        for (int i = 0; i < World.READS; i++) {
            Phase phase = here.loads[i].phase;
            if (phase == Phase.IDLE && !begun) {
                // Those that have not begun are alike.
                begun = true;
                for (int node = 0; node < World.NODES; node++) {
                    begin(i, node);
                }
            }
            if (here.loads[i].flying()) {
                step(i, here.loads[i]);
            }
        }
    }

    private void begin(int index, int node) {
        World here = moves.here();
        int entry = here.nodes[node].entry;
        int floor = here.floor[node];
        Load listed = listed(here, node);
        if (entry != 0 && effects.answersLocally(here, node)) {
            World next = moves.copy();
            next.violated = entry - 1 < floor;
            next.loads[index].done();
            moves.take(Step.LOCAL_HIT, node, entry - 1);
            if (scenario.may(Happening.REFRESH) && listed == null) {
                next = moves.copy();
                next.violated = entry - 1 < floor;
                // Nobody waits for it yet, so it may get anything.
                next.loads[index].open(node, 0, Phase.ASKED_REFRESH);
                moves.take(Step.LOCAL_HIT_REFRESHING, node, entry - 1);
            }
        } else if (listed == null) {
            moves.copy().loads[index].open(node, floor, Phase.ASKED);
            moves.take(Step.OPENED, node, floor);
        } else if (joinable(listed)) {
            World next = moves.copy();
            raise(listed(next, node), floor);
            next.loads[index].done();
            moves.take(Step.JOINED, node, floor);
        } else {
            waitForNext(index, node, floor);
        }
    }

    private void waitForNext(int index, int node, int floor) {
        World next = moves.copy();
        Load waiting = effects.waiting(next, node);
        if (waiting == null) {
            Load load = next.loads[index];
            load.done();
            load.phase = Phase.NEXT;
            load.node = node;
            load.floor = floor;
        } else {
            raise(waiting, floor);
            next.loads[index].done();
        }
        moves.take(Step.WAITS_FOR_NEXT, node, floor);
    }

    private static void raise(@Nullable Load load, int floor) {
        if (load != null) {
            load.floor = Math.max(load.floor, floor);
        }
    }

    private static @Nullable Load listed(World world, int node) {
        for (Load load : world.loads) {
            if (load.node == node && load.listed()) {
                return load;
            }
        }
        return null;
    }

    private boolean joinable(Load load) {
        if (load.listing == Listing.OLD && scenario.holds(Rule.OLD_LOAD_NOT_JOINED)) {
            return false;
        }
        return load.phase != Phase.READ_PENDING || !scenario.holds(Rule.JOIN_NEXT);
    }

    private void step(int index, Load load) {
        switch (load.phase) {
            case ASKED, ASKED_REFRESH -> ask(index, load);
            case GRANTED -> readAny(index, load, Phase.READ_TO_FILL);
            case GRANTED_STRONG -> {
                if (scenario.holds(Rule.STRONG_IN_SETTLE_WINDOW)) {
                    readNewest(index, load, Phase.READ_TO_FILL);
                } else {
                    readAny(index, load, Phase.READ_TO_FILL);
                }
            }
            case PENDING -> {
                if (scenario.holds(Rule.STRONG_WHILE_PENDING)) {
                    readNewest(index, load, Phase.READ_PENDING);
                } else {
                    readAny(index, load, Phase.READ_PENDING);
                }
            }
            case WAIT -> {
                poll(index, load);
                readAny(index, load, Phase.READ);
            }
            case WAIT_STRONG -> {
                poll(index, load);
                readNewest(index, load, Phase.READ);
            }
            case READ_TO_FILL -> fill(index, load);
            default -> land(index, load);
        }
    }

    private void ask(int index, Load load) {
        World here = moves.here();
        Store store = here.primary;
        if (!scenario.holds(Rule.PRIMARY_READS) && here.replica.value != 0) {
            moves.copy().loads[index].reach(Phase.HIT, here.replica.value - 1);
            moves.take(Step.REPLICA_HIT, load.node, here.replica.value - 1);
        }
        if (store.value != 0 && load.phase == Phase.ASKED_REFRESH) {
            // A younger value than the asker's own is an answer too.
            moves.copy().loads[index].reach(Phase.HIT, store.value - 1);
            moves.take(Step.SHARED_HIT, load.node, store.value - 1);
        }
        World next = moves.copy();
        Load asking = next.loads[index];
        if (store.value != 0 && load.phase == Phase.ASKED) {
            asking.reach(Phase.HIT, store.value - 1);
            moves.take(Step.SHARED_HIT, load.node, store.value - 1);
        } else if (store.marks != 0 && scenario.holds(Rule.LEASE)) {
            asking.reach(Phase.PENDING, 0);
            moves.take(Step.PENDING, load.node, 0);
        } else if (store.lease != 0 && scenario.holds(Rule.LEASE)) {
            asking.reach(strong(here, load.node) ? Phase.WAIT_STRONG : Phase.WAIT, 0);
            moves.take(Step.WAIT, load.node, 0);
        } else {
            boolean strong = strong(here, load.node);
            asking.reach(strong ? Phase.GRANTED_STRONG : Phase.GRANTED, 0);
            if (scenario.holds(Rule.LEASE)) {
                next.primary.lease = index + 1;
            }
            moves.take(strong ? Step.GRANTED_STRONG : Step.GRANTED, load.node, 0);
        }
    }

    private static boolean strong(World world, int node) {
        return world.primary.settling != 0 || world.nodes[node].strong;
    }

    private void readAny(int index, Load load, Phase then) {
        World here = moves.here();
        for (int version = here.converged; version <= here.newest; version++) {
            moves.copy().loads[index].reach(then, version);
            moves.take(Step.READ_ANY, load.node, version);
        }
    }

    private void readNewest(int index, Load load, Phase then) {
        int version = moves.here().newest;
        moves.copy().loads[index].reach(then, version);
        moves.take(Step.READ_NEWEST, load.node, version);
    }

    private void poll(int index, Load load) {
        int value = moves.here().primary.value;
        if (value != 0) {
            moves.copy().loads[index].reach(Phase.HIT, value - 1);
            moves.take(Step.POLLED, load.node, value - 1);
        }
    }

    private void fill(int index, Load load) {
        Store store = moves.here().primary;
        boolean leased = store.lease == index + 1 || !scenario.holds(Rule.LEASE);
        boolean pending = store.marks != 0 && scenario.holds(Rule.PENDING_REFUSES_FILL);
        World next = moves.copy();
        if (leased && !pending) {
            next.primary.value = load.value + 1;
            if (next.primary.lease == index + 1) {
                next.primary.lease = 0;
            }
            next.loads[index].reach(Phase.FILLED, load.value);
            moves.take(Step.FILLED, load.node, load.value);
        } else {
            orphan(next.primary, index);
            orphan(next.replica, index);
            next.loads[index].reach(Phase.READ, load.value);
            moves.take(Step.FILL_REFUSED, load.node, load.value);
        }
    }

    /** The load gives up its claim; if its lease still stands somewhere, it stands for nobody. */
    static void orphan(Store store, int index) {
        if (store.lease == index + 1) {
            store.lease = Store.ORPHAN;
        }
    }

    private void land(int index, Load load) {
        World next = moves.copy();
        Load landing = next.loads[index];
        boolean keeps = load.phase == Phase.HIT || load.phase == Phase.FILLED;
        if (keeps && !load.striped) {
            next.nodes[load.node].entry = load.value + 1;
        }
        next.violated = load.value < load.floor;
        orphan(next.replica, index);
        landing.done();
        if (load.listed()) {
            effects.startNext(next, load.node);
        }
        moves.take(Step.LANDED, load.node, load.value);
    }
}
