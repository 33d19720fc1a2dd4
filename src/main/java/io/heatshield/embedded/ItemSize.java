package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.B;
import io.heatshield.protocol.AttributeValue.BS;
import io.heatshield.protocol.AttributeValue.L;
import io.heatshield.protocol.AttributeValue.M;
import io.heatshield.protocol.AttributeValue.N;
import io.heatshield.protocol.AttributeValue.NS;
import io.heatshield.protocol.AttributeValue.S;
import io.heatshield.protocol.AttributeValue.SS;
import io.heatshield.protocol.Bytes;
import io.heatshield.protocol.DynamoError;
import java.math.BigDecimal;
import java.util.Map;

/**
 * What items weigh by DynamoDB's rules, in bytes: names and strings by their UTF-8, binary by its bytes, numbers by
 * their digits, lists and maps three and one for each element more.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">Item
 *     sizes and formats</a>
 */
final class ItemSize {
    /** The largest item that may be stored. */
    static final int MAX = 400 * 1024;

    private ItemSize() {}

    /** Refuses an item that is too large to be put. */
    static void check(Map<String, AttributeValue> item) {
        if (of(item) > MAX) {
            throw DynamoError.validation("Item size has exceeded the maximum allowed size")
                    .exception();
        }
    }

    /** The size of an item, attribute names included. */
    static int of(Map<String, AttributeValue> item) {
        int size = 0;
        for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
            size += utf8(attribute.getKey()) + of(attribute.getValue());
        }
        return size;
    }

    /** The size of a value without its name. */
    static int of(AttributeValue value) {
        if (value instanceof S s) {
            return utf8(s.value());
        }
        if (value instanceof N n) {
            return number(n.value());
        }
        if (value instanceof B b) {
            return b.value().length();
        }
        if (value instanceof M m) {
            return 3 + m.values().size() + of(m.values());
        }
        return ofElements(value);
    }

    private static int ofElements(AttributeValue value) {
        int size = 0;
        if (value instanceof L list) {
            size = 3 + list.values().size();
            for (AttributeValue element : list.values()) {
                size += of(element);
            }
        } else if (value instanceof SS set) {
            for (String element : set.values()) {
                size += utf8(element);
            }
        } else if (value instanceof NS set) {
            for (N element : set.values()) {
                size += number(element.value());
            }
        } else if (value instanceof BS set) {
            for (Bytes element : set.values()) {
                size += element.length();
            }
        } else {
            size = 1;
        }
        return size;
    }

    /**
     * One byte, one for each two digits before the decimal point and after it (zeros at either end do not count), and
     * one for a minus.
     */
    private static int number(BigDecimal value) {
        if (value.signum() == 0) {
            return 1;
        }
        int precision = value.precision();
        int scale = value.scale();
        int whole = Math.max(0, Math.min(precision, precision - scale));
        int fraction = precision - whole;
        // Pairs are aligned at the decimal point: a scale or an exponent that is odd splits a pair.
        int size = 1 + (whole + 1) / 2 + (fraction + 1) / 2;
        return size + (value.signum() < 0 ? 1 : 0);
    }

    /** The length of a text in UTF-8, without encoding it. */
    static int utf8(String text) {
        int length = text.length();
        int size = length;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                size += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return size;
    }
}
