package io.heatshield.expression;

import io.heatshield.expression.Problems.Rank;
import io.heatshield.expression.Token.Kind;
import io.heatshield.protocol.AttributeValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads update expressions by recursive descent. */
final class UpdateParser {
    static final String MEMBER = "UpdateExpression";

    private static final int MAX_OPERATORS = 300;
    /** Deeper nesting of calls is an error: it has too many functions. The bound keeps the stack small. */
    private static final int MAX_DEPTH = 320;

    private static final Set<String> SECTIONS = Set.of("SET", "REMOVE", "ADD", "DELETE");
    /** Known to the service, but at home in conditions. */
    private static final Set<String> OF_CONDITIONS =
            Set.of("attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains", "size");

    private static final Map<String, String> TYPE_NAMES = Map.of(
            "S", "STRING",
            "N", "NUMBER",
            "B", "BINARY",
            "BOOL", "BOOLEAN",
            "NULL", "NULL",
            "L", "LIST",
            "M", "MAP");

    /**
     * Something read as a value.
     *
     * @param call the function's name, if it is a call, for what may not be nested
     * @param sum whether it is a sum or difference, which takes no further sign
     */
    private record Term(UpdateValue value, @Nullable String call, boolean sum) {}

    private final Tokens tokens;
    private final Problems problems = Problems.ofUpdate();
    private final PathReader leaves;
    private final PathTree<DocumentPath> targets = new PathTree<>();
    private final List<UpdateAction> actions = new ArrayList<>();
    private int operators;
    private int depth;

    private UpdateParser(Tokens tokens, Placeholders placeholders) {
        this.tokens = tokens;
        this.leaves = new PathReader(tokens, placeholders, problems, SECTIONS);
    }

    static Update parse(String text, Placeholders placeholders) {
        UpdateParser parser = new UpdateParser(Tokens.of(MEMBER, text, placeholders.wording()), placeholders);
        parser.sections();
        parser.problems.raise(parser.tokens);
        return new Update(parser.actions);
    }

    private void sections() {
        Set<String> seen = new HashSet<>();
        do {
            Token token = tokens.peek();
            String section = token.upperCase();
            if (token.kind() != Kind.WORD || !SECTIONS.contains(section)) {
                throw tokens.syntaxError();
            }
            tokens.take();
            do {
                action(section);
            } while (tokens.takeSymbol(","));
            if (!seen.add(section)) {
                problems.note(
                        Rank.SECTION, "The \"" + section + "\" section can only be used once in an update expression;");
            }
        } while (tokens.peek().kind() != Kind.END);
    }

    private void action(String section) {
        DocumentPath target = leaves.path();
        PathTree.Clash clash = targets.add(target, target);
        if (clash != null) {
            problems.note(clash.overlap() ? Rank.OVERLAP : Rank.CONFLICT, clash.message(target));
        }
        switch (section) {
            case "SET" -> {
                tokens.expectSymbol("=");
                actions.add(new UpdateAction.Put(target, value(assigned())));
            }
            case "REMOVE" -> actions.add(new UpdateAction.Remove(target));
            default -> {
                AttributeValue value = leaves.value();
                if (value != null) {
                    checkOperand(section, value);
                    actions.add(
                            section.equals("ADD")
                                    ? new UpdateAction.Add(target, value, false)
                                    : new UpdateAction.Delete(target, value, false));
                }
            }
        }
    }

    private void checkOperand(String section, AttributeValue value) {
        String name = TYPE_NAMES.get(value.type());
        boolean number = section.equals("ADD") && value.type().equals("N");
        if (name != null && !number) {
            problems.note(
                    Rank.ACTION_OPERAND,
                    "Incorrect operand type for operator or function; operator: " + section + ", operand type: " + name
                            + ", typeSet: ALLOWED_FOR_" + section + "_OPERAND");
        }
    }

