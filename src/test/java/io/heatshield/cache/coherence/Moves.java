package io.heatshield.cache.coherence;

/** The ground on which steps are tried: each works on a copy of the state, and hands it on when it is done. */
final class Moves {
    /** Takes what one step leads to. */
    interface Taker {
        void take(World next, Step step, int node, int number);
    }

    private final World next = new World();
    private final World here;
    private final Taker taker;

    Moves(World here, Taker taker) {
        this.here = here;
        this.taker = taker;
    }

    World here() {
        return here;
    }

    /** A copy of the present state, to be changed by one step. Valid until the next call. */
    World copy() {
        next.copy(here);
        return next;
    }

    /** Hands on the copy. */
    void take(Step step, int node, int number) {
        next.pack();
        taker.take(next, step, node, number);
    }
}
