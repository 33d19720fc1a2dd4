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
import io.heatshield.protocol.IndexDescription;
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
 * What a Query or a Scan asks, brought to one form: the key condition with its placeholders resolved and its values
 * canonical, filter and projection with what their placeholders stand for.
 *
 * @param within the items it is asked of: what changes one of them ends the answer
 * @param text the canonical question
 * @param form how it was spelt
 * @param lags whether it reads what follows the table at a distance
 */
record Question(ItemCollection within, String text, Form form, boolean lags) {
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * A spelling without its values: what the origin accepts of it, it accepts with other values of the same types.
     *
     * @param text all expressions, names and types of values
     */
    record Form(TableId table, String text) {}

    /** The question, or null if it is not understood here, or its answer is not kept: then it is the origin's. */
    static @Nullable Question of(Call.Search call, TableDescription table, AnswerPolicy policy) {
        if (call.limit() != null && call.limit() < 1) {
            return null;
        }
        String name = call.index();
        IndexDescription index = name == null ? null : table.index(name);
        if (name != null && (index == null || !kept(index, call, policy))) {
            return null;
        }
        boolean lags = index != null && !index.local();
        try {
            if (call.condition() == null) {
                return policy.scans() && name == null
                        ? asked(call, ItemCollection.all(table.id(), null), null, false)
                        : null;
            }
            Placeholders placeholders = Placeholders.of(
                    call.names().isEmpty() ? null : call.names(), call.values().isEmpty() ? null : call.values());
            KeyCondition condition = Expressions.keyCondition(
                    call.condition(), placeholders, index == null ? table.keys() : index.keys());
            // What a local index holds of a partition key is what the table does.
            ItemCollection within = ItemCollection.of(table.id(), lags ? name : null, canonical(condition.partition()));
            return asked(call, within, condition, lags);
        } catch (DynamoException e) {
            // The origin says what is wrong with it, if anything is.
            return null;
        }
    }

    /** Pages that end by age alone could have been read at any times: only a first one is kept. */
    private static boolean kept(IndexDescription index, Call.Search call, AnswerPolicy policy) {
        return index.local()
                || policy.exact().contains(index.name())
                || (policy.timed().contains(index.name()) && call.start().isEmpty());
    }

    private static @Nullable Question asked(
            Call.Search call, ItemCollection within, @Nullable KeyCondition condition, boolean lags) {
        String filter = call.filter() == null ? "" : Expressions.canonical(call.filter(), call.names(), call.values());
        String projection =
                call.projection() == null ? "" : Expressions.canonical(call.projection(), call.names(), Map.of());
        if (filter == null || projection == null) {
            return null;
        }
        String text = json(out -> {
            out.writeString(call.index());
            condition(condition, out);
            rest(call, out);
            out.writeString(filter);
            out.writeString(projection);
        });
        return new Question(within, text, new Form(within.table(), json(out -> form(call, out))), lags);
    }

    /** The key under which the answer is kept; under one of its own until the origin has accepted the form. */
    ResultKey key(boolean accepted) {
        String asked = accepted ? text : text + '\0' + form.text;
        return new ResultKey(within, asked.getBytes(StandardCharsets.UTF_8), lags);
    }

    /** The bytes by which a partition key is known. */
    static byte[] canonical(AttributeValue value) {
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

    private static void condition(@Nullable KeyCondition condition, JsonGenerator out) throws IOException {
        KeyCondition.SortCondition sort = condition == null ? null : condition.sort();
        if (sort == null) {
            out.writeString(condition == null ? "scan" : null);
            return;
        }
        AttributeValue upper = sort.upper();
        out.writeString(sort.operator().name());
        AttributeJson.write(sort.operand(), out);
        if (upper != null) {
            AttributeJson.write(upper, out);
        }
    }

    private static void rest(Call.Search call, JsonGenerator out) throws IOException {
        Call.Segment segment = call.segment();
        out.writeBoolean(call.forward());
        out.writeNumber(call.limit() == null ? 0 : call.limit());
        out.writeNumber(segment == null ? 0 : segment.number());
        out.writeNumber(segment == null ? 0 : segment.of());
        out.writeString(call.select());
        AttributeJson.writeItem(new TreeMap<>(call.start()), out);
    }

    private static void form(Call.Search call, JsonGenerator out) throws IOException {
        out.writeString(call.index());
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
