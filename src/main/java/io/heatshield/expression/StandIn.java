package io.heatshield.expression;

import io.heatshield.expression.Token.Kind;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the expressions of one write for an attribute that is stored with another text than the client sees: what it
 * is compared with, and what it is set to, is what is stored. What would come out otherwise for the stored text is
 * refused. Malformed expressions are left for the origin to refuse.
 *
 * <p>One instance serves all expressions of one write. Not safe for use by several threads.
 */
public final class StandIn {
    /*
     * By tokens rather than by trees, so that all but the placeholders in question stays as the client wrote it. A
     * mention is a path of the attribute's name alone; where it may stand is told by its neighbours.
     */
    private static final Set<String> ASK_OF_PRESENCE =
            Set.of("attribute_exists", "attribute_not_exists", "attribute_type");
    private static final Set<String> ORDER = Set.of("<", "<=", ">", ">=");

    private final String attribute;
    private final Function<String, @Nullable String> stored;
    private final Map<String, String> names;
    private final Function<String, @Nullable String> texts;
    private final Map<String, String> added = new HashMap<>();
    private final Set<String> replaced = new HashSet<>();
    private final Set<String> used = new HashSet<>();

    /**
     * @param attribute the attribute's name
     * @param stored what is stored for a text that the client sees, or null for a text that is stored as it is
     * @param names the request's ExpressionAttributeNames
     * @param texts the string behind a placeholder such as {@code :v}, or null if it is none
     */
    public StandIn(
            String attribute,
            Function<String, @Nullable String> stored,
            Map<String, String> names,
            Function<String, @Nullable String> texts) {
        this.attribute = attribute;
        this.stored = stored;
        this.names = names;
        this.texts = texts;
    }

    /**
     * A condition, rewritten.
     *
     * @throws DynamoException a ValidationException if it asks of the attribute what the stored text does not tell
     */
    public String condition(String text) {
        return new Pass(text).run(false);
    }

    /**
     * An update, rewritten.
     *
     * @throws DynamoException a ValidationException if it reads the attribute
     */
    public String update(String text) {
        return new Pass(text).run(true);
    }

    /** The placeholders that the rewritten expressions have in addition, with their strings. */
    public Map<String, String> added() {
        return added;
    }

    /** The placeholders that no rewritten expression uses any more, and that must go. */
    public Set<String> unused() {
        Set<String> unused = new HashSet<>(replaced);
        unused.removeAll(used);
        return unused;
    }

    private final class Pass {
        private final String text;
        private final List<Token> tokens;
        private final Map<Integer, String> instead = new HashMap<>();

        Pass(String text) {
            this.text = text;
            this.tokens = Lexer.tokens(text);
        }

        String run(boolean update) {
            for (int at = 0; at < tokens.size(); at++) {
                if (isMention(at)) {
                    if (update) {
                        updated(at);
                    } else {
                        asked(at);
                    }
                }
            }
            StringBuilder rewritten = new StringBuilder();
            int from = 0;
            for (int at = 0; at < tokens.size(); at++) {
                String other = instead.get(at);
                Token token = tokens.get(at);
                if (other != null) {
                    rewritten.append(text, from, token.start()).append(other);
                    from = token.end();
                } else if (token.kind() == Kind.VALUE) {
                    used.add(token.text());
                }
            }
            return rewritten.append(text, from, text.length()).toString();
        }

        private boolean isMention(int at) {
            Token token = tokens.get(at);
            boolean named = token.kind() == Kind.NAME
                    ? attribute.equals(names.get(token.text()))
                    : token.kind() == Kind.WORD && token.text().equals(attribute);
            return named && !is(at - 1, ".") && !is(at + 1, ".") && !is(at + 1, "[") && !is(at + 1, "(");
        }

        private void asked(int at) {
            if (is(at - 1, "(")
                    && at > 1
                    && ASK_OF_PRESENCE.contains(tokens.get(at - 2).text())) {
                return;
            }
            if (is(at + 1, "=") || is(at + 1, "<>")) {
                compared(at + 2);
            } else if (is(at - 1, "=") || is(at - 1, "<>")) {
                compared(at - 2);
            } else if (at + 1 < tokens.size() && tokens.get(at + 1).isWord("IN")) {
                for (int each = at + 3; each < tokens.size() && !is(each, ")"); each += 2) {
                    compared(each);
                }
            } else if (isOrder(at + 1)) {
                ordered(at + 2);
            } else if (isOrder(at - 1)) {
                ordered(at - 2);
            } else if (at + 1 < tokens.size() && tokens.get(at + 1).isWord("BETWEEN")) {
                ordered(at + 2);
                ordered(at + 4);
            } else if (at > 1 && tokens.get(at - 2).text().equals("begins_with") && is(at + 1, ",")) {
                ordered(at + 2);
            } else {
                throw refused("is asked of in a way that cannot be answered");
            }
        }

        /** SET attribute = :v, or SET attribute = if_not_exists(attribute, :v); or it is removed. */
        private void updated(int at) {
            boolean written = at == 0 || is(at - 1, ",") || tokens.get(at - 1).kind() == Kind.WORD;
            if (written && is(at + 1, "=")) {
                boolean kept = at + 4 < tokens.size()
                        && tokens.get(at + 2).text().equals("if_not_exists")
                        && isMention(at + 4);
                int value = kept ? at + 6 : at + 2;
                if (kind(value) != Kind.VALUE) {
                    throw refused("is set to what is not a value of the request");
                }
                compared(value);
            } else if (is(at - 1, "(") && at > 1 && isMention(at - 4)) {
                return;
            } else if (!written || is(at + 1, "+") || is(at + 1, "-")) {
                throw refused("is read by the update");
            }
        }

        private void compared(int at) {
            if (kind(at) != Kind.VALUE) {
                throw refused("is compared with what is not a value of the request");
            }
            String seen = texts.apply(tokens.get(at).text());
            String other = seen == null ? null : stored.apply(seen);
            if (other != null) {
                replaced.add(tokens.get(at).text());
                instead.put(at, placeholder(other));
            }
        }

        /** The order of the stored text is that of the seen one, but beside texts that begin with it. */
        private void ordered(int at) {
            String bound = kind(at) == Kind.VALUE ? texts.apply(tokens.get(at).text()) : null;
            if (bound == null || isNear(bound)) {
                throw refused("is compared with a value so near that the answer cannot be told");
            }
        }

        private boolean isNear(String bound) {
            for (int length = bound.length(); length > 0; length--) {
                if (stored.apply(bound.substring(0, length)) != null) {
                    return true;
                }
            }
            return false;
        }

        private boolean isOrder(int at) {
            return at >= 0
                    && at < tokens.size()
                    && ORDER.contains(tokens.get(at).text());
        }

        private boolean is(int at, String symbol) {
            return at >= 0 && at < tokens.size() && tokens.get(at).isSymbol(symbol);
        }

        private Kind kind(int at) {
            return at >= 0 && at < tokens.size() ? tokens.get(at).kind() : Kind.END;
        }
    }

    private String placeholder(String value) {
        for (Map.Entry<String, String> each : added.entrySet()) {
            if (each.getValue().equals(value)) {
                return each.getKey();
            }
        }
        String name = ":heatshield" + added.size();
        while (texts.apply(name) != null) {
            name += "_";
        }
        added.put(name, value);
        return name;
    }

    private DynamoException refused(String why) {
        return DynamoError.validation("The attribute " + attribute + " is spread over several keys, and " + why
                        + ": compare it with = or <>")
                .exception();
    }
}
