package io.heatshield.cache.coherence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The states reached, in the order in which they were: at once the set of those seen and the queue of those to visit. A
 * state costs 20 bytes, and its place in the open-addressed index four at a load of at most two thirds.
 */
final class StateSet {
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK = 1 << CHUNK_BITS;

    /** By chunk: two longs a state. */
    private final List<long[]> states = new ArrayList<>();
    /** By chunk: the state from which it was reached first. */
    private final List<int[]> parents = new ArrayList<>();

    private int size;
    private int[] index = new int[1 << 16];

    /** Adds a state unless it is there. */
    boolean add(long high, long low, int parent) {
        int mask = index.length - 1;
        int slot = hash(high, low) & mask;
        while (index[slot] != 0) {
            int id = index[slot] - 1;
            if (high(id) == high && low(id) == low) {
                return false;
            }
            slot = slot + 1 & mask;
        }
        int id = size++;
        int at = id & CHUNK - 1;
        if (at == 0) {
            states.add(new long[2 * CHUNK]);
            parents.add(new int[CHUNK]);
        }
        long[] chunk = states.get(id >> CHUNK_BITS);
        chunk[2 * at] = high;
        chunk[2 * at + 1] = low;
        parents.get(id >> CHUNK_BITS)[at] = parent;
        index[slot] = id + 1;
        if (size > index.length / 3 * 2) {
            grow();
        }
        return true;
    }

    int size() {
        return size;
    }

    long high(int id) {
        return states.get(id >> CHUNK_BITS)[2 * (id & CHUNK - 1)];
    }

    long low(int id) {
        return states.get(id >> CHUNK_BITS)[2 * (id & CHUNK - 1) + 1];
    }

    /** The state from which this one was reached first; -1 for the first of all. */
    int parent(int id) {
        return parents.get(id >> CHUNK_BITS)[id & CHUNK - 1];
    }

    private void grow() {
        int[] larger = new int[index.length * 2];
        index = larger;
        int mask = larger.length - 1;
        Arrays.fill(larger, 0);
        for (int id = 0; id < size; id++) {
            int slot = hash(high(id), low(id)) & mask;
            while (larger[slot] != 0) {
                slot = slot + 1 & mask;
            }
            larger[slot] = id + 1;
        }
    }

    /** The finalizer of MurmurHash3 over both halves. */
    private static int hash(long high, long low) {
        long mixed = high * 0x9E3779B97F4A7C15L ^ Long.rotateLeft(low * 0xC2B2AE3D27D4EB4FL, 31);
        mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return (int) (mixed ^ mixed >>> 33);
    }
}
