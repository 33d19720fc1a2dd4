package io.heatshield.embedded;

/**
 * Capacity units of reads and writes.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">DynamoDB
 *     read and write operations</a>
 */
final class Units {
    private static final int READ_BLOCK = 4096;
    private static final int WRITE_BLOCK = 1024;

    private Units() {}

    /** What a read of this many bytes costs: a half for each 4 KB begun, twice that if strongly consistent. */
    static double read(long bytes, boolean consistent) {
        return blocks(bytes, READ_BLOCK) * (consistent ? 1 : 0.5);
    }

    /** What a write of this many bytes costs: one for each KB begun. */
    static double written(long bytes) {
        return blocks(bytes, WRITE_BLOCK);
    }

    private static long blocks(long bytes, int block) {
        return Math.max(1, (bytes + block - 1) / block);
    }
}
