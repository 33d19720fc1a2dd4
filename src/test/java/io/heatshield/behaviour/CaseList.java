package io.heatshield.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Gathers the cases of a theme. */
final class CaseList {
    static final String INVALID = "ValidationException: ";
    static final String PARAMETER = INVALID + "One or more parameter values were invalid: ";
    static final String FAILED_CONDITION = "ConditionalCheckFailedException: The conditional request failed";
    static final String NOT_FOUND = "ResourceNotFoundException: Requested resource not found";

    private final List<Case> cases = new ArrayList<>();

    /** Steps at a table of this shape. */
    CaseList at(Shape shape, String name, Case.Steps steps, String documented) {
        return add(name, bench -> steps.run(bench.with(shape)), documented);
    }

    /** One request to an empty table of this shape. */
    CaseList one(Shape shape, String name, String operation, String members, String documented) {
        return at(shape, name, bench -> bench.call(operation, members), documented);
    }

    /** Steps that make their tables themselves. */
    CaseList add(String name, Case.Steps steps, String documented) {
        cases.add(new Case(name, steps, documented));
        return this;
    }

    List<Case> all() {
        return List.copyOf(cases);
    }

    /** A member of each of a list of items, one after the other. */
    static JsonNode column(JsonNode items, String member) {
        List<String> values = new ArrayList<>();
        items.forEach(item -> values.add(item.path(member).asText()));
        return TextNode.valueOf(String.join(" ", values));
    }

    /** The same in order, for answers that have none. */
    static JsonNode sorted(JsonNode items, String member) {
        List<String> values = new ArrayList<>();
        items.forEach(item -> values.add(item.path(member).asText()));
        return TextNode.valueOf(String.join(" ", values.stream().sorted().toList()));
    }

    /** The answer without these members. */
    static JsonNode without(JsonNode answer, String... members) {
        return ((ObjectNode) answer).remove(List.of(members));
    }

    /** The answer with only these members. */
    static JsonNode only(JsonNode answer, String... members) {
        return ((ObjectNode) answer).retain(members);
    }

    /** A number of elements, with commas between. */
    static String times(int count, String element) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < count; i++) {
            all.append(i > 0 ? "," : "").append(element.replace("%", String.format(Locale.ROOT, "%03d", i)));
        }
        return all.toString();
    }
}
