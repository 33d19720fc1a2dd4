package io.heatshield.behaviour;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The short form in which cases write requests and answers: JSON without most of its quotes. An attribute value is a
 * plain text, number, truth value, null, list or map; a set, a binary value or a number in a spelling of its own is
 * {@code {$SS:['a']}}, {@code {$B:'AA=='}}, {@code {$N:'1e0'}}.
 */
final class Notation {
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNameLength(100_000)
                            .build())
                    .build())
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES, JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(com.fasterxml.jackson.databind.cfg.JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Notation() {}

    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not in the notation: " + text, e);
        }
    }

    /** The one spelling: members in order of their names, no spaces. */
    static String text(JsonNode node) {
        if (node.isObject()) {
            Map<String, JsonNode> sorted = new TreeMap<>();
            node.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
            List<String> members = new ArrayList<>();
            sorted.forEach((name, value) -> members.add(name + ":" + text(value)));
            return "{" + String.join(",", members) + "}";
        }
        if (node.isArray()) {
            List<String> elements = new ArrayList<>();
            node.forEach(element -> elements.add(text(element)));
            return "[" + String.join(",", elements) + "]";
        }
        return node.isTextual() ? "'" + node.textValue() + "'" : node.asText();
    }
}
