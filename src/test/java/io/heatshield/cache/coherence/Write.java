package io.heatshield.cache.coherence;

/** One write: its fence and its call to the origin, which run side by side. */
@SuppressWarnings("EnumOrdinal") // Packed by their places, which nothing outlives; and compared by them, as they go on.
final class Write {
    /** The begin of its fence. */
    enum Begin {
        NONE,
        SENT,
        /** Carried out, not yet on the replica. */
        UNREPLICATED,
        CONFIRMED,
        /** Given up; it may yet be carried out. */
        GIVEN_UP,
        /** Given up, and was carried out. */
        GIVEN_UP_DONE
    }

    /** Its call to the origin. */
    enum Origin {
        NONE,
        SENT,
        APPLIED,
        REFUSED,
        /** Nobody waits for the answer; it may yet be applied. */
        UNKNOWN,
        UNKNOWN_APPLIED,
        UNKNOWN_NEVER
    }

    /** The end of its fence: a commit, a cancel or a hold, as the origin's answer asks for. */
    enum End {
        NONE,
        SENT,
        DONE,
        REPLICATED,
        LOST
    }

    static final int BITS = 18;
    private static final Begin[] BEGINS = Begin.values();
    private static final Origin[] ORIGINS = Origin.values();
    private static final End[] ENDS = End.values();

    int node;
    Begin begin = Begin.NONE;
    Origin origin = Origin.NONE;
    End end = End.NONE;
    /** The version that it made, or 0. */
    int version;

    boolean acknowledged;
    /** How many messages the other node has to take in until it has heard of this fence. */
    int unheard;
    /** Another write was under way at some time since the begin, as the variant of write-through counts it. */
    boolean disturbed;
    /** The origin answered before the begin was confirmed, so the node has to invalidate once more. */
    boolean late;

    boolean started() {
        return begin != Begin.NONE || origin != Origin.NONE;
    }

    boolean applied() {
        return origin == Origin.APPLIED || origin == Origin.UNKNOWN_APPLIED;
    }

    boolean unknown() {
        return origin.ordinal() >= Origin.UNKNOWN.ordinal();
    }

    /** Whether the node knows, or has given up to learn, what became of it. */
    boolean answered() {
        return origin.ordinal() >= Origin.APPLIED.ordinal();
    }

    boolean begun() {
        return begin == Begin.UNREPLICATED || begin == Begin.CONFIRMED || begin == Begin.GIVEN_UP_DONE;
    }

    boolean beginFailed() {
        return begin == Begin.GIVEN_UP || begin == Begin.GIVEN_UP_DONE;
    }

    boolean ended() {
        return end.ordinal() >= End.DONE.ordinal();
    }

    /**
     * Whether nothing will come of it any more: its fence is over and its mark gone, and it was answered, or never will
     * be.
     *
     * @param obliged whether no read may get an older version than its own already
     */
    boolean over(boolean obliged) {
        boolean fenceOver = begin != Begin.SENT && begin != Begin.UNREPLICATED && begin != Begin.GIVEN_UP;
        return switch (origin) {
            case NONE, SENT, UNKNOWN -> false;
            case APPLIED ->
                fenceOver && ended() && (acknowledged ? obliged : end == End.LOST && begin != Begin.CONFIRMED);
            case UNKNOWN_APPLIED -> fenceOver && ended() && obliged;
            case REFUSED, UNKNOWN_NEVER -> fenceOver && ended();
        };
    }

    /** One form for all that are over. */
    void forget() {
        begin = Begin.CONFIRMED;
        origin = Origin.REFUSED;
        end = End.LOST;
        version = 0;
        unheard = 0;
        node = 0;
        acknowledged = false;
        disturbed = false;
        late = false;
    }

    int pack() {
        return begin.ordinal()
                | origin.ordinal() << 3
                | end.ordinal() << 6
                | version << 9
                | unheard << 11
                | node << 14
                | (acknowledged ? 1 << 15 : 0)
                | (disturbed ? 1 << 16 : 0)
                | (late ? 1 << 17 : 0);
    }

    void unpack(int bits) {
        begin = BEGINS[bits & 7];
        origin = ORIGINS[bits >> 3 & 7];
        end = ENDS[bits >> 6 & 7];
        version = bits >> 9 & 3;
        unheard = bits >> 11 & 7;
        node = bits >> 14 & 1;
        acknowledged = (bits >> 15 & 1) != 0;
        disturbed = (bits >> 16 & 1) != 0;
        late = (bits >> 17 & 1) != 0;
    }

    void copy(Write other) {
        begin = other.begin;
        origin = other.origin;
        end = other.end;
        version = other.version;
        unheard = other.unheard;
        node = other.node;
        acknowledged = other.acknowledged;
        disturbed = other.disturbed;
        late = other.late;
    }
}
