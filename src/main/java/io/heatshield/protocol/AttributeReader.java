package io.heatshield.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.AttributeValue.B;
import io.heatshield.protocol.AttributeValue.BS;
import io.heatshield.protocol.AttributeValue.Bool;
import io.heatshield.protocol.AttributeValue.L;
import io.heatshield.protocol.AttributeValue.M;
import io.heatshield.protocol.AttributeValue.N;
import io.heatshield.protocol.AttributeValue.NS;
import io.heatshield.protocol.AttributeValue.Null;
import io.heatshield.protocol.AttributeValue.S;
import io.heatshield.protocol.AttributeValue.SS;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The reading half of {@link AttributeJson}. */
final class AttributeReader {
    /** Levels that an attribute may have: itself, and the lists and maps within. */
    private static final int MAX_DEPTH = 32;

    /** The longest name of an attribute, in bytes of UTF-8. */
    private static final int MAX_NAME = 65_535;

    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final AttributeValue NULL = new Null();
    private static final AttributeValue TRUE = new Bool(true);
    private static final AttributeValue FALSE = new Bool(false);

    private final AttributeJson.Wording wording;

    AttributeReader(AttributeJson.Wording wording) {
        this.wording = wording;
    }

    Map<String, AttributeValue> item(JsonNode item) {
        return members(item, 1);
    }

