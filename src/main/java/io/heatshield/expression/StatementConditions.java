package io.heatshield.expression;

import io.heatshield.expression.Condition.And;
import io.heatshield.expression.Condition.Between;
import io.heatshield.expression.Condition.Comparison;
import io.heatshield.expression.Condition.Exists;
import io.heatshield.expression.Condition.In;
import io.heatshield.expression.Condition.Not;
import io.heatshield.expression.Condition.NotExists;
import io.heatshield.expression.Condition.Or;
import io.heatshield.expression.Condition.TypeIs;
import io.heatshield.expression.Operand.Literal;
import io.heatshield.expression.Operand.Path;
import io.heatshield.protocol.AttributeJson.Wording;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the conditions of a WHERE clause by recursive descent, into the trees that expressions have. */
final class StatementConditions {
    private static final int MAX_CANDIDATES = 100;
    /** Keeps the stack small; no statement of the service's length needs as many parentheses. */
    private static final int MAX_DEPTH = 100;

    private static final Set<String> TYPES = Set.of("S", "N", "B", "NULL", "SS", "BOOL", "L", "BS", "NS", "M");

    private final StatementTokens tokens;
    private final StatementValues values;
    private int depth;

    StatementConditions(StatementTokens tokens, StatementValues values) {
        this.tokens = tokens;
        this.values = values;
    }

    Condition read() {
        List<Condition> parts = new ArrayList<>();
        do {
            parts.add(and());
        } while (tokens.takeWord("OR"));
        return parts.size() == 1 ? parts.get(0) : new Or(parts);
    }

    private Condition and() {
        List<Condition> parts = new ArrayList<>();
        do {
            parts.add(not());
        } while (tokens.takeWord("AND"));
        return parts.size() == 1 ? parts.get(0) : new And(parts);
    }

    private Condition not() {
        boolean negated = false;
        while (tokens.takeWord("NOT")) {
            negated = !negated;
        }
        Condition condition = primary();
        return negated ? new Not(condition) : condition;
    }

    private Condition primary() {
        if (tokens.takeSymbol("(")) {
            depth++;
            if (depth > MAX_DEPTH) {
                throw StatementTokens.notWellFormed("The where clause is nested too deeply");
            }
            Condition inner = read();
            depth--;
            tokens.expectSymbol(")");
            return inner;
        }
        if (tokens.takeCall("begins_with")) {
            Operand value = operand();
            tokens.expectSymbol(",");
            Operand prefix = operand();
            refuse("begins_with", prefix, Set.of("N", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"));
            return closed(new Condition.BeginsWith(value, prefix));
        }
        if (tokens.takeCall("contains")) {
            Operand value = operand();
            tokens.expectSymbol(",");
            return closed(new Condition.Contains(value, operand()));
        }
        if (tokens.takeCall("attribute_exists")) {
            return closed(new Exists(values.path()));
        }
        if (tokens.takeCall("attribute_not_exists")) {
            return closed(new NotExists(values.path()));
        }
        return tokens.takeCall("attribute_type") ? closed(typeIs()) : comparison();
    }

    private Condition closed(Condition condition) {
        tokens.expectSymbol(")");
        return condition;
    }

    private Condition typeIs() {
        Operand value = operand();
        tokens.expectSymbol(",");
        AttributeValue type = values.value();
        if (!(type instanceof AttributeValue.S name)) {
            throw operandType("attribute_type", type.type());
        }
        if (!TYPES.contains(name.value())) {
            throw StatementValues.invalid("Invalid attribute type name found; type: " + name.value() + ", valid types: "
                    + ConditionFunctions.typeNames(Wording.OLDER));
        }
        return new TypeIs(value, name.value());
    }

    private Condition comparison() {
        Operand left = operand();
        if (tokens.takeWord("IS")) {
            return is(left);
        }
        boolean negated = tokens.takeWord("NOT");
        if (tokens.takeWord("BETWEEN")) {
            Operand lower = operand();
            tokens.expectWord("AND");
            Condition between = between(left, lower, operand());
            return negated ? new Not(between) : between;
        }
        if (tokens.takeWord("IN")) {
            Condition in = in(left);
            return negated ? new Not(in) : in;
        }
        Comparator comparator = negated ? null : comparator(tokens.peek());
        if (comparator == null) {
            throw tokens.unexpected(
                    tokens.peek().kind() == Token.Kind.END ? "Unexpected term" : "Unexpected token after expression");
        }
        tokens.take();
        return compared(comparator, left, operand());
    }

    private static Condition compared(Comparator comparator, Operand left, Operand right) {
        if (comparator != Comparator.EQ && comparator != Comparator.NE) {
            refuseUnordered(comparator.symbol(), left);
            refuseUnordered(comparator.symbol(), right);
        }
        boolean mirrored = left instanceof Literal && !(right instanceof Literal);
        return mirrored ? new Comparison(comparator.mirrored(), right, left) : new Comparison(comparator, left, right);
    }

    private static @Nullable Comparator comparator(Token token) {
        return token.isSymbol("!=") ? Comparator.NE : Comparator.of(token);
    }

    private Condition is(Operand tested) {
        boolean negated = tokens.takeWord("NOT");
        Condition condition;
        if (tokens.takeWord("NULL")) {
            condition = new TypeIs(tested, "NULL");
        } else {
            tokens.expectWord("MISSING");
            if (!(tested instanceof Path path)) {
                throw tokens.unexpected("Unexpected term");
            }
            condition = new NotExists(path.path());
        }
        return negated ? new Not(condition) : condition;
    }

    private static Condition between(Operand value, Operand lower, Operand upper) {
        for (Operand operand : List.of(value, lower, upper)) {
            refuseUnordered("BETWEEN", operand);
        }
        return new Between(value, lower, upper);
    }

    private Condition in(Operand value) {
        String closing = tokens.takeSymbol("[") ? "]" : ")";
        if (closing.equals(")")) {
            tokens.expectSymbol("(");
        }
        List<Operand> candidates = new ArrayList<>();
        do {
            candidates.add(operand());
        } while (tokens.takeSymbol(","));
        tokens.expectSymbol(closing);
        if (candidates.size() > MAX_CANDIDATES) {
            throw StatementValues.invalid(
                    "The IN operator is provided with too many operands; number of operands: " + candidates.size());
        }
        return new In(value, candidates);
    }

    private Operand operand() {
        if (tokens.takeCall("size")) {
            Operand of = leaf();
            tokens.expectSymbol(")");
            return new Operand.Size(of);
        }
        return leaf();
    }

    private Operand leaf() {
        if (values.atValue()) {
            return new Literal(values.value());
        }
        return new Path(values.path());
    }

    private static void refuseUnordered(String operator, Operand operand) {
        refuse(operator, operand, Set.of("BOOL", "NULL", "SS", "NS", "BS", "L", "M"));
    }

    private static void refuse(String operator, Operand operand, Set<String> types) {
        if (operand instanceof Literal literal && types.contains(literal.value().type())) {
            throw operandType(operator, literal.value().type());
        }
    }

    private static DynamoException operandType(String operator, String type) {
        return StatementValues.invalid("Incorrect operand type for operator or function; operator or function: "
                + operator + ", operand type: " + type);
    }
}
