package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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
import java.io.IOException;
import java.util.Base64;
import java.util.Map;

/**
 * Attribute values to JSON and back, as the wire has them: {@code {"S":"a"}}, {@code {"N":"1"}}, … Reading checks what
 * the service checks, and says it in the service's words.
 */
public final class AttributeJson {
    private AttributeJson() {}

    /** The service has two layers that check values, and each operation one of them: they differ in some messages. */
    public enum Wording {
        /** Of the operations on single items, BatchGetItem and Query. */
        CURRENT,
        /** Of BatchWriteItem, Scan, transactions and table operations. */
        OLDER
    }

    /** Writes the members of an item, braces included. */
    public static void writeItem(Map<String, AttributeValue> item, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
            out.writeFieldName(attribute.getKey());
            write(attribute.getValue(), out);
        }
        out.writeEndObject();
    }

    /** Writes one typed value, braces included. */
    public static void write(AttributeValue value, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeFieldName(value.type());
        if (value instanceof S s) {
            out.writeString(s.value());
        } else if (value instanceof N n) {
            out.writeString(n.text());
        } else if (value instanceof B b) {
            out.writeString(base64(b.value()));
        } else if (value instanceof Bool bool) {
            out.writeBoolean(bool.value());
        } else if (value instanceof Null) {
            out.writeBoolean(true);
        } else if (value instanceof M m) {
            writeItem(m.values(), out);
        } else {
            writeElements(value, out);
        }
        out.writeEndObject();
    }

    private static void writeElements(AttributeValue value, JsonGenerator out) throws IOException {
        out.writeStartArray();
        if (value instanceof L list) {
            for (AttributeValue element : list.values()) {
                write(element, out);
            }
        } else if (value instanceof SS set) {
            for (String element : set.values()) {
                out.writeString(element);
            }
        } else if (value instanceof NS set) {
            for (N element : set.values()) {
                out.writeString(element.text());
            }
        } else if (value instanceof BS set) {
            for (Bytes element : set.values()) {
                out.writeString(base64(element));
            }
        }
        out.writeEndArray();
    }

    /** Standard base64 with padding. */
    public static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }

    /**
     * The attributes of an item or a key. Members that are null are taken for absent.
     *
     * @throws DynamoException a SerializationException if the JSON has another form, a ValidationException if a value
     *     breaks a rule of its type
     */
    public static Map<String, AttributeValue> readItem(JsonNode item) {
        return readItem(item, Wording.CURRENT);
    }

    /** As above, with the messages of one of the service's layers. */
    public static Map<String, AttributeValue> readItem(JsonNode item, Wording wording) {
        return new AttributeReader(wording).item(item);
    }

    /**
     * One typed value.
     *
     * @throws DynamoException as {@link #readItem}
     */
    public static AttributeValue read(JsonNode value) {
        return read(value, Wording.CURRENT);
    }

    /** As above, with the messages of one of the service's layers. */
    public static AttributeValue read(JsonNode value, Wording wording) {
        return new AttributeReader(wording).value(value, 1);
    }

    /**
     * Passes over the value at which the parser stands, whatever it is.
     *
     * @return the token that ended it
     */
    static JsonToken skip(JsonParser in) throws IOException {
        in.skipChildren();
        return in.currentToken();
    }
}
