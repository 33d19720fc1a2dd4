package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * One constraint of the service's model.
 *
 * @param test whether a value meets it
 * @param words what it demands, as the service says it
 * @param echoed whether the message repeats the value; where the service has moved to its newer framework it does not
 */
record Constraint(Predicate<JsonNode> test, String words, boolean echoed) {
    private static final Predicate<String> NAME =
            Pattern.compile("[a-zA-Z0-9_.-]+").asMatchPredicate();

    Constraint(Predicate<JsonNode> test, String words) {
        this(test, words, true);
    }

    /** The same in the words of the newer framework. */
    Constraint unechoed() {
        return new Constraint(test, words, false);
    }

    /** What the name of a table must be where its ARN will do too; one complaint at a time. */
    static List<Constraint> tableName(int least) {
        return List.of(
                new Constraint(
                        node -> isArn(node) || node.asText().length() >= least,
                        "Member must have length greater than or equal to " + least),
                new Constraint(
                        node -> isArn(node) || node.asText().isEmpty() || NAME.test(node.asText()),
                        "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"),
                new Constraint(
                        node -> isArn(node) || node.asText().length() <= 255,
                        "Member must have length less than or equal to 255"));
    }

    private static boolean isArn(JsonNode node) {
        return node.asText().startsWith("arn:") && node.asText().length() <= 1024;
    }

    /** A map of which each key is the name of a table, or its ARN. */
    static Constraint tableKeys() {
        return new Constraint(
                node -> {
                    for (Map.Entry<String, JsonNode> each : node.properties()) {
                        String name = each.getKey();
                        if (!name.startsWith("arn:")
                                && (name.length() < 3 || name.length() > 255 || !NAME.test(name))) {
                            return false;
                        }
                    }
                    return true;
                },
                "Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must have"
                        + " length greater than or equal to 3, Member must satisfy regular expression pattern:"
                        + " [a-zA-Z0-9_.-]+]");
    }

    boolean holds(JsonNode value) {
        return test.test(value);
    }

    /** One of the given words, listed in the given order. */
    static Constraint oneOf(String... values) {
        List<String> all = List.of(values);
        return new Constraint(
                node -> all.contains(node.asText()),
                "Member must satisfy enum value set: [" + String.join(", ", all) + "]");
    }

    /** A number of at least this. */
    static Constraint atLeast(long least) {
        return new Constraint(
                node -> node.asLong() >= least, "Member must have value greater than or equal to " + least);
    }

    /** A number of at most this. */
    static Constraint atMost(long most) {
        return new Constraint(node -> node.asLong() <= most, "Member must have value less than or equal to " + most);
    }

    /** A text, list or map of at least this length. */
    static Constraint minLength(int least) {
        return new Constraint(
                node -> length(node) >= least, "Member must have length greater than or equal to " + least);
    }

    /** A text, list or map of at most this length. */
    static Constraint maxLength(int most) {
        return new Constraint(node -> length(node) <= most, "Member must have length less than or equal to " + most);
    }

    /** A text that the whole pattern matches. */
    static Constraint matching(String pattern) {
        Predicate<String> matches = Pattern.compile(pattern).asMatchPredicate();
        return new Constraint(
                node -> matches.test(node.asText()), "Member must satisfy regular expression pattern: " + pattern);
    }

    /** A map of which each value, a list, has a length between the two. */
    static Constraint valueLengths(int least, int most) {
        return new Constraint(
                node -> {
                    for (JsonNode value : node) {
                        if (value.size() < least || value.size() > most) {
                            return false;
                        }
                    }
                    return true;
                },
                "Map value must satisfy constraint: [Member must have length less than or equal to " + most
                        + ", Member must have length greater than or equal to " + least + "]");
    }

    private static int length(JsonNode node) {
        return node.isContainerNode() ? node.size() : node.asText().length();
    }
}
