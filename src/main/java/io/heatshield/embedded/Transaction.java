package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Several writes and checks that are carried out all or not at all. */
final class Transaction {

    /**
     * What a transaction did.
     *
     * @param consumed the capacity by table
     * @param repeated the capacity that a repetition under the same token takes: it reads what was written
     * @param metrics by table, of each write to a table with local indexes
     */
    record Outcome(
            List<Consumption> consumed, List<Consumption> repeated, Map<String, List<CollectionMetrics>> metrics) {

        /** What a repetition is told. */
        Outcome again() {
            return new Outcome(repeated, repeated, metrics);
        }
    }

    /**
     * A change, and what the request calls its table.
     *
     * @param name name or ARN
     */
    private record Step(String name, Mutation mutation) {}

    /** What the items of one transaction may weigh together, by the service's quotas. */
    private static final long MOST_BYTES = 4L * 1024 * 1024;

    private final List<@Nullable Step> steps = new ArrayList<>();
    private final Set<Map.Entry<String, StoreKey>> places = new HashSet<>();
    private final Cancellation cancellation;

    Transaction(int actions) {
        this.cancellation = new Cancellation(actions);
    }

    /** Adds a change. An item named twice refuses the transaction. */
    void add(String tableAsNamed, Mutation mutation) {
        requireNew(places, mutation.table(), mutation.place());
        steps.add(new Step(tableAsNamed, mutation));
    }

    /** Adds an action that does not fit its table, which cancels the transaction. */
    void fail(DynamoException why) {
        KeyRules.rethrowIfEmptyKey(why);
        cancellation.add(steps.size(), Cancellation.Reason.of(why.error()));
        steps.add(null);
    }

    /** Refuses a request that names an item twice. */
    static void requireNew(Set<Map.Entry<String, StoreKey>> places, Table table, StoreKey place) {
        if (!places.add(Map.entry(table.name(), place))) {
            throw DynamoError.validation("Transaction request cannot include multiple operations on one item")
                    .exception();
        }
    }

    /** Carries all actions out, or throws why none was. */
    Outcome run() {
        List<Table> tables = steps.stream()
                .filter(Objects::nonNull)
                .map(step -> step.mutation().table())
                .toList();
        return Locks.holding(tables, this::runLocked);
    }

    private Outcome runLocked() {
        List<Mutation.Result> results = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            results.add(step == null ? new Mutation.Result(null, null) : evaluate(i, step.mutation()));
        }
        cancellation.throwIfAny();
        requireRoom(results.stream()
                .mapToLong(result -> Math.max(size(result.before()), size(result.after())))
                .sum());
        commit(results);
        Map<String, Consumption> consumed = new LinkedHashMap<>();
        Map<String, Consumption> repeated = new LinkedHashMap<>();
        Map<String, List<CollectionMetrics>> metrics = new LinkedHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = Objects.requireNonNull(steps.get(i));
            Mutation mutation = step.mutation();
            StoredItem after = results.get(i).after();
            carryOut(mutation, results.get(i), consumed.computeIfAbsent(step.name(), Consumption::new));
            repeated.computeIfAbsent(step.name(), Consumption::new).readInTransaction(size(after));
            if (!mutation.isCheck() && mutation.table().hasLocalIndexes()) {
                metrics.computeIfAbsent(step.name(), table -> new ArrayList<>())
                        .add(CollectionMetrics.measure(mutation));
            }
        }
        return new Outcome(List.copyOf(consumed.values()), List.copyOf(repeated.values()), metrics);
    }

    /** First to the file, all at once: nobody may read what a sudden end would take back. */
    private void commit(List<Mutation.Result> results) {
        List<Journal.Change> changes = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Mutation mutation = Objects.requireNonNull(steps.get(i)).mutation();
            if (!mutation.isCheck()) {
                changes.add(new Journal.Change(
                        mutation.table(), mutation.place(), results.get(i).after()));
            }
        }
        if (!changes.isEmpty()) {
            changes.get(0).table().journal().commit(changes);
        }
    }

    private static int size(@Nullable StoredItem item) {
        return item == null ? 0 : item.size();
    }

    /** Refuses a transaction whose items weigh too much together. */
    static void requireRoom(long bytes) {
        if (bytes > MOST_BYTES) {
            throw DynamoError.validation("The aggregate size of the items in the transaction exceeds 4 MB")
                    .exception();
        }
    }

    private Mutation.Result evaluate(int action, Mutation mutation) {
        StoredItem before = mutation.table().items().get(mutation.place());
        DynamoError refusal = mutation.guard().refusal(before);
        if (refusal != null) {
            cancellation.add(action, Cancellation.Reason.of(refusal));
            return new Mutation.Result(before, before);
        }
        try {
            StoredItem after = mutation.change().apply(before);
            mutation.table().gate().write(mutation.table(), mutation.place(), before, after, 2);
            return new Mutation.Result(before, after);
        } catch (DynamoException e) {
            cancellation.add(action, Cancellation.Reason.of(e.error()));
            return new Mutation.Result(before, before);
        }
    }

    private static void carryOut(Mutation mutation, Mutation.Result result, Consumption consumption) {
        StoredItem before = result.before();
        if (mutation.isCheck()) {
            consumption.checkedInTransaction(size(before));
        } else {
            mutation.table().write(mutation.place(), before, result.after(), consumption.inTransaction());
        }
    }
}
