package io.heatshield.expression;

import io.heatshield.expression.Condition.And;
import io.heatshield.expression.Condition.Between;
import io.heatshield.expression.Condition.In;
import io.heatshield.expression.Condition.Not;
import io.heatshield.expression.Condition.Or;
import io.heatshield.expression.Problems.Rank;
import io.heatshield.expression.Token.Kind;
import io.heatshield.protocol.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads conditions by recursive descent.
 *
 * <p>An opening parenthesis may begin a condition, {@code (a = :v)}, or an operand, {@code (a) = :v}, and only what
 * follows tells. To read every token once, a parenthesis is read as a {@link Term}, which may be either; whoever
 * needs one kind asks for it and fails if it is the other.
 */
final class ConditionParser {
    private static final int MAX_OPERATORS = 300;
    private static final int MAX_CANDIDATES = 100;
    /**
     * Deeper nesting is always an error: each level has an operator, of which there may be 300, or is redundant. The
     * bound keeps the stack small.
     */
    private static final int MAX_DEPTH = 320;

    /** The words that the grammar takes for itself, so that they cannot be names. */
    private static final Set<String> KEYWORDS = Set.of("AND", "OR", "NOT", "BETWEEN", "IN");

    /** What a parenthesis, or an operand without one, turned out to be. */
    private sealed interface Term {
        boolean grouped();
    }

    private record Whole(Condition condition, boolean grouped) implements Term {}

    private record Loose(Operand operand, boolean grouped) implements Term {}

    /** A call whose place is not known yet: {@code size} is an operand, the other functions are conditions. */
    private record Called(FunctionCall call, boolean grouped) implements Term {}

    private final Tokens tokens;
    private final Problems problems = Problems.ofCondition();
    private final PathReader leaves;
    private final ConditionFunctions functions;
    private int operators;
    private int depth;

    private ConditionParser(Tokens tokens, Placeholders placeholders) {
        this.tokens = tokens;
        this.leaves = new PathReader(tokens, placeholders, problems, KEYWORDS);
        this.functions = new ConditionFunctions(problems, placeholders.wording());
    }

    static Condition parse(String member, String text, Placeholders placeholders) {
        ConditionParser parser = new ConditionParser(Tokens.of(member, text, placeholders.wording()), placeholders);
        Condition condition = parser.condition(parser.or());
        parser.tokens.expect(Kind.END);
        parser.problems.raise(parser.tokens);
        return condition;
    }

    private Term or() {
        Term first = and();
        if (!tokens.peek().isWord("OR")) {
            return first;
        }
        List<Condition> parts = new ArrayList<>();
        parts.add(condition(first));
        while (tokens.takeWord("OR")) {
            countOperator();
            parts.add(condition(and()));
        }
        return new Whole(new Or(parts), false);
    }

    private Term and() {
        Term first = not();
        if (!tokens.peek().isWord("AND")) {
            return first;
        }
        List<Condition> parts = new ArrayList<>();
        parts.add(condition(first));
        while (tokens.takeWord("AND")) {
            countOperator();
            parts.add(condition(not()));
        }
        return new Whole(new And(parts), false);
    }

    private Term not() {
        int negations = 0;
        while (tokens.takeWord("NOT")) {
            countOperator();
            negations++;
        }
        Term term = predicate();
        if (negations == 0) {
            return term;
        }
        Condition condition = condition(term);
        for (int i = 0; i < negations && operators <= MAX_OPERATORS; i++) {
            condition = new Not(condition);
        }
        return new Whole(condition, false);
    }

    private Term predicate() {
        Term first = primary();
        if (first instanceof Whole) {
            return first;
        }
        Comparator comparator = Comparator.of(tokens.peek());
        if (comparator != null) {
            tokens.take();
            countOperator();
            Operand left = operand(first);
            Operand right = operand(operandTerm());
            return settled(functions.comparison(comparator, left, right));
        }
        if (tokens.takeWord("BETWEEN")) {
            countOperator();
            Operand lower = operand(operandTerm());
            tokens.expectWord("AND");
            Operand upper = operand(operandTerm());
            Operand value = operand(first);
            functions.checkBounds(value, lower, upper);
            return settled(new Between(value, lower, upper));
        }
        if (tokens.takeWord("IN")) {
            countOperator();
            return settled(in(operand(first)));
        }
        return first;
    }

