package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Several writes that are carried out all or not at all. */
final class Transaction {

    /**
     * What a transaction did.
     *
     * @param consumed the capacity by table
     * @param replayed the capacity that a repetition under the same token takes: it reads what was written
     * @param metrics by table, of each write to a table with local indexes
     */
    record Outcome(
            List<Consumption> consumed, List<Consumption> replayed, Map<String, List<CollectionMetrics>> metrics) {}

    /** An action, bound to its table unless it failed before. */
    private record Step(
            ItemWrite action, Table table, @Nullable Mutation mutation) {
        String tableAsNamed() {
            return action.request().needed("TableName");
        }
    }

    private final List<Step> steps = new ArrayList<>();
    private final Set<Map.Entry<String, StoreKey>> places = new HashSet<>();
    private final Cancellation cancellation;

    Transaction(int actions) {
        this.cancellation = new Cancellation(actions);
    }

    /** Adds an action. What does not fit its table cancels the transaction; an item named twice refuses it. */
    void add(ItemWrite action, Table table) {
        Mutation mutation = null;
        try {
            StoreKey place = action.place(table);
            if (!places.add(Map.entry(table.name(), place))) {
                throw repeatedItem();
            }
            mutation = action.bind(table, place);
        } catch (DynamoException e) {
            KeyRules.rethrowIfEmptyKey(e);
            if (REPEATED.equals(e.error().message())) {
                throw e;
            }
            cancellation.add(steps.size(), Cancellation.Reason.of(e.error()));
        }
        steps.add(new Step(action, table, mutation));
    }

    private static final String REPEATED = "Transaction request cannot include multiple operations on one item";

    static DynamoException repeatedItem() {
        return DynamoError.validation(REPEATED).exception();
    }

    /** Carries all actions out, or throws why none was. */
    Outcome run() {
        return Locks.holding(steps.stream().map(Step::table).toList(), this::runLocked);
    }

    private Outcome runLocked() {
        List<Mutation.Result> results = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            results.add(evaluate(i, steps.get(i).mutation()));
        }
        cancellation.throwIfAny();
        Map<String, Consumption> consumed = new LinkedHashMap<>();
        Map<String, Consumption> replayed = new LinkedHashMap<>();
        Map<String, List<CollectionMetrics>> metrics = new LinkedHashMap<>();
        List<Journal.Change> changes = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            Mutation mutation = step.mutation();
            if (mutation == null) {
                continue;
            }
            Consumption consumption = consumed.computeIfAbsent(step.tableAsNamed(), Consumption::new);
            carryOut(step.action(), mutation, results.get(i), consumption);
            StoredItem after = results.get(i).after();
            if (step.action().kind() != ItemWrite.Kind.CHECK) {
                changes.add(new Journal.Change(step.table(), mutation.place(), after));
            }
            replayed.computeIfAbsent(step.tableAsNamed(), Consumption::new)
                    .readInTransaction(after == null ? 0 : after.size());
            if (step.table().hasLocalIndexes() && step.action().kind() != ItemWrite.Kind.CHECK) {
                metrics.computeIfAbsent(step.tableAsNamed(), table -> new ArrayList<>())
                        .add(CollectionMetrics.measure(
                                step.table(), mutation.place(), step.action().attributes()));
            }
        }
        if (!changes.isEmpty()) {
            changes.get(0).table().journal().commit(changes);
        }
        return new Outcome(List.copyOf(consumed.values()), List.copyOf(replayed.values()), metrics);
    }

    private Mutation.Result evaluate(int action, @Nullable Mutation mutation) {
        if (mutation == null) {
            return new Mutation.Result(null, null);
        }
        StoredItem before = mutation.table().items().get(mutation.place());
        try {
            if (!mutation.holds(before)) {
                cancellation.add(
                        action, Cancellation.Reason.conditionFailed(mutation.returnOldOnFailure() ? before : null));
                return new Mutation.Result(before, before);
            }
            StoredItem after = mutation.change().apply(before);
            mutation.table().gate().write(mutation.table(), mutation.place(), before, after, 2);
            return new Mutation.Result(before, after);
        } catch (DynamoException e) {
            cancellation.add(action, Cancellation.Reason.of(e.error()));
            return new Mutation.Result(before, before);
        }
    }

    private static void carryOut(ItemWrite action, Mutation mutation, Mutation.Result result, Consumption consumption) {
        StoredItem before = result.before();
        if (action.kind() == ItemWrite.Kind.CHECK) {
            consumption.checkedInTransaction(before == null ? 0 : before.size());
        } else {
            mutation.table().write(mutation.place(), before, result.after(), consumption.inTransaction());
        }
    }
}
