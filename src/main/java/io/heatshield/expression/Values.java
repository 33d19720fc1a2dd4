package io.heatshield.expression;

import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.B;
import io.heatshield.protocol.AttributeValue.BS;
import io.heatshield.protocol.AttributeValue.L;
import io.heatshield.protocol.AttributeValue.N;
import io.heatshield.protocol.AttributeValue.NS;
import io.heatshield.protocol.AttributeValue.S;
import io.heatshield.protocol.AttributeValue.SS;
import org.jspecify.annotations.Nullable;

/** What the service knows to ask of values: their order, their beginnings, what is in them. */
public final class Values {
    private Values() {}

    /**
     * Compares two values of the same scalar type as the service orders them: numbers by value, strings by their
     * UTF-8 bytes, binary by unsigned bytes.
     *
     * @throws IllegalArgumentException if the types differ or have no order
     */
    public static int compare(AttributeValue left, AttributeValue right) {
        if (left instanceof N a && right instanceof N b) {
            return a.value().compareTo(b.value());
        }
        if (left instanceof S a && right instanceof S b) {
            return compareUtf8(a.value(), b.value());
        }
        if (left instanceof B a && right instanceof B b) {
            return a.value().compareTo(b.value());
        }
        throw new IllegalArgumentException("no order between " + left.type() + " and " + right.type());
    }

    /** Whether values of this type have an order: strings, numbers and binary. */
    static boolean isOrdered(AttributeValue value) {
        return value instanceof S || value instanceof N || value instanceof B;
    }

    /** Whether a string or binary begins with another of its type. */
    static boolean beginsWith(@Nullable AttributeValue value, @Nullable AttributeValue prefix) {
        if (value instanceof S whole && prefix instanceof S part) {
            return whole.value().startsWith(part.value());
        }
        return value instanceof B whole
                && prefix instanceof B part
                && whole.value().startsWith(part.value());
    }

    /** Whether a string or binary has another of its type inside it, or a set or list has an element. */
    static boolean contains(@Nullable AttributeValue value, @Nullable AttributeValue part) {
        if (value == null || part == null) {
            return false;
        }
        if (value instanceof L list) {
            return list.values().contains(part);
        }
        if (part instanceof S s) {
            return (value instanceof S whole && whole.value().contains(s.value()))
                    || (value instanceof SS set && set.values().contains(s.value()));
        }
        if (part instanceof B b) {
            return (value instanceof B whole && whole.value().contains(b.value()))
                    || (value instanceof BS set && set.values().contains(b.value()));
        }
        return part instanceof N n && value instanceof NS set && set.values().contains(n);
    }

    /** A scalar as the service's errors show it, such as {@code {S:abc}}: it comes from the request that fails. */
    static String shown(AttributeValue value) {
        String text = value instanceof S s
                ? s.value()
                : value instanceof N n ? n.text() : value instanceof B b ? AttributeJson.base64(b.value()) : "";
        return "{" + value.type() + ":" + text + "}";
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
