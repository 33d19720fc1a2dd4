package io.heatshield.service;

/** Who counts what the self-check sees. Called on whatever thread it happens; must be quick and must not throw. */
public interface SelfCheckObserver {
    /** Whose answer was looked at. */
    enum Tier {
        /** Of neither: no comparison was made. */
        NONE,
        /** This process' memory. */
        LOCAL,
        /** The tier that nodes share. */
        SHARED
    }

    /** What a look came to. */
    enum Result {
        /** The tier would answer as the origin does. */
        SAME,
        /** It would not, and went on so although no write of the key was heard of meanwhile. */
        MISMATCH,
        /** It would not have, but did when it was looked at again. */
        PASSING,
        /** Nothing is cached. */
        EMPTY,
        /** Another write of the key came, so that nothing can be said. */
        OVERTAKEN,
        /** The budget of reads was used up. */
        SKIPPED,
        /** The origin or the shared tier did not answer. */
        FAILED
    }

    /**
     * A look was made, or not.
     *
     * @param ageSeconds how long after the fence
     */
    void looked(int ageSeconds, Tier tier, Result result);
}
