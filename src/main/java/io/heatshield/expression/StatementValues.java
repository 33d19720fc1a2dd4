package io.heatshield.expression;

import io.heatshield.expression.DocumentPath.Element;
import io.heatshield.expression.DocumentPath.Index;
import io.heatshield.expression.DocumentPath.Name;
import io.heatshield.expression.Token.Kind;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.N;
import io.heatshield.protocol.AttributeValue.S;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.DynamoNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the leaves of statements: paths, literals and parameters. */
final class StatementValues {
    /** As deep as values may nest. */
    private static final int MAX_DEPTH = 32;

    private final StatementTokens tokens;
    private final List<AttributeValue> parameters;
    private int used;

    StatementValues(StatementTokens tokens, List<AttributeValue> parameters) {
        this.tokens = tokens;
        this.parameters = parameters;
    }

    /** Refuses parameters that no question mark took. */
    void requireAllUsed() {
        if (used != parameters.size()) {
            throw wrongParameterCount();
        }
    }

    private static DynamoException wrongParameterCount() {
        return invalid("Number of parameters in request and statement don't match.");
    }

    /** Reads a path. */
    DocumentPath path() {
        List<Element> elements = new ArrayList<>();
        elements.add(new Name(tokens.name()));
        while (true) {
            if (tokens.takeSymbol(".")) {
                elements.add(new Name(tokens.name()));
            } else if (tokens.takeSymbol("[")) {
                elements.add(step());
                tokens.expectSymbol("]");
            } else {
                break;
            }
        }
        if (elements.size() > PathReader.MAX_DEPTH) {
            throw invalid("The document path has too many nesting levels; nesting levels: " + elements.size());
        }
        return new DocumentPath(elements);
    }

    /** What stands between brackets: an index, or a member's name as a string. */
    private Element step() {
        if (tokens.peek().kind() == Kind.STRING) {
            return new Name(tokens.take().text());
        }
        boolean negative = tokens.takeSymbol("-");
        Token token = tokens.peek();
        if (token.kind() != Kind.NUMBER) {
            throw tokens.unexpected("Unexpected term");
        }
        tokens.take();
        int index = index(token.text());
        if (index < 0 || (negative && index > 0)) {
            throw invalid("List index is not within the allowable range; index: [" + (negative ? "-" : "")
                    + token.text() + "] at " + tokens.position(token));
        }
        return new Index(index);
    }

    private static int index(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Whether a value begins at the token at hand, rather than a path. */
    boolean atValue() {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case STRING, NUMBER -> true;
            case SYMBOL -> List.of("?", "{", "[", "<<", "-", "+").contains(token.text());
            case WORD -> token.isWord("TRUE") || token.isWord("FALSE") || token.isWord("NULL");
            default -> false;
        };
    }

    /** Reads a literal or a parameter. */
    AttributeValue value() {
        return value(null, 0);
    }

    /** Reads the members of an item, at the opening brace; each may be a parameter. */
    Map<String, AttributeValue> item() {
        if (tokens.peek().isSymbol("?")) {
            if (value() instanceof AttributeValue.M map) {
                return map.values();
            }
            throw StatementTokens.notWellFormed("Unexpected term");
        }
        return members(null, 0);
    }

    /**
     * Reads a value.
     *
     * @param under the way to the literal that it is inside of, where no parameter may stand; null outside of any
     */
    private AttributeValue value(@Nullable String under, int depth) {
        if (depth > MAX_DEPTH) {
            throw invalid("Nesting Levels have exceeded supported limits under " + under);
        }
        String here = under == null ? "root" : under;
        Token token = tokens.peek();
        if (token.kind() == Kind.STRING) {
            return new S(tokens.take().text());
        }
        if (token.kind() == Kind.NUMBER || token.isSymbol("-") || token.isSymbol("+")) {
            return number();
        }
        if (token.isSymbol("?")) {
            if (under != null) {
                throw invalid("Unsupported data type: Parameter under key " + under + " at " + tokens.position(token));
            }
            return parameter();
        }
        if (token.isSymbol("{")) {
            return new AttributeValue.M(members(here, depth + 1));
        }
        if (tokens.takeSymbol("[")) {
            return new AttributeValue.L(elements("]", here, depth + 1));
        }
        if (tokens.takeSymbol("<<")) {
            return bag(elements(">>", here, depth + 1));
        }
        if (tokens.takeWord("NULL")) {
            return new AttributeValue.Null();
        }
        boolean truth = token.isWord("TRUE");
        if (truth || token.isWord("FALSE")) {
            tokens.take();
            return new AttributeValue.Bool(truth);
        }
        throw tokens.unexpected("Unexpected term");
    }

    private AttributeValue parameter() {
        tokens.take();
        if (used == parameters.size()) {
            throw wrongParameterCount();
        }
        return parameters.get(used++);
    }

    private N number() {
        boolean minus = false;
        while (tokens.peek().isSymbol("-") || tokens.peek().isSymbol("+")) {
            minus ^= tokens.take().isSymbol("-");
        }
        Token token = tokens.peek();
        if (token.kind() != Kind.NUMBER) {
            throw tokens.unexpected("Unexpected term");
        }
        return DynamoNumber.parse((minus ? "-" : "") + tokens.take().text());
    }

    private Map<String, AttributeValue> members(@Nullable String under, int depth) {
        tokens.expectSymbol("{");
        Map<String, AttributeValue> members = new LinkedHashMap<>();
        if (tokens.takeSymbol("}")) {
            return members;
        }
        do {
            Token name = tokens.peek();
            if (name.kind() != Kind.STRING && name.kind() != Kind.QUOTED && name.kind() != Kind.WORD) {
                throw tokens.unexpected("Unexpected term");
            }
            tokens.take();
            tokens.expectSymbol(":");
            members.put(name.text(), value(under == null ? null : under + "." + name.text(), depth));
        } while (tokens.takeSymbol(","));
        tokens.expectSymbol("}");
        return members;
    }

    /** Reads the elements of a list or bag up to the closing symbol. */
    private List<AttributeValue> elements(String closing, String under, int depth) {
        List<AttributeValue> elements = new ArrayList<>();
        if (tokens.takeSymbol(closing)) {
            return elements;
        }
        do {
            elements.add(value(under + "[" + elements.size() + "]", depth));
        } while (tokens.takeSymbol(","));
        tokens.expectSymbol(closing);
        return elements;
    }

    /** A set: bags hold strings or numbers, not both, and each once. */
    private static AttributeValue bag(List<AttributeValue> elements) {
        if (elements.isEmpty()) {
            throw invalid("Empty bags are not supported");
        }
        Set<String> strings = new LinkedHashSet<>();
        Set<N> numbers = new LinkedHashSet<>();
        for (AttributeValue element : elements) {
            boolean isNew =
                    element instanceof S s ? strings.add(s.value()) : !(element instanceof N n) || numbers.add(n);
            if (!isNew) {
                throw invalid("One or more parameter values were invalid: Input collection contains duplicates.");
            }
        }
        if (strings.size() == elements.size()) {
            return new AttributeValue.SS(strings);
        }
        if (numbers.size() == elements.size()) {
            return new AttributeValue.NS(numbers);
        }
        throw invalid("Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags");
    }

    static DynamoException invalid(String message) {
        return DynamoError.validation(message).exception();
    }
}
