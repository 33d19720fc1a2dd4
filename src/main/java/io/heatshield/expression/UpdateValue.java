package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.L;
import io.heatshield.protocol.AttributeValue.N;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.DynamoNumber;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The right-hand side of a {@code SET}. */
sealed interface UpdateValue {

    /**
     * The value for an item as it was before the update.
     *
     * @throws DynamoException a ValidationException, if the item lacks what is asked for, or has another type there
     */
    AttributeValue in(Map<String, AttributeValue> item);

    /** The type, if the text alone tells it; that of a function is known only when it runs. */
    default @Nullable String literalType() {
        return null;
    }

    /** What the item has at a path. */
    record Path(DocumentPath path) implements UpdateValue {
        @Override
        public AttributeValue in(Map<String, AttributeValue> item) {
            AttributeValue value = path.in(item);
            if (value == null) {
                throw DynamoError.validation(
                                "The provided expression refers to an attribute that does not exist in the item")
                        .exception();
            }
            return value;
        }
    }

    /** A value that the request brings. */
    record Literal(AttributeValue value) implements UpdateValue {
        @Override
        public AttributeValue in(Map<String, AttributeValue> item) {
            return value;
        }

        @Override
        public String literalType() {
            return value.type();
        }
    }

    /** What the item has at a path, or else another value. */
    record IfNotExists(DocumentPath path, UpdateValue otherwise) implements UpdateValue {
        @Override
        public AttributeValue in(Map<String, AttributeValue> item) {
            AttributeValue value = path.in(item);
            return value == null ? otherwise.in(item) : value;
        }
    }

    /** Two lists, one after the other. */
    record ListAppend(UpdateValue first, UpdateValue second) implements UpdateValue {
        @Override
        public AttributeValue in(Map<String, AttributeValue> item) {
            AttributeValue head = first.in(item);
            AttributeValue tail = second.in(item);
            if (!(head instanceof L start && tail instanceof L end)) {
                throw incorrectType();
            }
            List<AttributeValue> joined =
                    new ArrayList<>(start.values().size() + end.values().size());
            joined.addAll(start.values());
            joined.addAll(end.values());
            return new L(joined);
        }
    }

    /** The sum of two numbers, or their difference. */
    record Arithmetic(UpdateValue left, boolean minus, UpdateValue right) implements UpdateValue {
        @Override
        public AttributeValue in(Map<String, AttributeValue> item) {
            AttributeValue first = left.in(item);
            AttributeValue second = right.in(item);
            if (!(first instanceof N a && second instanceof N b)) {
                throw incorrectType();
            }
            return minus ? sum(a.value(), b.value().negate()) : sum(a.value(), b.value());
        }
    }

    /**
     * The sum, exactly.
     *
     * @throws DynamoException if it is out of range or needs more than 38 digits, which the service calls an overflow
     */
    static N sum(BigDecimal left, BigDecimal right) {
        BigDecimal sum = left.add(right);
        if (sum.signum() == 0) {
            return new N(BigDecimal.ZERO);
        }
        BigDecimal stripped = DynamoNumber.inRange(sum.stripTrailingZeros());
        if (stripped.precision() > DynamoNumber.MAX_DIGITS) {
            throw DynamoError.validation(
                            "Number overflow. Attempting to store a number with magnitude larger than supported range")
                    .exception();
        }
        return new N(stripped);
    }

    /** The error of an operand whose type is known only now. */
    static DynamoException incorrectType() {
        return DynamoError.validation("An operand in the update expression has an incorrect data type")
                .exception();
    }
}
