package io.heatshield.expression;

import io.heatshield.expression.Condition.Comparison;
import io.heatshield.expression.Operand.Literal;
import io.heatshield.expression.Operand.Path;
import io.heatshield.expression.Operand.Size;
import io.heatshield.expression.Problems.Rank;
import io.heatshield.protocol.AttributeJson.Wording;
import io.heatshield.protocol.AttributeValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the functions and operators of conditions mean, and what they accept. */
final class ConditionFunctions {
    private static final Map<String, Integer> ARGUMENTS = Map.of(
            "attribute_exists", 1,
            "attribute_not_exists", 1,
            "attribute_type", 2,
            "begins_with", 2,
            "contains", 2,
            "size", 1);

    /** Known to the service, but at home in updates. */
    private static final Set<String> OF_UPDATES = Set.of("if_not_exists", "list_append");

    private static final Set<String> TYPES = Set.of("S", "N", "B", "NULL", "SS", "BOOL", "L", "BS", "NS", "M");

    private static final Set<String> BEGINS_WITH_REFUSES = Set.of("N", "BOOL", "NULL", "SS", "NS", "BS", "L", "M");
    private static final Set<String> SIZE_REFUSES = Set.of("N", "BOOL", "NULL");
    private static final Set<String> ORDER_REFUSES = Set.of("BOOL", "NULL", "SS", "NS", "BS", "L", "M");

    private final Problems problems;
    private final Wording wording;

    ConditionFunctions(Problems problems, Wording wording) {
        this.problems = problems;
        this.wording = wording;
    }

    /** Notes a name that is no function, before its arguments are read. */
    void checkName(String name) {
        if (OF_UPDATES.contains(name)) {
            problems.note(
                    Rank.UNKNOWN_FUNCTION, "The function is not allowed in a condition expression; function: " + name);
        } else if (!ARGUMENTS.containsKey(name)) {
            problems.note(Rank.UNKNOWN_FUNCTION, "Invalid function name; function: " + name);
        }
    }

    private void misused(String name) {
        problems.note(
                Rank.MISUSED_FUNCTION,
                "The function is not allowed to be used this way in an expression; function: " + name);
    }

    /** Notes what is wrong with the arguments of a known function. */
    void check(FunctionCall call) {
        Integer expected = ARGUMENTS.get(call.name());
        if (expected == null) {
            return;
        }
        List<Operand> arguments = call.arguments();
        if (arguments.size() != expected) {
            problems.note(
                    Rank.OPERAND_COUNT,
                    "Incorrect number of operands for operator or function; operator or function: " + call.name()
                            + ", number of operands: " + arguments.size());
            return;
        }
        checkDistinct(call.name(), arguments.get(0), arguments.subList(1, arguments.size()));
        switch (call.name()) {
            case "attribute_exists", "attribute_not_exists" -> requirePath(call.name(), arguments.get(0));
            case "begins_with" ->
                arguments.forEach(argument -> refuseTypes("begins_with", argument, BEGINS_WITH_REFUSES));
            case "attribute_type" -> checkType(arguments.get(1));
            case "size" -> refuseTypes("size", arguments.get(0), SIZE_REFUSES);
            default -> {}
        }
    }

    private void requirePath(String name, Operand argument) {
        if (!(argument instanceof Path)) {
            problems.note(
                    Rank.OPERAND_TYPE, "Operator or function requires a document path; operator or function: " + name);
        }
    }

    private void checkType(Operand argument) {
        String type = type(argument);
        if (!"S".equals(type)) {
            operandType("attribute_type", type == null ? internalTypes() : type);
        } else if (argument instanceof Literal literal
                && literal.value() instanceof AttributeValue.S name
                && !TYPES.contains(name.value())) {
            problems.note(
                    Rank.OPERAND_TYPE,
                    "Invalid attribute type name found; type: " + name.value() + ", valid types: "
                            + typeNames(wording));
        }
    }

    /** The names that a type can have, in the order in which the service's errors show them. */
    static String typeNames(Wording wording) {
        return wording == Wording.OLDER ? "{N,BS,L,B,NULL,M,S,SS,NS,BOOL}" : "{S,SS,N,NS,B,BS,BOOL,NULL,L,M}";
    }

