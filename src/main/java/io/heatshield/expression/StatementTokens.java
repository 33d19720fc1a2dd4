package io.heatshield.expression;

import io.heatshield.expression.Token.Kind;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The tokens of a PartiQL statement and the place where its parser stands. */
final class StatementTokens {
    /** The longest symbols first. */
    private static final List<String> SYMBOLS = List.of(
            "<<", ">>", "<>", "<=", ">=", "!=", "=", "<", ">", "(", ")", "[", "]", "{", "}", ",", ":", ";", ".", "+",
            "-", "*", "?");

    /** The words that cannot be names unless they are quoted. */
    private static final Set<String> KEYWORDS = Set.of(
            "SELECT",
            "FROM",
            "WHERE",
            "INSERT",
            "INTO",
            "VALUE",
            "UPDATE",
            "SET",
            "REMOVE",
            "DELETE",
            "AND",
            "OR",
            "NOT",
            "IN",
            "IS",
            "BETWEEN",
            "MISSING",
            "NULL",
            "TRUE",
            "FALSE",
            "ORDER",
            "BY",
            "ASC",
            "DESC",
            "RETURNING",
            "AS");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private StatementTokens(String text) {
        this.text = text;
    }

    /**
     * The tokens of a statement.
     *
     * @throws DynamoException if a quote or a comment has no end, or a character has no place in a statement
     */
    static StatementTokens of(String text) {
        StatementTokens tokens = new StatementTokens(text);
        int from = tokens.afterBlanks(0);
        while (from < text.length()) {
            Token token = tokens.tokenAt(from);
            tokens.tokens.add(token);
            from = tokens.afterBlanks(token.end());
        }
        tokens.tokens.add(new Token(Kind.END, "", text.length(), text.length()));
        return tokens;
    }

    /** The error of a statement that does not follow the grammar. */
    static DynamoException notWellFormed(String detail) {
        return DynamoError.validation("Statement wasn't well formed, can't be processed: " + detail)
                .exception();
    }

    private int afterBlanks(int from) {
        int next = from;
        while (next < text.length()) {
            if (Character.isWhitespace(text.charAt(next))) {
                next++;
            } else if (text.startsWith("--", next)) {
                int end = text.indexOf('\n', next);
                next = end < 0 ? text.length() : end + 1;
            } else if (text.startsWith("/*", next)) {
                int end = text.indexOf("*/", next + 2);
                if (end < 0) {
                    throw notWellFormed("Unexpected token");
                }
                next = end + 2;
            } else {
                break;
            }
        }
        return next;
    }

    private Token tokenAt(int from) {
        char c = text.charAt(from);
        if (c == '\'' || c == '"') {
            return quoted(from, c);
        }
        if (isDigit(from)) {
            return number(from);
        }
        if (Character.isLetter(c) || c == '_' || c == '$') {
            int end = from + 1;
            while (end < text.length() && isNamePart(text.charAt(end))) {
                end++;
            }
            return new Token(Kind.WORD, text.substring(from, end), from, end);
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, from)) {
                return new Token(Kind.SYMBOL, symbol, from, from + symbol.length());
            }
        }
        throw notWellFormed("Unexpected token");
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    /** A quoted run, in which a doubled quote stands for one. */
    private Token quoted(int from, char quote) {
        StringBuilder content = new StringBuilder();
        int next = from + 1;
        while (next < text.length()) {
            char c = text.charAt(next);
            if (c == quote) {
                if (next + 1 >= text.length() || text.charAt(next + 1) != quote) {
                    return new Token(quote == '"' ? Kind.QUOTED : Kind.STRING, content.toString(), from, next + 1);
                }
                next++;
            }
            content.append(c);
            next++;
        }
        throw notWellFormed("Unexpected token");
    }

    private Token number(int from) {
        int end = digits(from);
        if (end < text.length() && text.charAt(end) == '.' && isDigit(end + 1)) {
            end = digits(end + 1);
        }
        if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
            int sign = end + 1;
            if (sign < text.length() && (text.charAt(sign) == '+' || text.charAt(sign) == '-')) {
                sign++;
            }
            if (isDigit(sign)) {
                end = digits(sign);
            }
        }
        return new Token(Kind.NUMBER, text.substring(from, end), from, end);
    }

    private int digits(int from) {
        int end = from;
        while (isDigit(end)) {
            end++;
        }
        return end;
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

    boolean takeSymbol(String symbol) {
        boolean matches = peek().isSymbol(symbol);
        if (matches) {
            take();
        }
        return matches;
    }

    boolean takeWord(String keyword) {
        boolean matches = peek().isWord(keyword);
        if (matches) {
            take();
        }
        return matches;
    }

    /** Takes the token at hand if it is this function's name, in any case, with a parenthesis behind it. */
    boolean takeCall(String function) {
        boolean matches = peek().isWord(function) && peekNext().isSymbol("(");
        if (matches) {
            take();
            take();
        }
        return matches;
    }

    void expectSymbol(String symbol) {
        if (!takeSymbol(symbol)) {
            throw unexpected("Expected " + symbol);
        }
    }

    void expectWord(String keyword) {
        if (!takeWord(keyword)) {
            throw unexpected("Expected " + keyword);
        }
    }

    /** Whether a token is a word that cannot be a name. */
    boolean isKeyword(Token token) {
        return token.kind() == Kind.WORD && KEYWORDS.contains(token.upperCase());
    }

    /** Takes a name: a quoted one, or a word that is no keyword. */
    String name() {
        Token token = peek();
        boolean word = token.kind() == Kind.WORD && !isKeyword(token);
        if (!word && token.kind() != Kind.QUOTED) {
            throw unexpected("Unexpected term");
        }
        return take().text();
    }

    /** The error of the token at hand: keywords out of place are called so, whatever was expected. */
    DynamoException unexpected(String otherwise) {
        Token token = peek();
        return notWellFormed(isKeyword(token) ? "Unexpected keyword" : otherwise);
    }

    /** Where a token stands, as the service's errors tell it: line, column and length. */
    String position(Token token) {
        int lineStart = text.lastIndexOf('\n', Math.max(0, token.start() - 1)) + 1;
        long line =
                text.substring(0, token.start()).chars().filter(c -> c == '\n').count() + 1;
        return line + ":" + (token.start() - lineStart + 1) + ":" + (token.end() - token.start());
    }
}