    /** What stands behind the equals sign: one operand or two with a sign between, perhaps in parentheses. */
    private Term assigned() {
        if (!tokens.peek().isSymbol("(")) {
            return signed(operand());
        }
        tokens.take();
        enter();
        Term inner = signed(operand());
        depth--;
        tokens.expectSymbol(")");
        return inner.sum ? inner : signed(inner);
    }

    private Term signed(Term left) {
        boolean minus = tokens.peek().isSymbol("-");
        if (!minus && !tokens.peek().isSymbol("+")) {
            return left;
        }
        String sign = tokens.take().text();
        countOperator();
        Term right = operand();
        for (Term term : List.of(left, right)) {
            checkType(sign, term, "N");
        }
        return new Term(new UpdateValue.Arithmetic(value(left), minus, value(right)), null, true);
    }

    private void checkType(String name, Term term, String expected) {
        String type = term.value.literalType();
        if (type != null && !type.equals(expected)) {
            problems.note(
                    Rank.OPERAND_TYPE,
                    "Incorrect operand type for operator or function; operator or function: " + name
                            + ", operand type: " + type);
        }
    }

    private Term operand() {
        if (tokens.takeSymbol("(")) {
            enter();
            Term inner = operand();
            depth--;
            tokens.expectSymbol(")");
            return inner;
        }
        Token token = tokens.peek();
        if (token.kind() == Kind.VALUE) {
            return new Term(literal(leaves.value()), null, false);
        }
        if (token.kind() == Kind.WORD && tokens.peekNext().isSymbol("(") && !SECTIONS.contains(token.upperCase())) {
            return call();
        }
        return new Term(new UpdateValue.Path(leaves.path()), null, false);
    }

    /** A value that is not defined gets a stand-in: the expression fails for it in the end. */
    private static UpdateValue literal(@Nullable AttributeValue value) {
        return value == null ? new UpdateValue.Path(DocumentPath.of("?")) : new UpdateValue.Literal(value);
    }

    private Term call() {
        String name = tokens.take().text();
        boolean known = name.equals("if_not_exists") || name.equals("list_append");
        if (!known && OF_CONDITIONS.contains(name)) {
            problems.note(
                    Rank.UNKNOWN_FUNCTION, "The function is not allowed in an update expression; function: " + name);
        } else if (!known) {
            problems.note(Rank.UNKNOWN_FUNCTION, "Invalid function name; function: " + name);
        }
        tokens.expectSymbol("(");
        enter();
        List<Term> arguments = new ArrayList<>();
        do {
            arguments.add(operand());
        } while (tokens.takeSymbol(","));
        depth--;
        tokens.expectSymbol(")");
        if (known && arguments.size() != 2) {
            problems.note(
                    Rank.OPERAND_COUNT,
                    "Incorrect number of operands for operator or function; operator or function: " + name
                            + ", number of operands: " + arguments.size());
            known = false;
        }
        return new Term(known ? called(name, arguments) : literal(null), name, false);
    }

    private UpdateValue called(String name, List<Term> arguments) {
        Term first = arguments.get(0);
        Term second = arguments.get(1);
        if (name.equals("if_not_exists")) {
            refuseNested(second);
            if (first.value instanceof UpdateValue.Path path) {
                return new UpdateValue.IfNotExists(path.path(), second.value);
            }
            problems.note(
                    Rank.OPERAND_TYPE, "Operator or function requires a document path; operator or function: " + name);
            return second.value;
        }
        for (Term argument : arguments) {
            refuseNested(argument);
            checkType(name, argument, "L");
        }
        return new UpdateValue.ListAppend(first.value, second.value);
    }

    /** The service lets a list_append stand only right behind the equals sign. */
    private void refuseNested(Term argument) {
        if ("list_append".equals(argument.call)) {
            misused("list_append");
        }
    }

    private void misused(String name) {
        problems.note(
                Rank.MISUSED_FUNCTION,
                "The function is not allowed to be used this way in an expression; function: " + name);
    }

    private static UpdateValue value(Term term) {
        return term.value;
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
