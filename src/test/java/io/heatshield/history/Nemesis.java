package io.heatshield.history;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One kind of trouble. */
interface Nemesis {
    /** What the guarantee grants for it. */
    enum Excuse {
        /** Nothing: what is promised is promised all the same. */
        NONE,
        /** Nodes are cut off from Redis. */
        CUT_OFF,
        /** And Redis forgets. */
        FORGOTTEN
    }

    Excuse excuse();

    /** Makes the trouble and ends it; returns when what was done is undone. */
    void strike(Fleet fleet, SplittableRandom random) throws InterruptedException;

    /** All there are. */
    static List<Nemesis> all() {
        return List.of(
                new SubscriptionsCut(),
                new ScriptsForgotten(),
                new RedisSlow(),
                new RedisStopped(),
                new NodeStopped(),
                new OriginFailing(),
                new RedisFull(),
                new NodeKilled(),
                new OriginSlow(),
                new RedisKilled());
    }

    /** The outage that it was, if it was one. */
    default @Nullable Outage outage(long from, long to) {
        return excuse() == Excuse.NONE ? null : new Outage(from, to, excuse() == Excuse.FORGOTTEN);
    }
}
