package io.heatshield.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of the items that share a partition key, in the order of their sort keys.
 *
 * @param sort the table's sort key
 * @param from the first sort key that is wanted, or null
 * @param to the last, or null
 */
record CollectionQuestion(
        TableDescription table,
        KeyParts.Part partition,
        KeySchema.Attribute sort,
        KeyParts.@Nullable Part from,
        KeyParts.@Nullable Part to,
        boolean descending,
        int limit,
        boolean consistent) {
    private static final int MOST = 1000;
    private static final int OTHERWISE = 100;

    /**
     * Reads the question.
     *
     * @throws ItemRefusal if there cannot be an answer
     */
    static CollectionQuestion of(
            TableDescription table, KeySchema.Attribute sort, String partition, QueryParameters query) {
        KeyParts.Part from = bound(sort, query.text("from"));
        KeyParts.Part to = bound(sort, query.text("to"));
        if (from != null && to != null && Cursor.order(from, to) > 0) {
            throw QueryParameters.bad("from", "no more than to");
        }
        return new CollectionQuestion(
                table,
                ItemKeys.part(table.keys().partition(), partition),
                sort,
                from,
                to,
                query.flag("descending"),
                query.number("limit", 1, MOST, OTHERWISE),
                query.flag("consistent"));
    }

    private static KeyParts.@Nullable Part bound(KeySchema.Attribute sort, @Nullable String text) {
        return text == null ? null : ItemKeys.part(sort, text);
    }

    /** The same as a Query, from here on. */
    Call.Search search(KeyParts.@Nullable Part after) {
        Map<String, String> names = new LinkedHashMap<>();
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        names.put("#p", partition.name());
        values.put(":p", ItemKeys.value(partition));
        StringBuilder condition = new StringBuilder("#p = :p");
        if (from != null || to != null) {
            names.put("#s", sort.name());
            condition.append(" AND #s ").append(from == null ? "<= :b" : to == null ? ">= :a" : "BETWEEN :a AND :b");
        }
        if (from != null) {
            values.put(":a", ItemKeys.value(from));
        }
        if (to != null) {
            values.put(":b", ItemKeys.value(to));
        }
        Map<String, AttributeValue> start = new LinkedHashMap<>();
        if (after != null) {
            start.put(partition.name(), ItemKeys.value(partition));
            start.put(after.name(), ItemKeys.value(after));
        }
        return new Call.Search(
                table.id().name(),
                null,
                consistent,
                condition.toString(),
                null,
                null,
                names,
                values,
                start,
                null,
                limit,
                !descending,
                null,
                Call.Capacity.NONE);
    }

    /** The same as DynamoDB reads it. */
    static WireRequest request(Call.Search search) {
        return new WireRequest(
                Operation.QUERY.target(),
                Reply.JSON_1_0,
                Buffer.buffer(ItemForms.json(out -> write(search, out))),
                null);
    }

    private static void write(Call.Search search, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("TableName", search.table());
        out.writeStringField("KeyConditionExpression", search.condition());
        out.writeObjectFieldStart("ExpressionAttributeNames");
        for (Map.Entry<String, String> name : search.names().entrySet()) {
            out.writeStringField(name.getKey(), name.getValue());
        }
        out.writeEndObject();
        out.writeFieldName("ExpressionAttributeValues");
        AttributeJson.writeItem(search.values(), out);
        if (!search.start().isEmpty()) {
            out.writeFieldName("ExclusiveStartKey");
            AttributeJson.writeItem(search.start(), out);
        }
        Integer limit = search.limit();
        if (limit != null) {
            out.writeNumberField("Limit", limit);
        }
        if (!search.forward()) {
            out.writeBooleanField("ScanIndexForward", false);
        }
        if (search.consistent()) {
            out.writeBooleanField("ConsistentRead", true);
        }
        out.writeEndObject();
    }
}
