package io.heatshield.http;

import io.netty.util.AsciiString;
import java.util.random.RandomGenerator;

/**
 * Request ids in the service's form: 52 characters of the 32-letter alphabet {@code 0-9A-V}. They tell requests apart
 * in logs and are no secret, so a fast generator does. Used by one event loop.
 */
final class RequestIds {
    private static final int LENGTH = 52;
    private static final int PER_LONG = 64 / 5;
    private static final byte[] ALPHABET = new AsciiString("0123456789ABCDEFGHIJKLMNOPQRSTUV").toByteArray();

    private final RandomGenerator random;

    RequestIds(RandomGenerator random) {
        this.random = random;
    }

    AsciiString next() {
        byte[] id = new byte[LENGTH];
        long bits = 0;
        for (int at = 0; at < LENGTH; at++) {
            if (at % PER_LONG == 0) {
                bits = random.nextLong();
            }
            id[at] = ALPHABET[(int) bits & 31];
            bits >>>= 5;
        }
        return new AsciiString(id, false);
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
