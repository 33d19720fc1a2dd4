package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.DynamoError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The broken constraints of one request, in the order in which the service lists them, ten at most. */
final class Violations {
    private static final int MOST = 10;

    private final List<String> found = new ArrayList<>(0);
    private final Function<JsonNode, String> echo;

    Violations() {
        this(Violations::rendered);
    }

    /**
     * No violations yet.
     *
     * @param echo how messages repeat a value
     */
    Violations(Function<JsonNode, String> echo) {
        this.echo = echo;
    }

    /** Notes each of the constraints that the value breaks. */
    void check(String path, JsonNode value, List<Constraint> constraints) {
        for (Constraint constraint : constraints) {
            if (!constraint.holds(value)) {
                if (constraint.echoed()) {
                    add("Value '" + echo.apply(value) + "' at '" + path, constraint.words());
                } else {
                    add("Value at '" + capitalised(path), constraint.words());
                }
            }
        }
    }

    /** Notes that a member that must be there is not. */
    void missing(String path) {
        add("Value null at '" + path, "Member must not be null");
    }

    private void add(String beginning, String words) {
        if (found.size() < MOST) {
            found.add(beginning + "' failed to satisfy constraint: " + words);
        }
    }

    /** The path as the newer framework spells it: the first member and the last with a capital. */
    private static String capitalised(String path) {
        int last = path.lastIndexOf('.') + 1;
        String ending = path.substring(0, last) + Character.toUpperCase(path.charAt(last)) + path.substring(last + 1);
        return Character.toUpperCase(ending.charAt(0)) + ending.substring(1);
    }

    /** Throws the one ValidationException that lists what was found, if anything was. */
    void throwIfAny() {
        if (!found.isEmpty()) {
            throw DynamoError.validation(found.size() + " validation error" + (found.size() > 1 ? "s" : "")
                            + " detected: " + String.join("; ", found))
                    .exception();
        }
    }

    private static String rendered(JsonNode value) {
        if (value.isArray()) {
            StringBuilder text = new StringBuilder("[");
            for (JsonNode element : value) {
                text.append(text.length() > 1 ? ", " : "").append(rendered(element));
            }
            return text.append(']').toString();
        }
        return value.isObject() ? value.toString() : value.asText();
    }
}
