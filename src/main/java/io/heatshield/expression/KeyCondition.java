package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import org.jspecify.annotations.Nullable;

/**
 * What a query asks of the primary key: one partition, and a range of it.
 *
 * @param partition the partition key's value, of the schema's type
 * @param sort what is asked of the sort key, or null for the whole partition
 */
public record KeyCondition(
        AttributeValue partition, @Nullable SortCondition sort) {

    /** How a sort key is compared. */
    public enum Operator {
        EQ,
        LT,
        LE,
        GE,
        GT,
        BETWEEN,
        BEGINS_WITH
    }

    /**
     * A range of sort keys.
     *
     * @param operator how to compare
     * @param operand what with, of the schema's type; the lower bound of BETWEEN, inclusive
     * @param upper the upper bound of BETWEEN, inclusive; null for every other operator
     */
    public record SortCondition(
            Operator operator,
            AttributeValue operand,
            @Nullable AttributeValue upper) {

        /** Whether a sort key is in the range. */
        public boolean test(AttributeValue sortKey) {
            throw new UnsupportedOperationException();
        }
    }
}