    private In in(Operand value) {
        tokens.expectSymbol("(");
        List<Operand> candidates = operands();
        tokens.expectSymbol(")");
        if (candidates.size() > MAX_CANDIDATES) {
            problems.note(
                    Rank.OPERAND_COUNT,
                    "The IN operator is provided with too many operands; number of operands: " + candidates.size());
        }
        functions.checkDistinct("IN", value, candidates);
        return new In(value, candidates);
    }

    private List<Operand> operands() {
        List<Operand> operands = new ArrayList<>();
        do {
            operands.add(operand(operandTerm()));
        } while (tokens.takeSymbol(","));
        return operands;
    }

    private Term primary() {
        if (!tokens.takeSymbol("(")) {
            return leaf();
        }
        enter();
        Term inner = or();
        tokens.expectSymbol(")");
        depth--;
        return grouped(inner);
    }

    /** As {@link #primary}, where only an operand can stand. */
    private Term operandTerm() {
        if (!tokens.takeSymbol("(")) {
            return leaf();
        }
        enter();
        Term inner = operandTerm();
        tokens.expectSymbol(")");
        depth--;
        return grouped(inner);
    }

    private Term grouped(Term inner) {
        if (inner.grouped()) {
            problems.note(Rank.PARENTHESES, "The expression has redundant parentheses;");
        }
        if (inner instanceof Whole whole) {
            return new Whole(whole.condition, true);
        }
        return inner instanceof Called called
                ? new Called(called.call, true)
                : new Loose(((Loose) inner).operand, true);
    }

    private Term leaf() {
        Token token = tokens.peek();
        if (token.kind() == Kind.VALUE) {
            AttributeValue value = leaves.value();
            return new Loose(literal(value), false);
        }
        boolean call = token.kind() == Kind.WORD && tokens.peekNext().isSymbol("(");
        if (call && !KEYWORDS.contains(token.upperCase())) {
            return new Called(call(), false);
        }
        return new Loose(new Operand.Path(leaves.path()), false);
    }

    /** A value that is not defined gets a stand-in: the expression fails for it in the end. */
    private static Operand literal(@Nullable AttributeValue value) {
        return value == null ? new Operand.Path(DocumentPath.of("?")) : new Operand.Literal(value);
    }

    private FunctionCall call() {
        String name = tokens.take().text();
        functions.checkName(name);
        tokens.expectSymbol("(");
        enter();
        List<Operand> arguments = operands();
        depth--;
        tokens.expectSymbol(")");
        FunctionCall call = new FunctionCall(name, arguments);
        functions.check(call);
        return call;
    }

    private Operand operand(Term term) {
        if (term instanceof Loose loose) {
            return loose.operand;
        }
        if (term instanceof Called called) {
            return functions.asOperand(called.call);
        }
        throw tokens.syntaxError();
    }

    private Condition condition(Term term) {
        if (term instanceof Whole whole) {
            return whole.condition;
        }
        if (term instanceof Called called) {
            Condition condition = functions.asCondition(called.call);
            problems.settle();
            return condition;
        }
        throw tokens.syntaxError();
    }

    private Term settled(Condition condition) {
        problems.settle();
        return new Whole(condition, false);
    }

    private void countOperator() {
        operators++;
        if (operators == MAX_OPERATORS + 1) {
            problems.note(
                    Rank.OPERATOR_COUNT, "The expression contains too many operators; operator count: " + operators);
        }
    }

    private void enter() {
        depth++;
        if (depth > MAX_DEPTH) {
            problems.note(Rank.NESTING, "The expression has redundant parentheses;");
            problems.raise(tokens);
        }
    }
}
