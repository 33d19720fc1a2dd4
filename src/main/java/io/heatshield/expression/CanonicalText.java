package io.heatshield.expression;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An expression word for word, with what its placeholders stand for in their place: equal for two spellings that differ
 * in placeholders, in spaces and in the case of keywords, and never for two that mean different things.
 */
final class CanonicalText {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> KEYWORDS = Set.of("AND", "OR", "NOT", "BETWEEN", "IN");

    private CanonicalText() {}

    /** The text, or null if a placeholder stands for nothing or a word is none. */
    static @Nullable String of(String text, Map<String, String> names, Map<String, AttributeValue> values) {
        List<Token> tokens = Lexer.tokens(text);
        StringBuilder out = new StringBuilder(text.length() + 32);
        for (int i = 0; i < tokens.size() - 1; i++) {
            Token token = tokens.get(i);
            String name = token.kind() == Token.Kind.NAME ? names.get(token.text()) : null;
            AttributeValue value = token.kind() == Token.Kind.VALUE ? values.get(token.text()) : null;
            switch (token.kind()) {
                case WORD -> word(token, tokens.get(i + 1).isSymbol("("), out);
                case NAME -> quote(name == null ? "" : name, out);
                case VALUE -> out.append(value == null ? "" : json(value));
                case NUMBER, SYMBOL -> out.append(token.text());
                default -> {
                    return null;
                }
            }
            boolean undefined = (token.kind() == Token.Kind.NAME && name == null)
                    || (token.kind() == Token.Kind.VALUE && value == null);
            if (undefined) {
                return null;
            }
            out.append(' ');
        }
        return out.toString();
    }

    /** A keyword, the name of a function, or that of an attribute. */
    private static void word(Token token, boolean beforeBracket, StringBuilder out) {
        if (KEYWORDS.contains(token.upperCase())) {
            out.append(token.upperCase());
        } else if (beforeBracket) {
            out.append(token.text());
        } else {
            quote(token.text(), out);
        }
    }

    private static void quote(String name, StringBuilder out) {
        out.append('"');
        JsonStringEncoder.getInstance().quoteAsString(name, out);
        out.append('"');
    }

    private static String json(AttributeValue value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            AttributeJson.write(value, out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return text.toString();
    }
}
