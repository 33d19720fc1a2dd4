package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.B;
import io.heatshield.protocol.AttributeValue.N;
import io.heatshield.protocol.AttributeValue.S;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Key attributes as bytes whose unsigned order is DynamoDB's order of sort keys: strings by UTF-8, binary by bytes,
 * numbers by value. Equal values give equal bytes, so that the same bytes serve as identity.
 */
final class KeyBytes {
    private static final byte NEGATIVE = 0x7f;
    private static final byte ZERO = (byte) 0x80;
    private static final byte POSITIVE = (byte) 0x81;
    private static final int EXPONENT_BIAS = 130;

    private KeyBytes() {}

    /** The bytes of a scalar; other types are no keys. */
    static byte[] of(AttributeValue value) {
        if (value instanceof S s) {
            return s.value().getBytes(StandardCharsets.UTF_8);
        }
        if (value instanceof B b) {
            return b.value().toArray();
        }
        if (value instanceof N n) {
            return ofNumber(n.value());
        }
        throw new IllegalArgumentException("no key type: " + value.type());
    }

    /*
     * A sign byte, the exponent, then the digits two to a byte, each pair plus one. A negative number has the
     * complement of its exponent and pairs, and ends in 0xff: of two numbers where one's digits begin the other's, the
     * shorter must come last, and no complemented pair reaches 0xff.
     */
    private static byte[] ofNumber(BigDecimal value) {
        if (value.signum() == 0) {
            return new byte[] {ZERO};
        }
        boolean negative = value.signum() < 0;
        String digits = value.unscaledValue().abs().toString();
        int pairs = (digits.length() + 1) / 2;
        byte[] bytes = new byte[2 + pairs + (negative ? 1 : 0)];
        int flip = negative ? 0xff : 0;
        bytes[0] = negative ? NEGATIVE : POSITIVE;
        bytes[1] = (byte) ((value.precision() - value.scale() - 1 + EXPONENT_BIAS) ^ flip);
        for (int pair = 0; pair < pairs; pair++) {
            int high = digits.charAt(2 * pair) - '0';
            int low = 2 * pair + 1 < digits.length() ? digits.charAt(2 * pair + 1) - '0' : 0;
            bytes[2 + pair] = (byte) ((high * 10 + low + 1) ^ flip);
        }
        if (negative) {
            bytes[bytes.length - 1] = (byte) 0xff;
        }
        return bytes;
    }
}
