package io.heatshield.cache.coherence;

/**
 * One read, and the load that it leads. A reader that joins a load only raises what that load must not fall below, so
 * it needs no record of its own.
 */
@SuppressWarnings("EnumOrdinal") // Packed by their places, which nothing outlives; and compared by them, as they go on.
final class Load {
    /** How far it is. */
    enum Phase {
        /** The read has not begun. */
        IDLE,
        /** The read was answered. */
        DONE,
        /** It waits for the node's load to end, to lead the next. */
        NEXT,
        /** The shared tier has not been asked yet. */
        ASKED,
        /** The same, for a refresh. */
        ASKED_REFRESH,
        GRANTED,
        GRANTED_STRONG,
        PENDING,
        WAIT,
        WAIT_STRONG,
        /** The shared tier had the value. */
        HIT,
        /** The origin has answered a holder of the lease. */
        READ_TO_FILL,
        /** The origin has answered; nothing is to be stored. */
        READ,
        /** The same, of a load that knows of a pending write. */
        READ_PENDING,
        /** The shared tier has accepted the fill. */
        FILLED
    }

    /** Who may join it. */
    enum Listing {
        /** Not in the join map, or detached. */
        NONE,
        OPEN,
        /** Open, and a fence that its node has not heard of is younger than what it learned from the shared tier. */
        BEHIND,
        /** In the join map, but too old to be joined. */
        OLD
    }

    static final int BITS = 12;
    private static final Phase[] PHASES = Phase.values();
    private static final Listing[] LISTINGS = Listing.values();

    Phase phase = Phase.IDLE;
    Listing listing = Listing.NONE;
    int value;
    int node;
    /** The oldest version that those who wait may get. */
    int floor;
    /** Whether its node was invalidated since it began. */
    boolean striped;

    boolean flying() {
        return phase.ordinal() >= Phase.ASKED.ordinal();
    }

    /** Whether the shared tier has answered. */
    boolean informed() {
        return phase.ordinal() > Phase.ASKED_REFRESH.ordinal();
    }

    boolean listed() {
        return listing != Listing.NONE;
    }

    void open(int at, int notBelow, Phase asked) {
        phase = asked;
        listing = Listing.OPEN;
        value = 0;
        node = at;
        floor = notBelow;
        striped = false;
    }

    void done() {
        phase = Phase.DONE;
        listing = Listing.NONE;
        value = 0;
        node = 0;
        floor = 0;
        striped = false;
    }

    void reach(Phase next, int version) {
        phase = next;
        value = version;
        if (next == Phase.READ || next == Phase.READ_PENDING) {
            striped = false;
        }
    }

    int pack() {
        return phase.ordinal() | listing.ordinal() << 4 | value << 6 | node << 8 | floor << 9 | (striped ? 1 << 11 : 0);
    }

    void unpack(int bits) {
        phase = PHASES[bits & 15];
        listing = LISTINGS[bits >> 4 & 3];
        value = bits >> 6 & 3;
        node = bits >> 8 & 1;
        floor = bits >> 9 & 3;
        striped = (bits >> 11 & 1) != 0;
    }

    void copy(Load other) {
        phase = other.phase;
        listing = other.listing;
        value = other.value;
        node = other.node;
        floor = other.floor;
        striped = other.striped;
    }
}
