package io.heatshield.expression;

import io.heatshield.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Splits the text of an expression into tokens, in one pass that never looks back. */
final class Lexer {
    private static final String SINGLES = "()[],.=<>+-";

    private final String text;
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    /** The tokens of the text, with an {@link Kind#END} after the last. Never fails. */
    static List<Token> tokens(String text) {
        Lexer lexer = new Lexer(text);
        List<Token> tokens = new ArrayList<>();
        Token token;
        do {
            token = lexer.next();
            tokens.add(token);
        } while (token.kind() != Kind.END);
        return tokens;
    }

    private Token next() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return new Token(Kind.END, "<EOF>", at, at);
        }
        char c = text.charAt(at);
        if (isLetter(c)) {
            return run(Kind.WORD);
        }
        if (c == '#' || c == ':') {
            return run(c == '#' ? Kind.NAME : Kind.VALUE);
        }
        if (isDigit(c)) {
            int end = at + 1;
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
            return take(Kind.NUMBER, end);
        }
        if (text.startsWith("<=", at) || text.startsWith(">=", at) || text.startsWith("<>", at)) {
            return take(Kind.SYMBOL, at + 2);
        }
        if (SINGLES.indexOf(c) >= 0) {
            return take(Kind.SYMBOL, at + 1);
        }
        return take(Kind.BAD, at + Character.charCount(text.codePointAt(at)));
    }

    /** The first character, whatever it is, and all word characters after it; a lone sign is no placeholder. */
    private Token run(Kind kind) {
        int end = at + 1;
        while (end < text.length() && Placeholders.isWordPart(text.charAt(end))) {
            end++;
        }
        boolean lone = end == at + 1 && kind != Kind.WORD;
        return take(lone ? Kind.BAD : kind, end);
    }

    private Token take(Kind kind, int end) {
        Token token = new Token(kind, text.substring(at, end), at, end);
        at = end;
        return token;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
