package io.heatshield.expression;

import io.heatshield.expression.Condition.And;
import io.heatshield.expression.Condition.Between;
import io.heatshield.expression.Condition.Comparison;
import io.heatshield.expression.Condition.Exists;
import io.heatshield.expression.Condition.In;
import io.heatshield.expression.Condition.Not;
import io.heatshield.expression.Condition.NotExists;
import io.heatshield.expression.Condition.Or;
import io.heatshield.expression.KeyCondition.SortCondition;
import io.heatshield.expression.Operand.Literal;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members that came before expressions, as the same trees: {@code Expected}, {@code QueryFilter},
 * {@code ScanFilter} and {@code KeyConditions}. All methods throw {@link DynamoException} with a ValidationException
 * in the service's words. Names of operators are checked by whoever reads the request.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html">
 *     Legacy conditional parameters</a>
 */
public final class LegacyConditions {
    private static final String PREFIX = "One or more parameter values were invalid: ";

    /** What an operator can compare with. */
    private enum Types {
        ALL,
        SCALARS,
        BEGINNING;

        private boolean contain(AttributeValue value) {
            return switch (this) {
                case ALL -> true;
                case SCALARS -> Values.isOrdered(value);
                case BEGINNING -> Values.isOrdered(value) && !(value instanceof AttributeValue.N);
            };
        }
    }

    /** {@code ComparisonOperator}. */
    public enum Operator {
        EQ(1, 1, Types.ALL),
        NE(1, 1, Types.ALL),
        IN(1, Integer.MAX_VALUE, Types.SCALARS),
        LE(1, 1, Types.SCALARS),
        LT(1, 1, Types.SCALARS),
        GE(1, 1, Types.SCALARS),
        GT(1, 1, Types.SCALARS),
        BETWEEN(2, 2, Types.SCALARS),
        NOT_NULL(0, 0, Types.ALL),
        NULL(0, 0, Types.ALL),
        CONTAINS(1, 1, Types.SCALARS),
        NOT_CONTAINS(1, 1, Types.SCALARS),
        BEGINS_WITH(1, 1, Types.BEGINNING);

        private final int least;
        private final int most;
        private final Types types;

        Operator(int least, int most, Types types) {
            this.least = least;
            this.most = most;
            this.types = types;
        }
    }

    /**
     * A {@code Condition} of a filter or of key conditions.
     *
     * @param operator how to compare
     * @param values {@code AttributeValueList}; empty if the request has none
     */
    public record Criterion(Operator operator, List<AttributeValue> values) {
        public Criterion {
            values = List.copyOf(values);
        }
    }

    /**
     * An {@code ExpectedAttributeValue}, each part null where the request lacks it.
     *
     * @param value {@code Value}
     * @param exists {@code Exists}
     * @param operator {@code ComparisonOperator}
     * @param values {@code AttributeValueList}
     */
    public record Expected(
            @Nullable AttributeValue value,
            @Nullable Boolean exists,
            @Nullable Operator operator,
            @Nullable List<AttributeValue> values) {}

    private LegacyConditions() {}

    /**
     * Reads {@code Expected}.
     *
     * @param expected by attribute
     * @param or whether {@code ConditionalOperator} is {@code OR}; null if the request has none
     */
    public static Condition expected(Map<String, Expected> expected, @Nullable Boolean or) {
        checkConditionalOperator(expected.size(), or);
        List<Condition> parts = new ArrayList<>();
        expected.forEach((attribute, each) -> parts.add(expected(attribute, each)));
        return joined(parts, or);
    }

    /**
     * Reads {@code QueryFilter} or {@code ScanFilter}.
     *
     * @param filter by attribute
     * @param or whether {@code ConditionalOperator} is {@code OR}; null if the request has none
     */
    public static Condition filter(Map<String, Criterion> filter, @Nullable Boolean or) {
        checkConditionalOperator(filter.size(), or);
        List<Condition> parts = new ArrayList<>();
        filter.forEach((attribute, criterion) -> {
            check(criterion);
            parts.add(condition(attribute, criterion));
        });
        return joined(parts, or);
    }

    /**
     * Reads {@code KeyConditions}.
     *
     * @param conditions by attribute
     * @param keys the key schema of the table or the index that is queried
     */
    public static KeyCondition keyConditions(Map<String, Criterion> conditions, KeySchema keys) {
        conditions.values().forEach(LegacyConditions::check);
        Map<String, SortCondition> byAttribute = new LinkedHashMap<>();
        conditions.forEach((attribute, criterion) -> byAttribute.put(attribute, range(criterion)));
        KeySchema.Attribute sort = keys.sort();
        requireIndexable(conditions.get(keys.partition().name()));
        if (sort != null && conditions.containsKey(keys.partition().name())) {
            requireIndexable(conditions.get(sort.name()));
        }
        return KeyCondition.of(byAttribute, keys);
    }

