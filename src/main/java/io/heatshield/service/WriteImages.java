package io.heatshield.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.cache.Scope;
import io.heatshield.expression.Expressions;
import io.heatshield.expression.Placeholders;
import io.heatshield.expression.Update;
import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.IndexDescription;
import io.heatshield.protocol.ItemCollection;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The write of one item, asked of the origin such that the answer shows the item as it was: from that and the request
 * follows what it is now, and so which answers of indexes end. {@code ReturnValues} costs no capacity; what the client
 * did not ask for is taken out of its answer.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html">ReturnValues</a>
 */
final class WriteImages {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Operation operation;
    private final ObjectNode asked;
    private final WireRequest request;
    private final boolean added;
    private final TableDescription table;
    private final Set<String> indexes;

    private WriteImages(
            Operation operation,
            ObjectNode asked,
            WireRequest request,
            boolean added,
            TableDescription table,
            Set<String> indexes) {
        this.operation = operation;
        this.asked = asked;
        this.request = request;
        this.added = added;
        this.table = table;
        this.indexes = indexes;
    }

    /**
     * The write, or null if its answer cannot show the item as it was.
     *
     * @param indexes the global secondary indexes that are looked at
     */
    static @Nullable WriteImages of(
            @Nullable Operation operation, WireRequest request, TableDescription table, Set<String> indexes) {
        if (operation != Operation.PUT_ITEM
                && operation != Operation.UPDATE_ITEM
                && operation != Operation.DELETE_ITEM) {
            return null;
        }
        try {
            if (!(JSON.readTree(request.body().getBytes()) instanceof ObjectNode asked)
                    || asked.has("AttributeUpdates")) {
                return null;
            }
            String values = asked.path("ReturnValues").asText("NONE");
            boolean none = values.equals("NONE");
            if (!none && !values.equals("ALL_OLD")) {
                return null;
            }
            WireRequest sent = none
                    ? new WireRequest(
                            request.target(),
                            request.contentType(),
                            Buffer.buffer(JSON.writeValueAsBytes(asked.put("ReturnValues", "ALL_OLD"))),
                            request.hops())
                    : request;
            return new WriteImages(operation, asked, sent, none, table, indexes);
        } catch (IOException e) {
            // The origin says that it is no JSON.
            return null;
        }
    }

    /** What to send. */
    WireRequest request() {
        return request;
    }

    /** The origin's answer as the client asked for it. */
    OriginReply asAsked(OriginReply answer) {
        if (!added || !answer.ok()) {
            return answer;
        }
        try {
            if (JSON.readTree(answer.payload().body().getBytes()) instanceof ObjectNode body
                    && body.has("Attributes")) {
                body.remove("Attributes");
                return new OriginReply(
                        answer.status(),
                        answer.contentType(),
                        Payload.of(Buffer.buffer(JSON.writeValueAsBytes(body))),
                        answer.requestId(),
                        answer.certainty());
            }
        } catch (IOException e) {
            // Not what it should be: the client hears what was said.
            return answer;
        }
        return answer;
    }

    /** What the write has changed in these indexes: the partitions it left and entered, or all where it is not known. */
    List<Scope> reached(OriginReply answer) {
        Set<Scope> scopes = new LinkedHashSet<>();
        try {
            JsonNode body = answer.ok() ? JSON.readTree(answer.payload().body().getBytes()) : null;
            if (body != null) {
                JsonNode attributes = body.path("Attributes");
                Map<String, AttributeValue> old = attributes.isObject() ? AttributeJson.readItem(attributes) : Map.of();
                Map<String, AttributeValue> now = now(old);
                for (String name : indexes) {
                    IndexDescription index = table.index(name);
                    if (index != null) {
                        changed(index, old, now, scopes);
                    }
                }
                return List.copyOf(scopes);
            }
        } catch (IOException | DynamoException e) {
            // Not understood here: whatever the write made of the item, these answers end.
            scopes.clear();
        }
        indexes.forEach(name -> scopes.add(new Scope.Collection(ItemCollection.all(table.id(), name))));
        return List.copyOf(scopes);
    }

    private Map<String, AttributeValue> now(Map<String, AttributeValue> old) {
        if (operation == Operation.DELETE_ITEM) {
            return Map.of();
        }
        if (operation == Operation.PUT_ITEM) {
            return AttributeJson.readItem(asked.path("Item"));
        }
        Map<String, AttributeValue> key = AttributeJson.readItem(asked.path("Key"));
        JsonNode expression = asked.path("UpdateExpression");
        if (!expression.isTextual()) {
            return old.isEmpty() ? key : old;
        }
        Map<String, String> names = new HashMap<>();
        asked.path("ExpressionAttributeNames")
                .properties()
                .forEach(name -> names.put(name.getKey(), name.getValue().asText()));
        JsonNode values = asked.path("ExpressionAttributeValues");
        Update update = Expressions.update(
                expression.asText(),
                Placeholders.of(
                        names.isEmpty() ? null : names, values.isObject() ? AttributeJson.readItem(values) : null));
        return old.isEmpty() ? update.create(key).after() : update.apply(old).after();
    }

    private void changed(
            IndexDescription index,
            Map<String, AttributeValue> old,
            Map<String, AttributeValue> now,
            Set<Scope> scopes) {
        Map<String, AttributeValue> before = shown(index, old);
        Map<String, AttributeValue> after = shown(index, now);
        if (before.equals(after)) {
            return;
        }
        for (Map<String, AttributeValue> entry : List.of(before, after)) {
            AttributeValue partition = entry.get(index.keys().partition().name());
            if (partition != null) {
                scopes.add(new Scope.Collection(
                        ItemCollection.of(table.id(), index.name(), Question.canonical(partition))));
            }
        }
    }

    /** What the index holds of the item; nothing, where the item lacks a part of its key. */
    private Map<String, AttributeValue> shown(IndexDescription index, Map<String, AttributeValue> item) {
        Set<String> keys = new LinkedHashSet<>(names(index.keys()));
        if (!item.keySet().containsAll(keys)) {
            return Map.of();
        }
        Set<String> projected = index.projected();
        if (projected == null) {
            return item;
        }
        keys.addAll(names(table.keys()));
        keys.addAll(projected);
        Map<String, AttributeValue> shown = new HashMap<>(item);
        shown.keySet().retainAll(keys);
        return shown;
    }

    private static List<String> names(KeySchema keys) {
        KeySchema.Attribute sort = keys.sort();
        return sort == null
                ? List.of(keys.partition().name())
                : List.of(keys.partition().name(), sort.name());
    }
}
