package io.heatshield.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Items as plain JSON, and as typed JSON in one order: members by name, sets by value. So equal items give equal bytes,
 * in whatever order the origin told them.
 */
final class PlainJson {
    /** Every decimal number of as many digits, in DynamoDB's range, comes back from an IEEE double as it went in. */
    private static final int EXACT_DIGITS = 15;

    /** Shorter ones are written out, longer ones with an exponent. */
    private static final int PLAIN_LENGTH = 21;

    private PlainJson() {}

    /** Writes an item, or a map, as plain JSON. */
    static void write(Map<String, AttributeValue> members, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Map.Entry<String, AttributeValue> member : new TreeMap<>(members).entrySet()) {
            out.writeFieldName(member.getKey());
            write(member.getValue(), out);
        }
        out.writeEndObject();
    }

    private static void write(AttributeValue value, JsonGenerator out) throws IOException {
        if (value instanceof AttributeValue.S s) {
            out.writeString(s.value());
        } else if (value instanceof AttributeValue.N n) {
            write(n, out);
        } else if (value instanceof AttributeValue.B b) {
            out.writeString(AttributeJson.base64(b.value()));
        } else if (value instanceof AttributeValue.Bool bool) {
            out.writeBoolean(bool.value());
        } else if (value instanceof AttributeValue.Null) {
            out.writeNull();
        } else if (value instanceof AttributeValue.M map) {
            write(map.values(), out);
        } else {
            out.writeStartArray();
            if (value instanceof AttributeValue.L list) {
                for (AttributeValue element : list.values()) {
                    write(element, out);
                }
            } else {
                writeSet(value, out);
            }
            out.writeEndArray();
        }
    }

    private static void writeSet(AttributeValue value, JsonGenerator out) throws IOException {
        if (value instanceof AttributeValue.SS set) {
            for (String element : set.values().stream().sorted().toList()) {
                out.writeString(element);
            }
        } else if (value instanceof AttributeValue.NS set) {
            for (AttributeValue.N element : sorted(set)) {
                write(element, out);
            }
        } else if (value instanceof AttributeValue.BS set) {
            for (var element : set.values().stream().sorted().toList()) {
                out.writeString(AttributeJson.base64(element));
            }
        }
    }

    private static Iterable<AttributeValue.N> sorted(AttributeValue.NS set) {
        return set.values().stream()
                .sorted(Comparator.comparing(AttributeValue.N::value))
                .toList();
    }

    /** As a number only if whoever reads it into a double has the very number; else as a string. */
    private static void write(AttributeValue.N number, JsonGenerator out) throws IOException {
        BigDecimal value = number.value();
        if (value.precision() <= EXACT_DIGITS || new BigDecimal(value.doubleValue()).compareTo(value) == 0) {
            String plain = value.toPlainString();
            out.writeNumber(plain.length() <= PLAIN_LENGTH ? plain : value.toString());
        } else {
            out.writeString(number.text());
        }
    }

    /** Writes an item, or a map, as DynamoDB's typed JSON. */
    static void writeTyped(Map<String, AttributeValue> members, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Map.Entry<String, AttributeValue> member : new TreeMap<>(members).entrySet()) {
            out.writeFieldName(member.getKey());
            writeTyped(member.getValue(), out);
        }
        out.writeEndObject();
    }

    private static void writeTyped(AttributeValue value, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeFieldName(value.type());
        if (value instanceof AttributeValue.M map) {
            writeTyped(map.values(), out);
        } else if (value instanceof AttributeValue.L list) {
            out.writeStartArray();
            for (AttributeValue element : list.values()) {
                writeTyped(element, out);
            }
            out.writeEndArray();
        } else if (value instanceof AttributeValue.NS set) {
            out.writeStartArray();
            for (AttributeValue.N element : sorted(set)) {
                out.writeString(element.text());
            }
            out.writeEndArray();
        } else if (value instanceof AttributeValue.SS || value instanceof AttributeValue.BS) {
            out.writeStartArray();
            writeSet(value, out);
            out.writeEndArray();
        } else {
            writeScalar(value, out);
        }
        out.writeEndObject();
    }

    private static void writeScalar(AttributeValue value, JsonGenerator out) throws IOException {
        if (value instanceof AttributeValue.Null) {
            out.writeBoolean(true);
        } else if (value instanceof AttributeValue.N n) {
            out.writeString(n.text());
        } else {
            write(value, out);
        }
    }
}
