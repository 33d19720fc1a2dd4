package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;

/** Order among values of the types that have one. */
public final class Values {
    private Values() {}

    /**
     * Compares two values of the same scalar type as the service orders them: numbers by value, strings by their
     * UTF-8 bytes, binary by unsigned bytes.
     *
     * @throws IllegalArgumentException if the types differ or have no order
     */
    public static int compare(AttributeValue left, AttributeValue right) {
        if (left instanceof AttributeValue.N a && right instanceof AttributeValue.N b) {
            return a.value().compareTo(b.value());
        }
        if (left instanceof AttributeValue.S a && right instanceof AttributeValue.S b) {
            return compareUtf8(a.value(), b.value());
        }
        if (left instanceof AttributeValue.B a && right instanceof AttributeValue.B b) {
            return a.value().compareTo(b.value());
        }
        throw new IllegalArgumentException("no order between " + left.type() + " and " + right.type());
    }

    /**
     * The order of UTF-8 bytes without encoding: that of code points. It differs from the order of chars only where
     * a surrogate meets a char above the surrogates.
     */
    static int compareUtf8(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int i = 0; i < common; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean aPaired = Character.isSurrogate(a);
                boolean bPaired = Character.isSurrogate(b);
                return aPaired == bPaired ? Character.compare(a, b) : aPaired ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
