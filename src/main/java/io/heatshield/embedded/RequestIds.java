package io.heatshield.embedded;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** Request ids and other random names. Safe for use from any thread, whatever the source of chance is. */
final class RequestIds {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final int LENGTH = 52;

    private final RandomGenerator random;

    RequestIds(RandomGenerator random) {
        this.random = random;
    }

    /** 52 letters and digits, as the service's {@code x-amzn-RequestId}. */
    String next() {
        char[] id = new char[LENGTH];
        int at = 0;
        while (at < LENGTH) {
            long bits;
            synchronized (this) {
                bits = random.nextLong() >>> 1;
            }
            for (int taken = 0; taken < 12 && at < LENGTH; taken++) {
                id[at++] = ALPHABET.charAt((int) (bits % 36));
                bits /= 36;
            }
        }
        return new String(id);
    }

    /** A UUID of version 4, as of a {@code TableId}. */
    synchronized String uuid() {
        long high = (random.nextLong() & ~0xf000L) | 0x4000L;
        long low = (random.nextLong() & ~(0b11L << 62)) | (0b10L << 62);
        return new UUID(high, low).toString();
    }
}
