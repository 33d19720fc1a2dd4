package io.heatshield.expression;

import io.heatshield.expression.Token.Kind;
import io.heatshield.protocol.AttributeJson.Wording;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The tokens of one expression and the place where its parser stands. */
final class Tokens {
    /** The longest expression, in bytes of UTF-8. */
    private static final int MAX_BYTES = 4096;

    private final String member;
    private final String text;
    private final List<Token> tokens;
    private int at;

    private Tokens(String member, String text, List<Token> tokens) {
        this.member = member;
        this.text = text;
        this.tokens = tokens;
    }

    /**
     * The tokens of an expression.
     *
     * @param member the request's member, such as {@code UpdateExpression}, for the errors
     * @param wording how to word them
     * @throws DynamoException if the text is empty or too long
     */
    static Tokens of(String member, String text, Wording wording) {
        if (text.isEmpty()) {
            throw invalid(member, "The expression can not be empty;");
        }
        int bytes = text.length() > MAX_BYTES ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw invalid(
                    member,
                    "Expression size has exceeded the maximum allowed size;"
                            + (wording == Wording.OLDER
                                    ? " expression size: " + text.getBytes(StandardCharsets.UTF_8).length
                                    : ""));
        }
        return new Tokens(member, text, Lexer.tokens(text));
    }

    /** An error of the expression in a request's member. */
    static DynamoException invalid(String member, String message) {
        return DynamoError.validation("Invalid " + member + ": " + message).exception();
    }

    DynamoException invalid(String message) {
        return invalid(member, message);
    }

    /** The token at hand. */
    Token peek() {
        return tokens.get(at);
    }

    /** The token after the one at hand. */
    Token peekNext() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    /** Takes the token at hand. */
    Token take() {
        Token token = peek();
        if (at < tokens.size() - 1) {
            at++;
        }
        return token;
    }

    /** Takes the token at hand if it is this symbol. */
    boolean takeSymbol(String symbol) {
        boolean matches = peek().isSymbol(symbol);
        if (matches) {
            take();
        }
        return matches;
    }

    /** Takes the token at hand if it is this keyword, in any case. */
    boolean takeWord(String keyword) {
        boolean matches = peek().isWord(keyword);
        if (matches) {
            take();
        }
        return matches;
    }

    /** Takes the token at hand, which must be this symbol. */
    void expectSymbol(String symbol) {
        if (!takeSymbol(symbol)) {
            throw syntaxError();
        }
    }

    /** Takes the token at hand, which must be this keyword. */
    void expectWord(String keyword) {
        if (!takeWord(keyword)) {
            throw syntaxError();
        }
    }

    /** Takes the token at hand, which must be of this kind. */
    Token expect(Kind kind) {
        if (peek().kind() != kind) {
            throw syntaxError();
        }
        return take();
    }

    /** The error that the token at hand has no place there; it shows the neighbours, as the service does. */
    DynamoException syntaxError() {
        Token token = peek();
        int from = at == 0 ? token.start() : tokens.get(at - 1).start();
        Token last = token.kind() == Kind.END && at > 0 ? tokens.get(at - 1) : peekNext();
        int to = last.kind() == Kind.END ? token.end() : last.end();
        return invalid("Syntax error; token: \"" + token.text() + "\", near: \"" + text.substring(from, to) + "\"");
    }
}
