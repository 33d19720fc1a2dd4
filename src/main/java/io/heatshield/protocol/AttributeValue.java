package io.heatshield.protocol;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A DynamoDB attribute value: exactly one of the ten types of the service. Values are immutable and compare by
 * content, so {@code N 1} equals {@code N 1.0} and sets ignore order. {@code toString} never shows contents.
 */
public sealed interface AttributeValue {

    /** The type descriptor on the wire: {@code S}, {@code N}, {@code B}, {@code BOOL}, … */
    String type();

    /** A string. */
    record S(String value) implements AttributeValue {
        @Override
        public String type() {
            return "S";
        }

        @Override
        public String toString() {
            return "S";
        }
    }

    /** A number, with trailing zeros stripped so that equal numbers are equal records. See {@link DynamoNumber}. */
    record N(BigDecimal value) implements AttributeValue {
        public N {
            value = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        }

        @Override
        public String type() {
            return "N";
        }

        /** The number as DynamoDB writes it: plain digits, no exponent. */
        public String text() {
            return value.toPlainString();
        }

        @Override
        public String toString() {
            return "N";
        }
    }

    /** Binary. */
    record B(Bytes value) implements AttributeValue {
        @Override
        public String type() {
            return "B";
        }

        @Override
        public String toString() {
            return "B";
        }
    }

    /** A boolean. */
    record Bool(boolean value) implements AttributeValue {
        @Override
        public String type() {
            return "BOOL";
        }

        @Override
        public String toString() {
            return "BOOL";
        }
    }

    /** The null value, which is a value like any other. */
    record Null() implements AttributeValue {
        @Override
        public String type() {
            return "NULL";
        }

        @Override
        public String toString() {
            return "NULL";
        }
    }

    /** A set of strings, in the order given. */
    record SS(Set<String> values) implements AttributeValue {
        public SS {
            values = Collections.unmodifiableSet(values);
        }

        @Override
        public String type() {
            return "SS";
        }

        @Override
        public String toString() {
            return "SS";
        }
    }

    /** A set of numbers, in the order given. */
    record NS(Set<N> values) implements AttributeValue {
        public NS {
            values = Collections.unmodifiableSet(values);
        }

        @Override
        public String type() {
            return "NS";
        }

        @Override
        public String toString() {
            return "NS";
        }
    }

    /** A set of binary values, in the order given. */
    record BS(Set<Bytes> values) implements AttributeValue {
        public BS {
            values = Collections.unmodifiableSet(values);
        }

        @Override
        public String type() {
            return "BS";
        }

        @Override
        public String toString() {
            return "BS";
        }
    }

    /** A list of any values. */
    record L(List<AttributeValue> values) implements AttributeValue {
        public L {
            values = Collections.unmodifiableList(values);
        }

        @Override
        public String type() {
            return "L";
        }

        @Override
        public String toString() {
            return "L";
        }
    }

    /** A map of any values, in the order given. */
    record M(Map<String, AttributeValue> values) implements AttributeValue {
        public M {
            values = Collections.unmodifiableMap(values);
        }

        @Override
        public String type() {
            return "M";
        }

        @Override
        public String toString() {
            return "M";
        }
    }
}