    /** What the service calls the type of a path: all that it could have, by its own names. */
    private String internalTypes() {
        return wording == Wording.OLDER
                ? "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}"
                : "{S,SS,N,NS,B,BS,BOOL,NULL,L,M,HD,DOUBLE,FLOAT,HDS,FS,DOUBLESET,DICT,DECIMAL,INT,DECIMALSET,INTSET}";
    }

    private void refuseTypes(String name, Operand argument, Set<String> refused) {
        String type = type(argument);
        if (type != null && refused.contains(type)) {
            operandType(name, type);
        }
    }

    private void operandType(String name, String type) {
        problems.note(
                Rank.OPERAND_TYPE,
                "Incorrect operand type for operator or function; operator or function: " + name + ", operand type: "
                        + type);
    }

    /** The type of an operand, if the text alone tells it. */
    private static @Nullable String type(Operand operand) {
        if (operand instanceof Literal literal) {
            return literal.value().type();
        }
        return operand instanceof Size ? "N" : null;
    }

    /** Notes that an operand is compared with itself. */
    void checkDistinct(String operator, Operand first, List<Operand> others) {
        if (first instanceof Path path && others.contains(path)) {
            problems.note(
                    Rank.DISTINCT,
                    "The first operand must be distinct from the remaining operands for this operator or function;"
                            + " operator: " + operator + ", first operand: " + path.path());
        }
    }

    Comparison comparison(Comparator comparator, Operand left, Operand right) {
        checkDistinct(comparator.symbol(), left, List.of(right));
        if (comparator != Comparator.EQ && comparator != Comparator.NE) {
            refuseTypes(comparator.symbol(), left, ORDER_REFUSES);
            refuseTypes(comparator.symbol(), right, ORDER_REFUSES);
        }
        return new Comparison(comparator, left, right);
    }

    /** Notes bounds of BETWEEN that no value can be within, if the request brings them both. */
    void checkBounds(Operand value, Operand lower, Operand upper) {
        for (Operand operand : List.of(value, lower, upper)) {
            refuseTypes("BETWEEN", operand, ORDER_REFUSES);
        }
        if (!(lower instanceof Literal low && upper instanceof Literal high)) {
            return;
        }
        String shown = "lower bound operand: AttributeValue: " + Values.shown(low.value())
                + ", upper bound operand: AttributeValue: " + Values.shown(high.value());
        if (!low.value().type().equals(high.value().type())) {
            problems.note(
                    Rank.OPERAND_TYPE,
                    "The BETWEEN operator requires same data type for lower and upper bounds; " + shown);
        } else if (Values.isOrdered(low.value()) && Values.compare(low.value(), high.value()) > 0) {
            problems.note(
                    Rank.OPERAND_TYPE,
                    "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; " + shown);
        }
    }

    /** The call as an operand, which only {@code size} can be. */
    Operand asOperand(FunctionCall call) {
        if (!call.name().equals("size")) {
            if (ARGUMENTS.containsKey(call.name())) {
                misused(call.name());
            }
            return call.arguments().get(0);
        }
        return new Size(call.arguments().get(0));
    }

    /** The call as a condition, which all but {@code size} can be. What is returned for a wrong call is never used. */
    Condition asCondition(FunctionCall call) {
        List<Operand> arguments = call.arguments();
        Operand first = arguments.get(0);
        Operand last = arguments.get(arguments.size() - 1);
        return switch (call.name()) {
            case "attribute_exists" -> new Condition.Exists(pathOf(first));
            case "attribute_not_exists" -> new Condition.NotExists(pathOf(first));
            case "attribute_type" -> new Condition.TypeIs(first, stringOf(last));
            case "begins_with" -> new Condition.BeginsWith(first, last);
            default -> {
                if (call.name().equals("size")) {
                    misused("size");
                }
                yield new Condition.Contains(first, last);
            }
        };
    }

    private static String stringOf(Operand operand) {
        return operand instanceof Literal literal && literal.value() instanceof AttributeValue.S s ? s.value() : "";
    }

    private static DocumentPath pathOf(Operand operand) {
        return operand instanceof Path path ? path.path() : DocumentPath.of("?");
    }
}
