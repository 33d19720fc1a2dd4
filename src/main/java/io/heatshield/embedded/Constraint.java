package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * One constraint of the service's model.
 *
 * @param test whether a value meets it
 * @param words what it demands, as the service says it
 */
record Constraint(Predicate<JsonNode> test, String words) {
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
