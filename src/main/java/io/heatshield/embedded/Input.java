package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A structure of a request whose form has been checked: members by name, null meaning absent.
 *
 * @param json the JSON object
 * @param layer how the operation words what it finds wrong
 */
record Input(JsonNode json, Layer layer) {

    @Nullable
    JsonNode node(String name) {
        JsonNode node = json.get(name);
        return node == null || node.isNull() ? null : node;
    }

    boolean has(String name) {
        return node(name) != null;
    }

    @Nullable
    String text(String name) {
        JsonNode node = node(name);
        return node == null ? null : node.asText();
    }

    String text(String name, String absent) {
        JsonNode node = node(name);
        return node == null ? absent : node.asText();
    }

    /** A member that the shape demands. */
    String needed(String name) {
        return needed(name, text(name));
    }

    private static <T> T needed(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the shape lets " + name + " be absent");
        }
        return value;
    }

    /**
     * Does what the service does before it looks at the table. An operation of the enveloped layer wraps what is found
     * wrong here, and nothing later.
     */
    <T> T early(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (DynamoException e) {
            throw layer == Layer.ENVELOPED ? enveloped(e) : e;
        }
    }

    private static DynamoException enveloped(DynamoException e) {
        DynamoError error = e.error();
        String message = error.message();
        if (error.kind() != ErrorKind.VALIDATION || message == null || message.contains(" detected: ")) {
            return e;
        }
        return DynamoError.validation("1 validation error detected: " + message).exception();
    }

    /** A flag; false if absent. */
    boolean flag(String name) {
        return flag(name, false);
    }

    boolean flag(String name, boolean absent) {
        JsonNode node = node(name);
        if (node == null) {
            return absent;
        }
        String word = node.asText();
        return "true".equalsIgnoreCase(word) || "1".equals(word) || "yes".equalsIgnoreCase(word);
    }

    /** A whole number, fractions cut off, or null. */
    @Nullable
    Long number(String name) {
        JsonNode node = node(name);
        return node == null ? null : Long.valueOf(node.asLong());
    }

    @Nullable
    Input structure(String name) {
        JsonNode node = node(name);
        return node == null ? null : new Input(node, layer);
    }

    Input neededStructure(String name) {
        return needed(name, structure(name));
    }

    /** The structures of a list, or null. */
    @Nullable
    List<Input> structures(String name) {
        JsonNode node = node(name);
        if (node == null) {
            return null;
        }
        List<Input> all = new ArrayList<>(node.size());
        for (JsonNode each : node) {
            all.add(new Input(each, layer));
        }
        return all;
    }

    /** The structures of a list; none if absent. */
    List<Input> structuresOrNone(String name) {
        List<Input> found = structures(name);
        return found == null ? List.of() : found;
    }

    /** The texts of a list, or null. */
    @Nullable
    List<String> texts(String name) {
        JsonNode node = node(name);
        if (node == null) {
            return null;
        }
        List<String> all = new ArrayList<>(node.size());
        for (JsonNode each : node) {
            all.add(each.asText());
        }
        return all;
    }

    /** The texts of a map, or null. */
    @Nullable
    Map<String, String> textMap(String name) {
        JsonNode node = node(name);
        if (node == null) {
            return null;
        }
        Map<String, String> all = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            all.put(member.getKey(), member.getValue().asText());
        }
        return all;
    }

    /** The members of a map of structures; none if absent. */
    Map<String, Input> structureMap(String name) {
        JsonNode node = node(name);
        Map<String, Input> all = new LinkedHashMap<>();
        if (node != null) {
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                all.put(member.getKey(), new Input(member.getValue(), layer));
            }
        }
        return all;
    }

    /** The attributes of an item or a key, checked by the rules of their types, or null. */
    @Nullable
    Map<String, AttributeValue> attributes(String name) {
        JsonNode node = node(name);
        return node == null ? null : AttributeJson.readItem(node, layer.wording());
    }

    /** As {@link #attributes}, of a member that the shape demands. */
    Map<String, AttributeValue> neededAttributes(String name) {
        return needed(name, attributes(name));
    }
}
