package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.expression.Expressions;
import io.heatshield.expression.KeyCondition;
import io.heatshield.expression.Placeholders;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ItemCollection;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.ResultKey;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a Query of a table asks, brought to one form: the key condition with its placeholders resolved and its values
 * canonical, and the rest of the request as it is.
 *
 * @param within the items it is asked of
 * @param text the canonical question
 * @param form how it was spelt
 */
record Question(ItemCollection within, String text, Form form) {
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * A spelling without its values: what the origin accepts of it, it accepts with other values of the same types.
     *
     * @param text all expressions, names and types of values
     */
    record Form(TableId table, String text) {}

    /** The question, or null if it is not understood here: then the origin judges it. */
    static @Nullable Question of(Call.Search call, TableDescription table) {
        if (call.index() != null || (call.limit() != null && call.limit() < 1)) {
            return null;
        }
        KeyCondition condition;
        byte[] partition;
        try {
            Placeholders placeholders = Placeholders.of(
                    call.names().isEmpty() ? null : call.names(), call.values().isEmpty() ? null : call.values());
            condition = Expressions.keyCondition(call.condition(), placeholders, table.keys());
            partition = canonical(condition.partition());
        } catch (DynamoException e) {
            // The origin says what is wrong with it, if anything is.
            return null;
        }
        return new Question(
                ItemCollection.of(table.id(), null, partition),
                json(out -> write(call, condition, out)),
                new Form(table.id(), json(out -> form(call, out))));
    }

    /** The key under which the answer is kept; under one of its own until the origin has accepted the form. */
    ResultKey key(boolean accepted) {
        String asked = accepted ? text : text + '\0' + form.text;
        return new ResultKey(within, asked.getBytes(StandardCharsets.UTF_8), false);
    }

    private static byte[] canonical(AttributeValue value) {
        String text = value instanceof AttributeValue.S s
                ? s.value()
                : value instanceof AttributeValue.N n
                        ? n.text()
                        : AttributeJson.base64(((AttributeValue.B) value).value());
        return ItemKey.canonical(KeySchema.Type.valueOf(value.type()), text);
    }

    private interface Writing {
        void to(JsonGenerator out) throws IOException;
    }

    private static String json(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator out = JSON.createGenerator(bytes)) {
            out.writeStartArray();
            writing.to(out);
            out.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void write(Call.Search call, KeyCondition condition, JsonGenerator out) throws IOException {
        KeyCondition.SortCondition sort = condition.sort();
        if (sort == null) {
            out.writeNull();
        } else {
            AttributeValue upper = sort.upper();
            out.writeString(sort.operator().name());
            AttributeJson.write(sort.operand(), out);
            if (upper != null) {
                AttributeJson.write(upper, out);
            }
        }
        out.writeBoolean(call.forward());
        out.writeNumber(call.limit() == null ? 0 : call.limit());
        out.writeString(call.select());
        AttributeJson.writeItem(new TreeMap<>(call.start()), out);
        out.writeString(call.filter());
        out.writeString(call.projection());
        if (call.filter() != null || call.projection() != null) {
            // Of these only the spelling is known, and what it stands for.
            names(call, out);
            AttributeJson.writeItem(new TreeMap<>(call.values()), out);
        }
    }

    private static void form(Call.Search call, JsonGenerator out) throws IOException {
        out.writeString(call.condition());
        out.writeString(call.filter());
        out.writeString(call.projection());
        out.writeString(call.select());
        names(call, out);
        for (Map.Entry<String, AttributeValue> value : new TreeMap<>(call.values()).entrySet()) {
            out.writeString(value.getKey());
            out.writeString(value.getValue().type());
        }
    }

    private static void names(Call.Search call, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Map.Entry<String, String> name : new TreeMap<>(call.names()).entrySet()) {
            out.writeStringField(name.getKey(), name.getValue());
        }
        out.writeEndObject();
    }
}