    private static void requireIndexable(@Nullable Criterion criterion) {
        if (criterion != null && KeyConditionReader.operator(criterion.operator.name()) == null) {
            throw DynamoError.validation("Attempted conditional constraint is not an indexable operation")
                    .exception();
        }
    }

    /** The range of a criterion; one that no key can have stands for itself, as it is refused for other reasons. */
    private static SortCondition range(Criterion criterion) {
        KeyCondition.Operator operator = KeyConditionReader.operator(criterion.operator.name());
        List<AttributeValue> values = criterion.values;
        if (operator == null) {
            return new SortCondition(KeyCondition.Operator.EQ, new AttributeValue.Null(), null);
        }
        return new SortCondition(operator, values.get(0), values.size() > 1 ? values.get(1) : null);
    }

    private static void checkConditionalOperator(int conditions, @Nullable Boolean or) {
        if (or != null && conditions < 2) {
            throw DynamoError.validation(
                            conditions == 0
                                    ? "ConditionalOperator cannot be used without Filter or Expected"
                                    : "ConditionalOperator can only be used when Filter or Expected has two or more"
                                            + " elements")
                    .exception();
        }
    }

    private static Condition joined(List<Condition> parts, @Nullable Boolean or) {
        return or != null && or ? new Or(parts) : new And(parts);
    }

    private static Condition expected(String attribute, Expected expected) {
        if (expected.values != null && expected.value != null) {
            throw invalid("Value and AttributeValueList cannot be used together for Attribute: " + attribute);
        }
        if (expected.operator == null) {
            return withoutOperator(attribute, expected);
        }
        Operator operator = expected.operator;
        if (expected.exists != null) {
            throw invalid("Exists and ComparisonOperator cannot be used together for Attribute: " + attribute);
        }
        List<AttributeValue> values = expected.values;
        if (values == null && expected.value != null) {
            values = List.of(expected.value);
        }
        if (values == null && operator.most > 0) {
            throw invalid("Value or AttributeValueList must be used with ComparisonOperator: " + operator
                    + " for Attribute: " + attribute);
        }
        Criterion criterion = new Criterion(operator, values == null ? List.of() : values);
        check(criterion);
        return condition(attribute, criterion);
    }

    private static Condition withoutOperator(String attribute, Expected expected) {
        if (expected.values != null) {
            throw invalid("AttributeValueList can only be used with a ComparisonOperator for Attribute: " + attribute);
        }
        DocumentPath path = DocumentPath.of(attribute);
        boolean exists = expected.exists == null || expected.exists;
        if (exists && expected.value == null) {
            throw invalid("Value must be provided when Exists is " + expected.exists + " for Attribute: " + attribute);
        }
        if (expected.value == null) {
            return new NotExists(path);
        }
        if (!exists) {
            throw invalid("Value cannot be used when Exists is false for Attribute: " + attribute);
        }
        return new Comparison(Comparator.EQ, new Operand.Path(path), new Literal(expected.value));
    }

    private static void check(Criterion criterion) {
        Operator operator = criterion.operator;
        List<AttributeValue> values = criterion.values;
        if (values.size() < operator.least || values.size() > operator.most) {
            throw invalid("Invalid number of argument(s) for the " + operator + " ComparisonOperator");
        }
        for (AttributeValue value : values) {
            if (!value.type().equals(values.get(0).type())) {
                throw invalid("AttributeValues inside AttributeValueList must be of same type");
            }
        }
        for (AttributeValue value : values) {
            if (!operator.types.contain(value)) {
                throw invalid("ComparisonOperator " + operator + " is not valid for " + value.type()
                        + " AttributeValue type");
            }
        }
        if (operator == Operator.BETWEEN && Values.compare(values.get(0), values.get(1)) > 0) {
            throw DynamoError.validation("The BETWEEN condition was provided a range where the lower bound is greater"
                            + " than the upper bound")
                    .exception();
        }
    }

    private static Condition condition(String attribute, Criterion criterion) {
        DocumentPath path = DocumentPath.of(attribute);
        Operand tested = new Operand.Path(path);
        List<Operand> values = new ArrayList<>();
        criterion.values.forEach(value -> values.add(new Literal(value)));
        return switch (criterion.operator) {
            case EQ, NE, LE, LT, GE, GT ->
                new Comparison(Comparator.valueOf(criterion.operator.name()), tested, values.get(0));
            case IN -> new In(tested, values);
            case BETWEEN -> new Between(tested, values.get(0), values.get(1));
            case NOT_NULL -> new Exists(path);
            case NULL -> new NotExists(path);
            case CONTAINS -> new Condition.Contains(tested, values.get(0));
            // Of an attribute that is not there, neither CONTAINS nor NOT_CONTAINS holds.
            case NOT_CONTAINS ->
                new And(List.of(new Exists(path), new Not(new Condition.Contains(tested, values.get(0)))));
            case BEGINS_WITH -> new Condition.BeginsWith(tested, values.get(0));
        };
    }

    private static DynamoException invalid(String message) {
        return DynamoError.validation(PREFIX + message).exception();
    }
}
