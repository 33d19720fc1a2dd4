package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import java.util.List;

/**
 * One condition on a key attribute.
 *
 * @param operator {@code EQ}, {@code LT}, {@code LE}, {@code GT}, {@code GE}, {@code BEGINS_WITH} or {@code BETWEEN};
 *     legacy requests may bring others, which are refused
 * @param operands one value, two of {@code BETWEEN}
 */
record KeyTest(String operator, List<AttributeValue> operands) {
    KeyTest {
        operands = List.copyOf(operands);
    }
}
