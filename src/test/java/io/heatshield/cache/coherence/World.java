package io.heatshield.cache.coherence;

/**
 * One state of everything: the origin, the shared tier, two nodes, the reads and the writes. Packs into two longs. Reads
 * are interchangeable, so they are packed in the order of their bits, which makes up to six states one.
 */
final class World {
    static final int NODES = 2;
    static final int READS = 3;
    static final int WRITES = 2;

    private static final int LOAD_BITS = Load.BITS + 2;
    private static final int LOAD_MASK = (1 << LOAD_BITS) - 1;

    /** The origin's newest version; a strong read gets it. */
    int newest;
    /** The oldest version that an eventually consistent read may get. */
    int converged;
    /** By node, the oldest version that a read that begins now may get. */
    final int[] floor = new int[NODES];

    final Store primary = new Store();
    final Store replica = new Store();
    final Node[] nodes = {new Node(), new Node()};
    final Load[] loads = {new Load(), new Load(), new Load()};
    final Write[] writes = {new Write(), new Write()};
    boolean crashed;
    boolean failedOver;

    /** A read got an older version than it may. Not part of the state: the search ends here. */
    boolean violated;

    /** The packed state, valid after {@link #pack}. */
    long high;

    long low;

    void copy(World other) {
        newest = other.newest;
        converged = other.converged;
        floor[0] = other.floor[0];
        floor[1] = other.floor[1];
        primary.copy(other.primary);
        replica.copy(other.replica);
        for (int i = 0; i < NODES; i++) {
            nodes[i].copy(other.nodes[i]);
        }
        for (int i = 0; i < READS; i++) {
            loads[i].copy(other.loads[i]);
        }
        for (int i = 0; i < WRITES; i++) {
            writes[i].copy(other.writes[i]);
        }
        crashed = other.crashed;
        failedOver = other.failedOver;
        violated = false;
    }

    /** Whether no read that is still to be answered can get a version that is too old. */
    boolean over() {
        for (Load load : loads) {
            if (load.phase == Load.Phase.IDLE || load.floor > 0) {
                return false;
            }
        }
        return true;
    }

    /** Forgets what can make no difference any more, so that more states are one. */
    private void simplify() {
        for (int i = 0; i < WRITES; i++) {
            Write write = writes[i];
            boolean obliged = Math.min(floor[0], floor[1]) >= write.version;
            boolean marked = ((primary.marks | replica.marks) & 1 << i) != 0;
            if (!marked && write.over(obliged)) {
                write.forget();
            }
        }
    }

    void pack() {
        simplify();
        long a = packed(0);
        long b = packed(1);
        long c = packed(2);
        long least = Math.min(a, Math.min(b, c));
        long most = Math.max(a, Math.max(b, c));
        long middle = a + b + c - least - most;
        high = least | middle << LOAD_BITS | most << (2 * LOAD_BITS);
        high |= (long) (newest | converged << 2 | floor[0] << 4 | floor[1] << 6 | primary.pack() << 8)
                << (3 * LOAD_BITS);
        low = writes[0].pack() | (long) writes[1].pack() << Write.BITS;
        int rest = nodes[0].pack()
                | nodes[1].pack() << Node.BITS
                | replica.pack() << (2 * Node.BITS)
                | (crashed ? 1 << (2 * Node.BITS + Store.BITS) : 0)
                | (failedOver ? 1 << (2 * Node.BITS + Store.BITS + 1) : 0);
        low |= (long) rest << (2 * Write.BITS);
    }

    private long packed(int index) {
        int holder = index + 1;
        return loads[index].pack()
                | (primary.lease == holder ? 1 << Load.BITS : 0)
                | (replica.lease == holder ? 2 << Load.BITS : 0);
    }

    void unpack(long newHigh, long newLow) {
        high = newHigh;
        low = newLow;
        int shared = (int) (newHigh >>> (3 * LOAD_BITS));
        newest = shared & 3;
        converged = shared >> 2 & 3;
        floor[0] = shared >> 4 & 3;
        floor[1] = shared >> 6 & 3;
        primary.unpack(shared >> 8);
        int rest = (int) (newLow >>> (2 * Write.BITS));
        nodes[0].unpack(rest);
        nodes[1].unpack(rest >> Node.BITS);
        replica.unpack(rest >> (2 * Node.BITS));
        crashed = (rest >> (2 * Node.BITS + Store.BITS) & 1) != 0;
        failedOver = (rest >> (2 * Node.BITS + Store.BITS + 1) & 1) != 0;
        for (int i = 0; i < READS; i++) {
            int bits = (int) (newHigh >>> (i * LOAD_BITS)) & LOAD_MASK;
            loads[i].unpack(bits);
            if ((bits >> Load.BITS & 1) != 0) {
                primary.lease = i + 1;
            }
            if ((bits >> Load.BITS & 2) != 0) {
                replica.lease = i + 1;
            }
        }
        for (int i = 0; i < WRITES; i++) {
            writes[i].unpack((int) (newLow >>> (i * Write.BITS)) & ((1 << Write.BITS) - 1));
        }
        violated = false;
    }
}
