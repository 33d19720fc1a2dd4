package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.B;
import io.heatshield.protocol.AttributeValue.S;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.util.Map;
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
            return switch (operator) {
                case EQ -> sortKey.equals(operand);
                case LT -> Comparator.LT.holds(sortKey, operand);
                case LE -> Comparator.LE.holds(sortKey, operand);
                case GE -> Comparator.GE.holds(sortKey, operand);
                case GT -> Comparator.GT.holds(sortKey, operand);
                case BETWEEN -> Comparator.GE.holds(sortKey, operand) && Comparator.LE.holds(sortKey, upper);
                case BEGINS_WITH -> Values.beginsWith(sortKey, operand);
            };
        }
    }

    /**
     * The key condition that conditions on single attributes make for a schema.
     *
     * @throws DynamoException a ValidationException in the service's words, if they do not fit the schema
     */
    static KeyCondition of(Map<String, SortCondition> byAttribute, KeySchema keys) {
        if (byAttribute.isEmpty() || byAttribute.size() > 2) {
            throw invalid("Conditions can be of length 1 or 2 only");
        }
        KeySchema.Attribute sortKey = keys.sort();
        if (sortKey == null && byAttribute.size() > 1) {
            throw invalid("Query key condition not supported");
        }
        SortCondition partition = byAttribute.get(keys.partition().name());
        if (partition == null) {
            throw missed(keys.partition());
        }
        requireType(partition, keys.partition());
        if (partition.operator() != Operator.EQ) {
            throw invalid("Query key condition not supported");
        }
        SortCondition sort = sortKey == null ? null : byAttribute.get(sortKey.name());
        if (sortKey != null && sort != null) {
            requireType(sort, sortKey);
        } else if (sortKey != null && byAttribute.size() > 1) {
            throw missed(sortKey);
        }
        return new KeyCondition(partition.operand(), sort);
    }

    private static void requireType(SortCondition condition, KeySchema.Attribute key) {
        String type = key.type().name();
        AttributeValue upper = condition.upper();
        if (!condition.operand().type().equals(type)
                || (upper != null && !upper.type().equals(type))) {
            throw invalid("One or more parameter values were invalid: Condition parameter type does not match schema"
                    + " type");
        }
        requireNotEmpty(condition.operand(), key);
        if (upper != null) {
            requireNotEmpty(upper, key);
        }
    }

    private static void requireNotEmpty(AttributeValue value, KeySchema.Attribute key) {
        boolean emptyString = value instanceof S s && s.value().isEmpty();
        if (emptyString || (value instanceof B b && b.value().length() == 0)) {
            throw invalid("One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
                    + " contain an empty " + (emptyString ? "string" : "binary") + " value. Key: " + key.name());
        }
    }

    private static DynamoException missed(KeySchema.Attribute key) {
        return invalid("Query condition missed key schema element: " + key.name());
    }

    private static DynamoException invalid(String message) {
        return DynamoError.validation(message).exception();
    }
}
