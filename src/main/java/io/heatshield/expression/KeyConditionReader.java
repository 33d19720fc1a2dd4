package io.heatshield.expression;

import io.heatshield.expression.Condition.And;
import io.heatshield.expression.Condition.BeginsWith;
import io.heatshield.expression.Condition.Between;
import io.heatshield.expression.Condition.Comparison;
import io.heatshield.expression.KeyCondition.Operator;
import io.heatshield.expression.KeyCondition.SortCondition;
import io.heatshield.expression.Operand.Literal;
import io.heatshield.expression.Operand.Path;
import io.heatshield.expression.Operand.Size;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Understands a condition as a key condition. The service reads key conditions by the grammar of all conditions and
 * then refuses what a key cannot be asked, in this order.
 */
final class KeyConditionReader {
    static final String MEMBER = "KeyConditionExpression";

    private final Map<String, SortCondition> byAttribute = new LinkedHashMap<>();

    private KeyConditionReader() {}

    static KeyCondition read(Condition condition, KeySchema keys) {
        return KeyCondition.of(tests(condition), keys);
    }

    /** What the condition asks of each attribute, whatever the schema. */
    static Map<String, SortCondition> tests(Condition condition) {
        KeyConditionReader reader = new KeyConditionReader();
        reader.collect(condition);
        return reader.byAttribute;
    }

    private void collect(Condition condition) {
        if (condition instanceof And and) {
            and.parts().forEach(this::collect);
        } else if (condition instanceof Comparison comparison && comparison.comparator() != Comparator.NE) {
            String attribute = attribute(List.of(comparison.left(), comparison.right()));
            boolean mirrored = comparison.right() instanceof Path;
            Comparator comparator = mirrored ? comparison.comparator().mirrored() : comparison.comparator();
            AttributeValue value = value(mirrored ? comparison.left() : comparison.right());
            add(attribute, new SortCondition(operator(comparator), value, null));
        } else if (condition instanceof Between between) {
            requireFirst("BETWEEN", between.value());
            String attribute = attribute(List.of(between.value(), between.lower(), between.upper()));
            add(attribute, new SortCondition(Operator.BETWEEN, value(between.lower()), value(between.upper())));
        } else if (condition instanceof BeginsWith begins) {
            requireFirst("begins_with", begins.value());
            String attribute = attribute(List.of(begins.value(), begins.prefix()));
            add(attribute, new SortCondition(Operator.BEGINS_WITH, value(begins.prefix()), null));
        } else {
            throw invalid("Invalid operator used in KeyConditionExpression: " + operatorName(condition));
        }
    }

    private static String operatorName(Condition condition) {
        if (condition instanceof Condition.Or) {
            return "OR";
        }
        if (condition instanceof Condition.Not) {
            return "NOT";
        }
        if (condition instanceof Condition.In) {
            return "IN";
        }
        if (condition instanceof Condition.Exists) {
            return "attribute_exists";
        }
        if (condition instanceof Condition.NotExists) {
            return "attribute_not_exists";
        }
        if (condition instanceof Condition.TypeIs) {
            return "attribute_type";
        }
        return condition instanceof Condition.Contains ? "contains" : "<>";
    }

    private static void requireFirst(String operator, Operand first) {
        if (!(first instanceof Path)) {
            throw invalid("Invalid condition in KeyConditionExpression: " + operator
                    + " operator must have the key attribute as its first operand");
        }
    }

    /** The one attribute among the operands. */
    private static String attribute(List<Operand> operands) {
        String attribute = null;
        for (Operand operand : operands) {
            if (operand instanceof Size) {
                throw invalid("KeyConditionExpressions cannot contain nested operations");
            }
            if (operand instanceof Path path) {
                if (attribute != null) {
                    throw invalid("Invalid condition in KeyConditionExpression: Multiple attribute names used in one"
                            + " condition");
                }
                if (!path.path().isTopLevel()) {
                    throw invalid("KeyConditionExpressions cannot have conditions on nested attributes");
                }
                attribute = path.path().head();
            }
        }
        if (attribute == null) {
            throw invalid("Invalid condition in KeyConditionExpression: No key attribute specified");
        }
        return attribute;
    }

    private static AttributeValue value(Operand operand) {
        return ((Literal) operand).value();
    }

    private void add(String attribute, SortCondition condition) {
        if (byAttribute.put(attribute, condition) != null) {
            throw invalid("KeyConditionExpressions must only contain one condition per key");
        }
    }

    static Operator operator(Comparator comparator) {
        return switch (comparator) {
            case LT -> Operator.LT;
            case LE -> Operator.LE;
            case GT -> Operator.GT;
            case GE -> Operator.GE;
            default -> Operator.EQ;
        };
    }

    private static DynamoException invalid(String message) {
        return Tokens.invalid(MEMBER, message);
    }

    /** For the legacy form, which names its operators so. */
    static @Nullable Operator operator(String name) {
        for (Operator operator : Operator.values()) {
            if (operator.name().equals(name)) {
                return operator;
            }
        }
        return null;
    }
}
