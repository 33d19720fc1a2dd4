package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.DynamoError;
import java.util.ArrayList;
import java.util.List;

/** The broken constraints of one request, in the order in which the service lists them, ten at most. */
final class Violations {
    private static final int MOST = 10;

    private final List<String> found = new ArrayList<>(0);

    /** Notes each of the constraints that the value breaks. */
    void check(String path, JsonNode value, List<Constraint> constraints) {
        for (Constraint constraint : constraints) {
            if (!constraint.holds(value)) {
                add("'" + rendered(value) + "'", path, constraint.words());
            }
        }
    }

    /** Notes that a member that must be there is not. */
    void missing(String path) {
        add("null", path, "Member must not be null");
    }

    private void add(String value, String path, String words) {
        if (found.size() < MOST) {
            found.add("Value " + value + " at '" + path + "' failed to satisfy constraint: " + words);
        }
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
