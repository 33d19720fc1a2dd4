package io.heatshield.cache.coherence;

/** What a node knows, but for its loads. */
final class Node {
    static final int BITS = 8;

    /** The local tier's version plus one, or 0 for none. */
    int entry;
    /** Whether the local tier may answer. */
    boolean leased = true;
    /** Messages published and not taken in. */
    int queue;
    /** The connection is one to a primary that is no more. */
    boolean cut;
    /** It lately heard of a write. */
    boolean strong;

    int pack() {
        return entry | (leased ? 4 : 0) | queue << 3 | (cut ? 64 : 0) | (strong ? 128 : 0);
    }

    void unpack(int bits) {
        entry = bits & 3;
        leased = (bits & 4) != 0;
        queue = bits >> 3 & 7;
        cut = (bits & 64) != 0;
        strong = (bits & 128) != 0;
    }

    void copy(Node other) {
        entry = other.entry;
        leased = other.leased;
        queue = other.queue;
        cut = other.cut;
        strong = other.strong;
    }
}
