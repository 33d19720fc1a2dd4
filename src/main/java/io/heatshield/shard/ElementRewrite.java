package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.heatshield.expression.StandIn;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes one item's part of a write say what is stored instead of what the application sees. */
final class ElementRewrite {
    private static final String VALUES = "ExpressionAttributeValues";
    private static final Set<String> ASK_OF_PRESENCE = Set.of("NULL", "NOT_NULL");
    private static final Set<String> COMPARE = Set.of("EQ", "NE", "IN");

    private final ObjectNode node;

    private ElementRewrite(ObjectNode node) {
        this.node = node;
    }

    /**
     * Sends an element to a shard.
     *
     * @throws DynamoException a ValidationException if an expression asks what the stored key does not tell
     */
    static void toShard(Element element, TableKeys keys, TableKeys.Logical logical, String physical) {
        String seen = logical.partition();
        new ElementRewrite(element.node()).attribute(keys.partition(), text -> text.equals(seen) ? physical : null);
        ObjectNode attributes = element.attributes();
        if (attributes != null) {
            keys.place(attributes, physical);
        }
    }

    /**
     * Spreads the values of an index's partition key.
     *
     * @param stored what is stored for a value that the application sees, or null
     * @throws DynamoException as above
     */
    static void ofIndex(Element element, String attribute, Function<String, @Nullable String> stored) {
        ElementRewrite rewrite = new ElementRewrite(element.node());
        rewrite.attribute(attribute, stored);
        if (element.kind() == Element.Kind.PUT) {
            ObjectNode item = Objects.requireNonNull(element.attributes());
            rewrite.value(item, attribute, stored);
        }
        if (element.node().path("AttributeUpdates").get(attribute) instanceof ObjectNode update) {
            rewrite.value(update, "Value", stored);
        }
    }

    private void attribute(String attribute, Function<String, @Nullable String> stored) {
        Map<String, String> names = new HashMap<>();
        node.path("ExpressionAttributeNames")
                .properties()
                .forEach(name -> names.put(name.getKey(), name.getValue().asText()));
        JsonNode values = node.path(VALUES);
        StandIn standIn =
                new StandIn(attribute, stored, names, placeholder -> Json.text(values.path(placeholder), "S"));
        rewrite("UpdateExpression", standIn::update);
        rewrite("ConditionExpression", standIn::condition);
        if (values instanceof ObjectNode object) {
            object.remove(standIn.unused());
            standIn.added().forEach((name, text) -> object.putObject(name).put("S", text));
        }
        if (node.path("Expected").get(attribute) instanceof ObjectNode expected) {
            legacy(attribute, expected, stored);
        }
    }

    private void rewrite(String member, Function<String, String> how) {
        String text = Json.text(node, member);
        if (text != null) {
            node.set(member, TextNode.valueOf(how.apply(text)));
        }
    }

    private void legacy(String attribute, ObjectNode expected, Function<String, @Nullable String> stored) {
        String operator = Json.text(expected, "ComparisonOperator");
        if (operator != null && ASK_OF_PRESENCE.contains(operator)) {
            return;
        }
        if (operator != null && !COMPARE.contains(operator)) {
            throw DynamoError.validation("The attribute " + attribute
                            + " is spread over several keys: compare it with EQ," + " NE or IN")
                    .exception();
        }
        value(expected, "Value", stored);
        for (JsonNode each : expected.path("AttributeValueList")) {
            String text = Json.text(each, "S");
            String other = text == null ? null : stored.apply(text);
            if (other != null) {
                ((ObjectNode) each).put("S", other);
            }
        }
    }

    private void value(ObjectNode holder, String member, Function<String, @Nullable String> stored) {
        String text = Json.text(holder.path(member), "S");
        String other = text == null ? null : stored.apply(text);
        if (other != null) {
            holder.putObject(member).put("S", other);
        }
    }
}