    private Map<String, AttributeValue> members(JsonNode node, int depth) {
        if (!node.isObject()) {
            throw malformed("Unexpected field type");
        }
        Map<String, AttributeValue> values = new LinkedHashMap<>(node.size() * 4 / 3 + 1);
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            checkName(member.getKey());
            if (!member.getValue().isNull()) {
                values.put(member.getKey(), value(member.getValue(), depth));
            }
        }
        return values;
    }

    private static void checkName(String name) {
        if (name.isEmpty()) {
            throw DynamoError.validation("Empty attribute name").exception();
        }
        boolean maybe = name.length() > MAX_NAME / 3;
        if (maybe && name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME) {
            throw DynamoError.validation("One or more parameter values were invalid: An attribute name has more than 65,535 bytes")
                    .exception();
        }
    }

    AttributeValue value(JsonNode node, int depth) {
        if (!node.isObject()) {
            throw malformed("Unexpected value type in payload");
        }
        if (depth > MAX_DEPTH) {
            throw DynamoError.validation("Nesting Levels have exceeded supported limits: Attributes in the item have"
                            + " nested levels beyond supported limit")
                    .exception();
        }
        AttributeValue found = null;
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            AttributeValue value = member.getValue().isNull() ? null : typed(member.getKey(), member.getValue(), depth);
            if (value != null && found != null) {
                throw DynamoError.validation("Supplied AttributeValue has more than one datatypes set, must contain"
                                + " exactly one of the supported datatypes")
                        .exception();
            }
            found = value == null ? found : value;
        }
        if (found == null) {
            throw DynamoError.validation(
                            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes")
                    .exception();
        }
        return found;
    }

    /** The value of one member, or null if its name is no type. */
    private @Nullable AttributeValue typed(String type, JsonNode node, int depth) {
        return switch (type) {
            case "S" -> new S(text(node));
            case "N" -> number(node);
            case "B" -> new B(bytes(node));
            case "BOOL" -> flag(node) ? TRUE : FALSE;
            case "NULL" -> {
                if (!flag(node)) {
                    throw invalid("Null attribute value types must have the value of true");
                }
                yield NULL;
            }
            case "SS" -> new SS(strings(node));
            case "NS" -> new NS(numbers(node));
            case "BS" -> new BS(binaries(node));
            case "L" -> new L(list(node, depth + 1));
            case "M" -> new M(members(node, depth + 1));
            default -> null;
        };
    }

    private List<AttributeValue> list(JsonNode node, int depth) {
        requireArray(node);
        List<AttributeValue> values = new ArrayList<>(node.size());
        for (JsonNode element : node) {
            values.add(value(element, depth));
        }
        return values;
    }

    private N number(JsonNode node) {
        String text = text(node);
        if (text.isEmpty() && wording == AttributeJson.Wording.CURRENT) {
            throw DynamoError.validation("The parameter cannot be converted to a numeric value: ")
                    .exception();
        }
        return DynamoNumber.parse(text);
    }

    private Set<String> strings(JsonNode node) {
        return elements(
                node,
                AttributeReader::text,
                "An string set  may not be empty",
                () -> INVALID + "Input collection " + listing(node, AttributeReader::text, ", ")
                        + " contains duplicates.");
    }

    private Set<N> numbers(JsonNode node) {
        return elements(
                node,
                this::number,
                "An number set  may not be empty",
                () -> wording == AttributeJson.Wording.CURRENT
                        ? INVALID + "Input collection contains duplicates."
                        : "Input collection contains duplicates");
    }

    private Set<Bytes> binaries(JsonNode node) {
        return elements(
                node,
                AttributeReader::bytes,
                "Binary sets should not be empty",
                () -> INVALID + "Input collection " + listing(node, AttributeReader::bytes, ",")
                        + "of type BS contains duplicates.");
    }

    private static <T> Set<T> elements(
            JsonNode node, Function<JsonNode, T> read, String empty, Supplier<String> duplicates) {
        requireArray(node);
        if (node.isEmpty()) {
            throw invalid(empty);
        }
        Set<T> values = new LinkedHashSet<>();
        for (JsonNode element : node) {
            if (!values.add(read.apply(element))) {
                throw DynamoError.validation(duplicates.get()).exception();
            }
        }
        return values;
    }

    /**
     * The elements as the service's messages list them. Its older layer shows them as they were sent; the current one
     * quotes them, in order up to the first that repeats another.
     */
    private <T extends Comparable<T>> String listing(
            JsonNode node, Function<JsonNode, T> read, String quotedSeparator) {
        List<JsonNode> nodes = new ArrayList<>();
        node.forEach(nodes::add);
        if (wording == AttributeJson.Wording.OLDER) {
            return nodes.stream().map(JsonNode::asText).collect(Collectors.joining(", ", "[", "]"));
        }
        Set<T> seen = new HashSet<>();
        int repeat = 0;
        while (repeat < nodes.size() && seen.add(read.apply(nodes.get(repeat)))) {
            repeat++;
        }
        nodes.subList(0, repeat).sort(Comparator.comparing(read));
        return nodes.stream()
                .map(each -> '"' + each.asText() + '"')
                .collect(Collectors.joining(quotedSeparator, "[", "]"));
    }

    private static void requireArray(JsonNode node) {
        if (!node.isArray()) {
            throw malformed(
                    node.isObject() ? "Start of structure or map found where not expected" : "Unexpected field type");
        }
    }

    private static String text(JsonNode node) {
        if (node.isTextual()) {
            return node.textValue();
        }
        if (node.isBoolean()) {
            throw malformed((node.booleanValue() ? "TRUE_VALUE" : "FALSE_VALUE") + " cannot be converted to String");
        }
        if (node.isNumber()) {
            throw malformed(
                    (node.isIntegralNumber() ? "NUMBER_VALUE" : "DECIMAL_VALUE") + " cannot be converted to String");
        }
        throw malformed(
                node.isArray()
                        ? "Unrecognized collection type class java.lang.String"
                        : "Start of structure or map found where not expected");
    }

    private static boolean flag(JsonNode node) {
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        if (node.isTextual()) {
            return switch (node.textValue().toLowerCase(Locale.ROOT)) {
                case "true", "1", "yes" -> true;
                case "false", "0", "no" -> false;
                default -> throw malformed("Unexpected token received from parser");
            };
        }
        throw malformed("Unexpected token received from parser");
    }

    private static Bytes bytes(JsonNode node) {
        if (!node.isTextual()) {
            throw malformed("only base-64-encoded strings are convertible to bytes");
        }
        String text = node.textValue();
        if (text.length() % 4 != 0) {
            throw malformed("Base64 encoded length is expected a multiple of 4 bytes but found: " + text.length());
        }
        try {
            byte[] decoded = Base64.getDecoder().decode(text);
            if (!Base64.getEncoder().encodeToString(decoded).equals(text)) {
                throw malformed("Invalid last non-pad Base64 character dectected");
            }
            return Bytes.owning(decoded);
        } catch (IllegalArgumentException e) {
            throw malformed("Invalid Base64");
        }
    }

    private static DynamoException invalid(String words) {
        return DynamoError.validation(INVALID + words).exception();
    }

    private static DynamoException malformed(String words) {
        return DynamoError.of(ErrorKind.SERIALIZATION, words).exception();
    }
}
