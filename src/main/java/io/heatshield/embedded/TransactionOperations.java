package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.Operation;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** TransactWriteItems, TransactGetItems. */
final class TransactionOperations {
    private final Tables tables;
    private final IdempotencyTokens tokens;

    TransactionOperations(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.tokens = new IdempotencyTokens(clock);
    }

    List<Route> routes() {
        return List.of(
                Route.heavy(Operation.TRANSACT_WRITE_ITEMS, TransactionInputs.WRITE, this::write),
                Route.heavy(Operation.TRANSACT_GET_ITEMS, TransactionInputs.GET, this::get));
    }

    private Answer write(Input request) {
        List<ItemWrite> actions = new ArrayList<>();
        for (Input item : request.structuresOrNone("TransactItems")) {
            actions.add(action(item));
        }
        String token = request.text("ClientRequestToken");
        if (token == null) {
            return answer(request, run(actions), false);
        }
        JsonNode asked = asked(request);
        Answer replay = tokens.replay(token, asked);
        if (replay != null) {
            return replay;
        }
        Transaction.Outcome outcome = run(actions);
        tokens.remember(token, asked, answer(request, outcome, true));
        return answer(request, outcome, false);
    }

    /** What two requests under one token must have in common. */
    private static JsonNode asked(Input request) {
        ObjectNode asked = request.json().deepCopy();
        asked.remove(List.of("ClientRequestToken", "ReturnConsumedCapacity", "ReturnItemCollectionMetrics"));
        return asked;
    }

    private static ItemWrite action(Input item) {
        Map<String, ItemWrite.Kind> kinds = new LinkedHashMap<>();
        kinds.put("ConditionCheck", ItemWrite.Kind.CHECK);
        kinds.put("Put", ItemWrite.Kind.PUT);
        kinds.put("Delete", ItemWrite.Kind.DELETE);
        kinds.put("Update", ItemWrite.Kind.UPDATE);
        kinds.keySet().removeIf(member -> !item.has(member));
        if (kinds.size() != 1) {
            throw DynamoError.validation("TransactItems can only contain one of Check, Put, Update or Delete")
                    .exception();
        }
        Map.Entry<String, ItemWrite.Kind> only = kinds.entrySet().iterator().next();
        return ItemWrite.read(only.getValue(), item.neededStructure(only.getKey()));
    }

    private Transaction.Outcome run(List<ItemWrite> actions) {
        Transaction transaction = new Transaction(actions.size());
        for (ItemWrite action : actions) {
            transaction.add(action, tables.require(action.request().needed("TableName")));
        }
        return transaction.run();
    }

    private static Answer answer(Input request, Transaction.Outcome outcome, boolean replay) {
        return out -> {
            String detail = request.text("ReturnConsumedCapacity", "NONE");
            if (!detail.equals("NONE")) {
                out.writeArrayFieldStart("ConsumedCapacity");
                for (Consumption each : replay ? outcome.replayed() : outcome.consumed()) {
                    each.write(detail.equals("INDEXES"), out);
                }
                out.writeEndArray();
            }
            if ("SIZE".equals(request.text("ReturnItemCollectionMetrics"))) {
                writeMetrics(outcome, out);
            }
        };
    }

    private static void writeMetrics(Transaction.Outcome outcome, JsonGenerator out) throws IOException {
        if (outcome.metrics().isEmpty()) {
            return;
        }
        out.writeObjectFieldStart("ItemCollectionMetrics");
        for (Map.Entry<String, List<CollectionMetrics>> table :
                outcome.metrics().entrySet()) {
            out.writeArrayFieldStart(table.getKey());
            for (CollectionMetrics each : table.getValue()) {
                each.write(out);
            }
            out.writeEndArray();
        }
        out.writeEndObject();
    }

    /** One read of a transaction. */
    private record Get(Input request, Map<String, AttributeValue> key, Criteria criteria) {}

    private Answer get(Input request) {
        List<Get> gets = new ArrayList<>();
        for (Input item : request.structuresOrNone("TransactItems")) {
            Input get = item.neededStructure("Get");
            gets.add(new Get(get, get.neededAttributes("Key"), Criteria.ofRead(get)));
        }
        Map<String, Consumption> consumed = new LinkedHashMap<>();
        List<@Nullable Map<String, AttributeValue>> items = read(gets, consumed);
        return out -> {
            out.writeArrayFieldStart("Responses");
            for (Map<String, AttributeValue> item : items) {
                out.writeStartObject();
                if (item != null) {
                    out.writeFieldName("Item");
                    AttributeJson.writeItem(item, out);
                }
                out.writeEndObject();
            }
            out.writeEndArray();
            String detail = request.text("ReturnConsumedCapacity", "NONE");
            if (!detail.equals("NONE")) {
                out.writeArrayFieldStart("ConsumedCapacity");
                for (Consumption each : consumed.values()) {
                    each.write(detail.equals("INDEXES"), out);
                }
                out.writeEndArray();
            }
        };
    }

    private List<@Nullable Map<String, AttributeValue>> read(List<Get> gets, Map<String, Consumption> consumed) {
        List<Table> all = new ArrayList<>();
        List<@Nullable StoreKey> places = new ArrayList<>();
        Cancellation cancellation = new Cancellation(gets.size());
        Set<Map.Entry<String, StoreKey>> seen = new HashSet<>();
        for (Get get : gets) {
            Table table = tables.require(get.request().needed("TableName"));
            StoreKey place = null;
            try {
                place = KeyRules.place(table, get.key());
                get.criteria().checkAgainst(table);
            } catch (DynamoException e) {
                KeyRules.rethrowIfEmptyKey(e);
                cancellation.add(places.size(), Cancellation.Reason.of(e.error()));
            }
            if (place != null && !seen.add(Map.entry(table.name(), place))) {
                throw Transaction.repeatedItem();
            }
            all.add(table);
            places.add(place);
        }
        cancellation.throwIfAny();
        return Locks.holding(all, () -> readAll(gets, all, places, consumed));
    }

    private static List<@Nullable Map<String, AttributeValue>> readAll(
            List<Get> gets, List<Table> all, List<@Nullable StoreKey> places, Map<String, Consumption> consumed) {
        List<@Nullable Map<String, AttributeValue>> items = new ArrayList<>();
        for (int i = 0; i < gets.size(); i++) {
            StoreKey place = places.get(i);
            StoredItem item = place == null ? null : all.get(i).items().get(place);
            consumed.computeIfAbsent(gets.get(i).request().needed("TableName"), Consumption::new)
                    .readInTransaction(item == null ? 0 : item.size());
            Map<String, AttributeValue> shown =
                    item == null ? null : gets.get(i).criteria().projection().apply(item.attributes());
            // Unlike GetItem, a projection that matches nothing shows no item.
            items.add(shown == null || shown.isEmpty() ? null : shown);
        }
        return items;
    }
}
