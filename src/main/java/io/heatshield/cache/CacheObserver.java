package io.heatshield.cache;

/** Who counts what the cache does. Called on whatever thread it happens; must be quick and must not throw. */
public interface CacheObserver {
    /** Nobody. */
    CacheObserver NONE = new CacheObserver() {};

    /** How a load ended. */
    enum LoadEnd {
        /** Stored. */
        FILLED,
        /** Answered to its waiters but not stored, since a fence had passed. */
        FENCED,
        /** Found in the shared tier. */
        SHARED,
        /** A refresh that was left to the node that is at it. */
        LEFT,
        /** Too large to store. */
        OVERSIZE,
        /** An error. */
        REFUSED
    }

    /** A load ended. */
    default void loadEnded(String table, LoadEnd end, long nanos) {}

    /** A request joined another's load. */
    default void joined(String table) {}

    /** A refresh ahead of expiry was begun. */
    default void refreshBegun(String table) {}

    /** A request was turned away because a bound on waiters or loads was reached. */
    default void shed(String table) {}

    /** A write was answered although no tier confirmed its fence. */
    default void unfenced(String table) {}

    /** The shared tier did not answer. */
    default void sharedTierFailed() {}
}
