package io.heatshield.http;

import io.netty.util.AsciiString;
import java.util.random.RandomGenerator;

/**
 * Request ids in the service's form: 52 characters of the 32-letter alphabet {@code 0-9A-V}. As in the service's, the
 * second half is the same in all ids of one process; 130 random bits tell them apart. They name requests in logs and
 * are no secret, so a fast generator does. Used by one event loop.
 */
final class RequestIds {
    private static final int LENGTH = 52;
    private static final int RANDOM = 26;
    private static final byte[] ALPHABET = new AsciiString("0123456789ABCDEFGHIJKLMNOPQRSTUV").toByteArray();

    private final RandomGenerator random;
    private final byte[] template = new byte[LENGTH];

    RequestIds(RandomGenerator random) {
        this.random = random;
        fill(template, 0, LENGTH);
    }

    AsciiString next() {
        byte[] id = template.clone();
        fill(id, 0, RANDOM);
        return new AsciiString(id, false);
    }

    private void fill(byte[] id, int from, int to) {
        for (int at = from; at < to; ) {
            long bits = random.nextLong();
            // Twelve characters of five bits each come out of one long.
            for (int end = Math.min(to, at + 12); at < end; at++) {
                id[at] = ALPHABET[(int) bits & 31];
                bits >>>= 5;
            }
        }
    }

    /** Whether an id from elsewhere may be passed on: it becomes a header, so it must not be able to end one. */
    static boolean presentable(String id) {
        if (id.isEmpty() || id.length() > 128) {
            return false;
        }
        for (int at = 0; at < id.length(); at++) {
            char c = id.charAt(at);
            if (c <= ' ' || c >= 0x7f) {
                return false;
            }
        }
        return true;
    }
}
