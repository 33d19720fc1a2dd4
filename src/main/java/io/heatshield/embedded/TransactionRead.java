package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Several reads of single items that see one moment. */
final class TransactionRead {

    /** What is shown of an item that was found; null or nothing for no item. */
    interface Shown {
        @Nullable
        Map<String, AttributeValue> of(Map<String, AttributeValue> item);
    }

    private record Step(String name, Table table, StoreKey place, Shown shown) {}

    private final List<@Nullable Step> steps = new ArrayList<>();
    private final Set<Map.Entry<String, StoreKey>> places = new HashSet<>();
    private final Cancellation cancellation;
    private final Map<String, Consumption> consumed = new LinkedHashMap<>();

    TransactionRead(int actions) {
        this.cancellation = new Cancellation(actions);
    }

    /** Adds a read. An item named twice refuses the transaction. */
    void add(String tableAsNamed, Table table, StoreKey place, Shown shown) {
        Transaction.requireNew(places, table, place);
        steps.add(new Step(tableAsNamed, table, place, shown));
    }

    /** Adds an action that does not fit its table, which cancels the transaction. */
    void fail(DynamoException why) {
        KeyRules.rethrowIfEmptyKey(why);
        cancellation.add(steps.size(), Cancellation.Reason.of(why.error()));
        steps.add(null);
    }

    /** Reads all, and answers in the order of the actions. */
    Answer answer(Input request) {
        cancellation.throwIfAny();
        List<Step> all = steps.stream().filter(Objects::nonNull).toList();
        List<@Nullable Map<String, AttributeValue>> items =
                Locks.holding(all.stream().map(Step::table).toList(), () -> read(all));
        return out -> {
            out.writeArrayFieldStart("Responses");
            for (Map<String, AttributeValue> item : items) {
                write(item, out);
            }
            out.writeEndArray();
            Consumption.writeMembers(request, consumed.values(), out);
        };
    }

    private List<@Nullable Map<String, AttributeValue>> read(List<Step> all) {
        List<@Nullable Map<String, AttributeValue>> items = new ArrayList<>();
        long bytes = 0;
        for (Step step : all) {
            StoredItem item = step.table().items().get(step.place());
            charge(items.size(), step, item);
            consumed.computeIfAbsent(step.name(), Consumption::new).readInTransaction(item == null ? 0 : item.size());
            bytes += item == null ? 0 : item.size();
            items.add(item == null ? null : step.shown().of(item.attributes()));
        }
        cancellation.throwIfAny();
        Transaction.requireRoom(bytes);
        return items;
    }

    private void charge(int action, Step step, @Nullable StoredItem item) {
        double units = 2 * Units.read(item == null ? 0 : item.size(), true);
        try {
            step.table().gate().read(step.table(), null, step.place(), units);
        } catch (DynamoException e) {
            cancellation.add(action, Cancellation.Reason.of(e.error()));
        }
    }

    /** Unlike GetItem, a projection that matches nothing shows no item. */
    private static void write(@Nullable Map<String, AttributeValue> item, JsonGenerator out) throws IOException {
        out.writeStartObject();
        if (item != null && !item.isEmpty()) {
            out.writeFieldName("Item");
            AttributeJson.writeItem(item, out);
        }
        out.writeEndObject();
    }
}
