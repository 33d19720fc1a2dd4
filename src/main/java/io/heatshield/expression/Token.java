package io.heatshield.expression;

import java.util.Locale;

/**
 * A word of an expression or a statement.
 *
 * @param kind what it is
 * @param text as written; for {@link Kind#END} what the service's errors call it
 * @param start where it begins in the text
 * @param end where it ends
 */
record Token(Kind kind, String text, int start, int end) {

    enum Kind {
        /** A name or a keyword. */
        WORD,
        /** {@code #n}. */
        NAME,
        /** {@code :v}. */
        VALUE,
        /** A run of digits. */
        NUMBER,
        /** A name in double quotes, which are not part of the text; statements only. */
        QUOTED,
        /** A string in single quotes, which are not part of the text; statements only. */
        STRING,
        /** An operator or a bracket. */
        SYMBOL,
        /** A character that the grammar does not know; a parser that meets it reports it. */
        BAD,
        /** The end of the text. */
        END
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** Whether this is the keyword, in any case. */
    boolean isWord(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    String upperCase() {
        return text.toUpperCase(Locale.ROOT);
    }
}
