package io.heatshield.expression;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.Bytes;
import io.heatshield.protocol.DynamoNumber;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Attribute values from relaxed JSON, so that tables of cases stay readable: {@code {a: 'x', b: [1, true, null]}}, sets
 * as {@code {$ss: ['x']}}, {@code {$ns: [1]}}, {@code {$bs: ['x']}} and binary as {@code {$b: 'x'}}, whose bytes are those
 * of the text.
 */
final class Plain {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Plain() {}

    static Map<String, AttributeValue> item(String json) {
        return ((AttributeValue.M) value(json)).values();
    }

    static AttributeValue value(String json) {
        try {
            return value(MAPPER.readTree(json));
        } catch (java.io.IOException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static AttributeValue value(JsonNode node) {
        if (node.isTextual()) {
            return new AttributeValue.S(node.textValue());
        }
        if (node.isNumber()) {
            return DynamoNumber.parse(node.asText());
        }
        if (node.isBoolean()) {
            return new AttributeValue.Bool(node.booleanValue());
        }
        if (node.isNull()) {
            return new AttributeValue.Null();
        }
        if (node.isArray()) {
            List<AttributeValue> elements = new ArrayList<>();
            node.forEach(element -> elements.add(value(element)));
            return new AttributeValue.L(elements);
        }
        if (node.has("$b")) {
            return new AttributeValue.B(bytes(node.get("$b")));
        }
        if (node.has("$ss")) {
            return new AttributeValue.SS(set(node.get("$ss"), JsonNode::textValue));
        }
        if (node.has("$ns")) {
            return new AttributeValue.NS(set(node.get("$ns"), element -> DynamoNumber.parse(element.asText())));
        }
        if (node.has("$bs")) {
            return new AttributeValue.BS(set(node.get("$bs"), Plain::bytes));
        }
        Map<String, AttributeValue> members = new LinkedHashMap<>();
        node.properties().forEach(member -> members.put(member.getKey(), value(member.getValue())));
        return new AttributeValue.M(members);
    }

    private static Bytes bytes(JsonNode text) {
        return Bytes.owning(text.textValue().getBytes(StandardCharsets.UTF_8));
    }

    private static <T> Set<T> set(JsonNode array, Function<JsonNode, T> element) {
        Set<T> set = new LinkedHashSet<>();
        array.forEach(each -> set.add(element.apply(each)));
        return set;
    }
}
