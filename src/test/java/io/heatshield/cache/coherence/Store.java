package io.heatshield.cache.coherence;

/** What the shared tier holds of the key, on the primary or on the replica. */
final class Store {
    /** A lease whose holder is gone. */
    static final int ORPHAN = World.READS + 1;

    static final int BITS = 7;

    /** The value's version plus one, or 0 for none. */
    int value;
    /** The holder's index plus one, {@link #ORPHAN}, or 0 for none. */
    int lease;
    /** The settle window, by the newest version that it covers; 0 for none. */
    int settling;
    /** One bit for each pending write. */
    int marks;

    /** All but a lease's holder, which is packed with its load. */
    int pack() {
        return value | settling << 2 | marks << 4 | (lease == ORPHAN ? 64 : 0);
    }

    void unpack(int bits) {
        value = bits & 3;
        settling = bits >> 2 & 3;
        marks = bits >> 4 & 3;
        lease = (bits & 64) != 0 ? ORPHAN : 0;
    }

    void copy(Store other) {
        value = other.value;
        lease = other.lease;
        settling = other.settling;
        marks = other.marks;
    }

    void clear() {
        value = 0;
        lease = 0;
        settling = 0;
        marks = 0;
    }
}
