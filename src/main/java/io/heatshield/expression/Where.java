package io.heatshield.expression;

import io.heatshield.expression.Condition.And;
import io.heatshield.expression.Condition.BeginsWith;
import io.heatshield.expression.Condition.Between;
import io.heatshield.expression.Condition.Comparison;
import io.heatshield.expression.Condition.In;
import io.heatshield.expression.KeyCondition.Operator;
import io.heatshield.expression.KeyCondition.SortCondition;
import io.heatshield.expression.Operand.Literal;
import io.heatshield.expression.Operand.Path;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The WHERE clause of a statement.
 *
 * @param parts conditions that must all hold; empty if there is no clause
 */
public record Where(List<Condition> parts) {

    /**
     * How a SELECT gets at its items.
     *
     * @param partitions the partitions to read, each once; empty if the whole table or index must be read
     * @param sort the range to read of each partition, or null for all of it
     * @param filter what must hold besides
     */
    public record Access(
            List<AttributeValue> partitions, @Nullable SortCondition sort, Condition filter) {}

    /**
     * What a write needs.
     *
     * @param key the whole primary key
     * @param condition what must hold besides
     */
    public record Target(Map<String, AttributeValue> key, Condition condition) {}

    public Where {
        parts = List.copyOf(parts);
    }

    /** The clause of a condition: its conjuncts, at whatever depth of parentheses. */
    static Where of(Condition condition) {
        List<Condition> parts = new ArrayList<>();
        collect(condition, parts);
        return new Where(parts);
    }

    private static void collect(Condition condition, List<Condition> parts) {
        if (condition instanceof And and) {
            and.parts().forEach(part -> collect(part, parts));
        } else {
            parts.add(condition);
        }
    }

    /** The clause as one condition, which holds for every item if there is no clause. */
    public Condition condition() {
        return new And(parts);
    }

    /**
     * The key that a write names, and what else it asks.
     *
     * @param keys the table's primary key
     * @throws DynamoException a ValidationException in the service's words, if the clause does not tell the whole key
     *     by equalities
     */
    public Target target(KeySchema keys) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        List<Condition> rest = new ArrayList<>();
        for (Condition part : parts) {
            KeySchema.Attribute attribute = keyAttribute(attributeOf(part), keys);
            if (attribute != null && part instanceof Comparison equal && equal.comparator() == Comparator.EQ) {
                AttributeValue value = ((Literal) equal.right()).value();
                if (!value.type().equals(attribute.type().name())) {
                    throw invalid("The provided key element does not match the schema");
                }
                if (key.put(attribute.name(), value) != null) {
                    throw invalid("Multiple conditions on same key");
                }
            } else {
                rest.add(part);
            }
        }
        if (key.size() != (keys.sort() == null ? 1 : 2)) {
            throw invalid("Where clause does not contain a mandatory equality on all key attributes");
        }
        return new Target(key, new And(rest));
    }

    /**
     * The way to the items of a SELECT. A second condition on the same key attribute becomes a filter.
     *
     * @param keys the primary key of the table, or the key of the index that the statement names
     * @throws DynamoException a ValidationException in the service's words, if a key attribute is compared with
     *     another type than its own
     */
    public Access access(KeySchema keys) {
        Set<AttributeValue> partitions = new LinkedHashSet<>();
        SortCondition sort = null;
        List<Condition> filter = new ArrayList<>();
        for (Condition part : parts) {
            KeySchema.Attribute attribute = keyAttribute(attributeOf(part), keys);
            SortCondition range = attribute == null ? null : range(part);
            if (attribute != null) {
                requireType(part, attribute);
            }
            if (keys.partition().equals(attribute) && partitions.isEmpty()) {
                partitions.addAll(equalTo(part));
                if (partitions.isEmpty()) {
                    filter.add(part);
                }
            } else if (attribute != null && attribute.equals(keys.sort()) && sort == null && range != null) {
                sort = range;
            } else {
                filter.add(part);
            }
        }
        if (partitions.isEmpty()) {
            return new Access(List.of(), null, condition());
        }
        return new Access(List.copyOf(partitions), sort, new And(filter));
    }

    /** The attribute that a condition compares with values of the statement alone, or null. */
    private static @Nullable String attributeOf(Condition part) {
        Operand tested;
        List<Operand> values;
        if (part instanceof Comparison comparison) {
            tested = comparison.left();
            values = List.of(comparison.right());
        } else if (part instanceof Between between) {
            tested = between.value();
            values = List.of(between.lower(), between.upper());
        } else if (part instanceof BeginsWith begins) {
            tested = begins.value();
            values = List.of(begins.prefix());
        } else if (part instanceof In in) {
            tested = in.value();
            values = in.candidates();
        } else {
            return null;
        }
        boolean literal = values.stream().allMatch(Literal.class::isInstance);
        return literal && tested instanceof Path path && path.path().isTopLevel()
                ? path.path().head()
                : null;
    }

    private static KeySchema.@Nullable Attribute keyAttribute(@Nullable String name, KeySchema keys) {
        if (keys.partition().name().equals(name)) {
            return keys.partition();
        }
        KeySchema.Attribute sort = keys.sort();
        return sort != null && sort.name().equals(name) ? sort : null;
    }

    private static void requireType(Condition part, KeySchema.Attribute attribute) {
        for (AttributeValue value : valuesOf(part)) {
            if (!value.type().equals(attribute.type().name())) {
                throw invalid("One or more parameter values were invalid: Condition parameter type does not match"
                        + " schema type");
            }
        }
    }

    private static List<AttributeValue> valuesOf(Condition part) {
        List<Operand> operands = List.of();
        if (part instanceof Comparison comparison) {
            operands = List.of(comparison.right());
        } else if (part instanceof Between between) {
            operands = List.of(between.lower(), between.upper());
        } else if (part instanceof BeginsWith begins) {
            operands = List.of(begins.prefix());
        } else if (part instanceof In in) {
            operands = in.candidates();
        }
        return operands.stream().map(operand -> ((Literal) operand).value()).toList();
    }

    /** The values of which the attribute must have one, or nothing if the condition is no equality. */
    private static List<AttributeValue> equalTo(Condition part) {
        boolean equality = part instanceof In
                || (part instanceof Comparison comparison && comparison.comparator() == Comparator.EQ);
        return equality ? valuesOf(part) : List.of();
    }

    /** The range that a condition on the sort key is, or null if it is none. */
    private static @Nullable SortCondition range(Condition part) {
        List<AttributeValue> values = valuesOf(part);
        if (part instanceof Between) {
            return new SortCondition(Operator.BETWEEN, values.get(0), values.get(1));
        }
        if (part instanceof BeginsWith) {
            return new SortCondition(Operator.BEGINS_WITH, values.get(0), null);
        }
        if (part instanceof Comparison comparison && comparison.comparator() != Comparator.NE) {
            return new SortCondition(KeyConditionReader.operator(comparison.comparator()), values.get(0), null);
        }
        return null;
    }

    private static DynamoException invalid(String message) {
        return DynamoError.validation(message).exception();
    }
}
