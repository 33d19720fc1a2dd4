package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.Operation;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        Transaction.Outcome outcome = tokens.once(request, () -> run(actions));
        return out -> {
            Consumption.writeMembers(request, outcome.consumed(), out);
            CollectionMetrics.writeMembers(request, outcome.metrics(), out);
        };
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
            String name = action.request().needed("TableName");
            Table table = tables.require(name);
            Mutation mutation;
            try {
                mutation = action.bind(table);
            } catch (DynamoException e) {
                transaction.fail(e);
                continue;
            }
            transaction.add(name, mutation);
        }
        return transaction.run();
    }

    private Answer get(Input request) {
        List<ItemGet> gets = new ArrayList<>();
        for (Input item : request.structuresOrNone("TransactItems")) {
            gets.add(ItemGet.read(item.neededStructure("Get")));
        }
        TransactionRead transaction = new TransactionRead(gets.size());
        for (ItemGet get : gets) {
            String name = get.request().needed("TableName");
            Table table = tables.require(name);
            StoreKey place;
            try {
                place = KeyRules.place(table, get.key());
                get.criteria().checkAgainst(table);
            } catch (DynamoException e) {
                transaction.fail(e);
                continue;
            }
            transaction.add(name, table, place, get.criteria().projection()::apply);
        }
        return transaction.answer(request);
    }

    /** One read of a transaction, before its table is looked at. */
    private record ItemGet(Input request, Map<String, AttributeValue> key, Criteria criteria) {
        static ItemGet read(Input request) {
            return new ItemGet(request, request.neededAttributes("Key"), Criteria.ofRead(request));
        }
    }
}
