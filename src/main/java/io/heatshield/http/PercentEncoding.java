package io.heatshield.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encoded text (RFC 3986, 2.1), held strictly to UTF-8: two spellings of one key must not become two keys. */
final class PercentEncoding {
    private static final String UNRESERVED = "-._~";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private PercentEncoding() {}

    /**
     * What the text stands for.
     *
     * @param plusIsSpace as in a query that a form or {@code URLSearchParams} made
     * @throws ItemRefusal if an escape is none, or its bytes are not UTF-8
     */
    static String decode(String text, boolean plusIsSpace) {
        if (text.indexOf('%') < 0 && !(plusIsSpace && text.indexOf('+') >= 0)) {
            return text;
        }
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(raw.length);
        for (int at = 0; at < raw.length; at++) {
            if (raw[at] == '%') {
                int high = at + 2 < raw.length ? Character.digit(raw[at + 1], 16) : -1;
                int low = at + 2 < raw.length ? Character.digit(raw[at + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw malformed();
                }
                out.put((byte) ((high << 4) | low));
                at += 2;
            } else {
                out.put(plusIsSpace && raw[at] == '+' ? (byte) ' ' : raw[at]);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(out.flip()).toString();
        } catch (CharacterCodingException e) {
            throw malformed();
        }
    }

    /** The one spelling that we write ourselves. */
    static String encode(String text) {
        StringBuilder encoded = new StringBuilder(text.length() + 8);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (plain || UNRESERVED.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX[c >> 4]).append(HEX[c & 15]);
            }
        }
        return encoded.toString();
    }

    /** The same text with nothing in it that has a meaning in a header: what is escaped already stays as it is. */
    static String keepingEscapes(String encoded) {
        StringBuilder plain = new StringBuilder(encoded.length());
        for (int at = 0; at < encoded.length(); at++) {
            char c = encoded.charAt(at);
            boolean kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (kept || "-._~%+,:/".indexOf(c) >= 0) {
                plain.append(c);
            } else {
                plain.append(encode(String.valueOf(c)));
            }
        }
        return plain.toString();
    }

    private static ItemRefusal malformed() {
        return Problem.badRequest("bad-encoding", "A percent-encoding in the address is malformed, or not of UTF-8")
                .refusal();
    }
}
