package io.heatshield.cache.coherence;

import org.jspecify.annotations.Nullable;

/** What several steps have in common: the scripts of the shared tier, and what an invalidation does to a node. */
final class Effects {
    private final Scenario scenario;

    Effects(Scenario scenario) {
        this.scenario = scenario;
    }

    /** Stripe, remove, detach. */
    void invalidate(World world, int node) {
        dropEntry(world, node);
        if (scenario.holds(Rule.DETACH)) {
            detach(world, node);
        }
        if (scenario.may(Happening.SETTLE_WINDOW_EVICTED) && scenario.holds(Rule.LOCAL_STRONG_SET)) {
            world.nodes[node].strong = true;
        }
    }

    /** Stripe, remove. */
    void dropEntry(World world, int node) {
        world.nodes[node].entry = 0;
        if (scenario.holds(Rule.STRIPE)) {
            for (Load load : world.loads) {
                if (load.flying() && load.node == node && !stripeless(load)) {
                    load.striped = true;
                }
            }
        }
    }

    /** What stores nothing has no use for its stripe. */
    private static boolean stripeless(Load load) {
        return load.phase == Load.Phase.READ || load.phase == Load.Phase.READ_PENDING;
    }

    void detach(World world, int node) {
        for (Load load : world.loads) {
            if (load.node == node && load.listed()) {
                load.listing = Load.Listing.NONE;
                startNext(world, node);
            }
        }
    }

    /** The load that waited behind another begins; like any load, it looks into the local tier once more. */
    void startNext(World world, int node) {
        Load waiting = waiting(world, node);
        if (waiting == null) {
            return;
        }
        int entry = world.nodes[node].entry;
        if (entry != 0 && answersLocally(world, node)) {
            world.violated |= entry - 1 < waiting.floor;
            waiting.done();
        } else {
            waiting.open(node, waiting.floor, Load.Phase.ASKED);
        }
    }

    @Nullable
    Load waiting(World world, int node) {
        for (Load load : world.loads) {
            if (load.phase == Load.Phase.NEXT && load.node == node) {
                return load;
            }
        }
        return null;
    }

    boolean answersLocally(World world, int node) {
        return world.nodes[node].leased || !scenario.holds(Rule.LOCAL_LEASE);
    }

    void begin(World world, int index) {
        Write write = world.writes[index];
        Store store = world.primary;
        if (scenario.through() != Scenario.Through.NEVER) {
            Write other = world.writes[1 - index];
            other.disturbed |= other.begun() && !other.ended();
            write.disturbed |= scenario.through() == Scenario.Through.ALONE_THROUGHOUT && store.marks != 0;
        }
        store.value = 0;
        killLease(store);
        store.marks |= 1 << index;
        publish(world, write);
    }

    void commit(World world, int index) {
        Write write = world.writes[index];
        Store store = world.primary;
        boolean known = (store.marks & 1 << index) != 0;
        store.marks &= ~(1 << index);
        store.value = writesThrough(write, store.marks) ? write.version + 1 : 0;
        killLease(store);
        store.settling = Math.max(store.settling, world.newest);
        if (!known) {
            publish(world, write);
        }
    }

    private boolean writesThrough(Write write, int otherMarks) {
        return switch (scenario.through()) {
            case NEVER -> false;
            case ALWAYS -> true;
            case ALONE -> otherMarks == 0;
            case ALONE_SINCE_BEGIN, ALONE_THROUGHOUT ->
                otherMarks == 0 && !write.disturbed && write.begin == Write.Begin.CONFIRMED;
        };
    }

    void hold(World world, int index) {
        Store store = world.primary;
        store.marks |= 1 << index;
        if (scenario.holds(Rule.HOLD_FENCES)) {
            store.value = 0;
            killLease(store);
        }
        publish(world, world.writes[index]);
    }

    private void killLease(Store store) {
        if (scenario.holds(Rule.FENCE_KILLS_LEASE)) {
            store.lease = 0;
        }
    }

    /**
     * A message to the other node. The writer's own is not modelled: its node has invalidated by itself, and a message
     * that has not come yet takes nothing away from what may go wrong.
     */
    private void publish(World world, Write write) {
        int other = 1 - write.node;
        write.unheard = ++world.nodes[other].queue;
        for (Load load : world.loads) {
            if (load.node == other && load.informed() && load.listing == Load.Listing.OPEN) {
                load.listing = Load.Listing.BEHIND;
            }
        }
    }

    /** The node need not be waited for any more: it has heard, or what it has not heard it cannot answer with. */
    void excuse(World world, int node) {
        for (Write write : world.writes) {
            if (write.node != node) {
                write.unheard = 0;
            }
        }
    }

    /** No read that begins later, on either node, may get an older version than this write's. */
    void oblige(World world, Write write) {
        world.floor[0] = Math.max(world.floor[0], write.version);
        world.floor[1] = Math.max(world.floor[1], write.version);
    }
}
