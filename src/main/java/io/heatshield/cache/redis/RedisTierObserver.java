package io.heatshield.cache.redis;

/** Who counts what the shared tier does. Called on whatever thread it happens; must be quick and must not throw. */
public interface RedisTierObserver {
    /** Nobody. */
    RedisTierObserver NONE = new RedisTierObserver() {};

    /** How a command ended. */
    enum CallEnd {
        /** Answered. */
        OK,
        /** Answered with an error. */
        ERROR,
        /** Not answered in time, or the connection broke. */
        LOST,
        /** Not sent, as the tier has been failing. */
        REFUSED
    }

    /** What came of asking for a value or a lease. */
    enum LeaseEnd {
        /** The value was there. */
        VALUE,
        /** The right to load. */
        GRANTED,
        /** A write is under way. */
        PENDING,
        /** Another node loads, and did not end in time. */
        WAITED,
        /** Redis could not be asked. */
        ALONE
    }

    /** Why a group's entries in the local tier had to be checked anew. */
    enum Doubt {
        /** The subscription broke. */
        DISCONNECTED,
        /** A message was missing. */
        GAP,
        /** The group moved to another primary. */
        MOVED,
        /** Redis has lost something that it had answered for. */
        ROLLED_BACK
    }

    /** A command ended. */
    default void called(String operation, CallEnd end, long nanos) {}

    /** A value or lease was asked for. */
    default void leased(LeaseEnd end) {}

    /** A fence, from its beginning to Redis' confirmation. */
    default void fenced(long nanos) {}

    /**
     * Replicas were waited for, from the fence's beginning.
     *
     * @param inTime whether they confirmed it before the time for that was over
     */
    default void replicated(boolean inTime, long nanos) {}

    /** A message came by the bus. */
    default void heard() {}

    /** Groups' entries are to be checked anew. */
    default void doubted(Doubt why, int groups) {}

    /** A strict write had to wait out the bound, as a node did not say that it heard. */
    default void unheard() {}
}
