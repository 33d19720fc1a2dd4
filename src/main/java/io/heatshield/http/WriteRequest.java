package io.heatshield.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A write in the making, with its conditions, as DynamoDB's own operations say it. Used once. */
final class WriteRequest {
    /** The service takes 300 operators and functions; each term has one, and another joins it to the next. */
    private static final int MOST_TERMS = 150;

    /** The longest expression that the service takes, in bytes. */
    private static final int LONGEST_EXPRESSION = 4096;

    private final String table;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, AttributeValue> values = new LinkedHashMap<>();
    private final Map<String, String> placeholders = new LinkedHashMap<>();
    private final List<String> conditions = new ArrayList<>();
    private final List<String> settings = new ArrayList<>();
    private final List<String> removals = new ArrayList<>();

    WriteRequest(String table) {
        this.table = table;
    }

    /** Only if there is such an attribute. */
    WriteRequest onlyWith(String attribute) {
        conditions.add("attribute_exists(" + name(attribute) + ")");
        return this;
    }

    /** Only if there is no such attribute. */
    WriteRequest onlyWithout(String attribute) {
        conditions.add("attribute_not_exists(" + name(attribute) + ")");
        return this;
    }

    /** Only if the attribute is this; null: only if there is none. */
    WriteRequest onlyIf(String attribute, @Nullable AttributeValue value) {
        if (value == null) {
            return onlyWithout(attribute);
        }
        conditions.add(name(attribute) + "=" + value(value));
        return this;
    }

    /** Sets an attribute; null: removes it. */
    WriteRequest set(String attribute, @Nullable AttributeValue value) {
        if (value == null) {
            removals.add(name(attribute));
        } else {
            settings.add(name(attribute) + "=" + value(value));
        }
        return this;
    }

    private String name(String attribute) {
        return placeholders.computeIfAbsent(attribute, absent -> {
            String placeholder = "#" + Integer.toString(names.size(), Character.MAX_RADIX);
            names.put(placeholder, attribute);
            return placeholder;
        });
    }

    private String value(AttributeValue value) {
        String placeholder = ":" + Integer.toString(values.size(), Character.MAX_RADIX);
        values.put(placeholder, value);
        return placeholder;
    }

    /** A PutItem that answers with what was there before. */
    WireRequest put(Map<String, AttributeValue> item) {
        return request(Operation.PUT_ITEM, out -> {
            out.writeFieldName("Item");
            AttributeJson.writeItem(item, out);
            out.writeStringField("ReturnValues", "ALL_OLD");
        });
    }

    /** An UpdateItem that answers with what is there after. */
    WireRequest update(KeyParts key) {
        StringBuilder update = new StringBuilder();
        if (!settings.isEmpty()) {
            update.append("SET ").append(String.join(",", settings));
        }
        if (!removals.isEmpty()) {
            update.append(update.isEmpty() ? "REMOVE " : " REMOVE ").append(String.join(",", removals));
        }
        if (update.length() > LONGEST_EXPRESSION || settings.size() + removals.size() > 2 * MOST_TERMS) {
            throw Problem.badRequest("patch-too-large", "A patch may change no more than about 300 attributes")
                    .refusal();
        }
        return request(Operation.UPDATE_ITEM, out -> {
            key(key, out);
            if (!update.isEmpty()) {
                out.writeStringField("UpdateExpression", update.toString());
            }
            out.writeStringField("ReturnValues", "ALL_NEW");
        });
    }

    /** A DeleteItem. */
    WireRequest delete(KeyParts key) {
        return request(Operation.DELETE_ITEM, out -> key(key, out));
    }

    private static void key(KeyParts key, JsonGenerator out) throws IOException {
        out.writeFieldName("Key");
        key.write(out);
    }

    private WireRequest request(Operation operation, ItemForms.Writing members) {
        String condition = String.join(" AND ", conditions);
        if (conditions.size() > MOST_TERMS || condition.length() > LONGEST_EXPRESSION) {
            throw Problem.badRequest(
                            "condition-too-large",
                            "The item has more attributes than a condition can compare: If-Match with an entity tag"
                                    + " takes items of up to about 140 attributes, If-Match: * any")
                    .refusal();
        }
        byte[] body = ItemForms.json(out -> {
            out.writeStartObject();
            out.writeStringField("TableName", table);
            members.to(out);
            if (!condition.isEmpty()) {
                out.writeStringField("ConditionExpression", condition);
            }
            if (!names.isEmpty()) {
                out.writeObjectFieldStart("ExpressionAttributeNames");
                for (Map.Entry<String, String> name : names.entrySet()) {
                    out.writeStringField(name.getKey(), name.getValue());
                }
                out.writeEndObject();
            }
            if (!values.isEmpty()) {
                out.writeFieldName("ExpressionAttributeValues");
                AttributeJson.writeItem(values, out);
            }
            out.writeEndObject();
        });
        return new WireRequest(operation.target(), Reply.JSON_1_0, Buffer.buffer(body), null);
    }
}
