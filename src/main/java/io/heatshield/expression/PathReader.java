package io.heatshield.expression;

import io.heatshield.expression.DocumentPath.Element;
import io.heatshield.expression.DocumentPath.Index;
import io.heatshield.expression.DocumentPath.Name;
import io.heatshield.expression.Problems.Rank;
import io.heatshield.expression.Token.Kind;
import io.heatshield.protocol.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads document paths and values, the leaves that all expressions share. */
final class PathReader {
    /** The deepest path. */
    static final int MAX_DEPTH = 32;

    private final Tokens tokens;
    private final Placeholders placeholders;
    private final Problems problems;
    private final Set<String> keywords;

    /**
     * A reader of leaves.
     *
     * @param keywords the words that the grammar takes for itself, so that they cannot be names, in capitals
     */
    PathReader(Tokens tokens, Placeholders placeholders, Problems problems, Set<String> keywords) {
        this.keywords = keywords;
        this.tokens = tokens;
        this.placeholders = placeholders;
        this.problems = problems;
    }

    /** Reads a path at the token at hand. */
    DocumentPath path() {
        List<Element> elements = new ArrayList<>();
        elements.add(name());
        while (true) {
            if (tokens.takeSymbol(".")) {
                elements.add(name());
            } else if (tokens.takeSymbol("[")) {
                elements.add(index(tokens.expect(Kind.NUMBER).text()));
                tokens.expectSymbol("]");
            } else {
                break;
            }
        }
        if (elements.size() > MAX_DEPTH) {
            problems.note(
                    Rank.NESTING, "The document path has too many nesting levels; nesting levels: " + elements.size());
        }
        return new DocumentPath(elements);
    }

    private Name name() {
        Token token = tokens.peek();
        if (token.kind() == Kind.NAME) {
            tokens.take();
            String name = placeholders.name(token.text());
            if (name == null) {
                problems.note(
                        Rank.UNDEFINED_NAME,
                        "An expression attribute name used in the document path is not defined; attribute name: "
                                + token.text());
                return new Name(token.text());
            }
            return new Name(name);
        }
        if (keywords.contains(token.upperCase())) {
            throw tokens.syntaxError();
        }
        tokens.expect(Kind.WORD);
        if (ReservedWords.contains(token.text())) {
            problems.note(
                    Rank.RESERVED_WORD, "Attribute name is a reserved keyword; reserved keyword: " + token.text());
        }
        return new Name(token.text());
    }

    private Index index(String digits) {
        int value = parsed(digits);
        if (value < 0) {
            problems.note(Rank.INDEX_RANGE, "List index is not within the allowable range; index: [" + digits + "]");
        }
        return new Index(Math.max(value, 0));
    }

    private static int parsed(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Reads a {@code :v} at the token at hand; null if the request does not define it, which is then noted. */
    @Nullable
    AttributeValue value() {
        Token token = tokens.expect(Kind.VALUE);
        AttributeValue value = placeholders.value(token.text());
        if (value == null) {
            problems.note(
                    Rank.UNDEFINED_VALUE,
                    "An expression attribute value used in expression is not defined; attribute value: "
                            + token.text());
        }
        return value;
    }
}
