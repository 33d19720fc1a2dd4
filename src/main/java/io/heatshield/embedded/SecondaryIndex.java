package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.KeySchema.Attribute;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A secondary index and its entries. Changed under its table's lock only. */
final class SecondaryIndex {
    private final IndexSchema schema;
    private final Set<String> carried;
    private final SortedItems entries = new SortedItems();
    private volatile TableSettings.Throughput throughput;

    SecondaryIndex(IndexSchema schema, Keys tableKeys, TableSettings.Throughput throughput) {
        this.throughput = throughput;
        this.schema = schema;
        this.carried = new HashSet<>(schema.projection().included());
        for (Attribute attribute : tableKeys.all()) {
            carried.add(attribute.name());
        }
        for (Attribute attribute : schema.keys().all()) {
            carried.add(attribute.name());
        }
    }

    IndexSchema schema() {
        return schema;
    }

    TableSettings.Throughput throughput() {
        return throughput;
    }

    void throughput(TableSettings.Throughput changed) {
        throughput = changed;
    }

    SortedItems entries() {
        return entries;
    }

    boolean carriesAll() {
        return schema.projection().type() == IndexSchema.Projection.Type.ALL;
    }

    /** Whether the entries have this attribute of the items. */
    boolean carries(String attribute) {
        return carriesAll() || carried.contains(attribute);
    }

    /**
     * Brings the index up to an item's change.
     *
     * @return the write units that this costs: one entry written or removed costs its size, a changed key both, and an
     *     unchanged entry nothing
     */
    double follow(StoreKey place, @Nullable StoredItem before, @Nullable StoredItem after) {
        Entry old = entry(place, before);
        Entry fresh = entry(place, after);
        if (old != null && fresh != null && old.place().equals(fresh.place())) {
            if (old.item().attributes().equals(fresh.item().attributes())) {
                return 0;
            }
            entries.set(fresh.place(), fresh.item());
            return Units.written(Math.max(old.item().size(), fresh.item().size()));
        }
        double units = 0;
        if (old != null) {
            entries.set(old.place(), null);
            units += Units.written(old.item().size());
        }
        if (fresh != null) {
            entries.set(fresh.place(), fresh.item());
            units += Units.written(fresh.item().size());
        }
        return units;
    }

    private record Entry(StoreKey place, StoredItem item) {}

    private @Nullable Entry entry(StoreKey base, @Nullable StoredItem item) {
        if (item == null || !schema.keys().coveredBy(item.attributes())) {
            return null;
        }
        return new Entry(schema.keys().entryPlace(item.attributes(), base), carriesAll() ? item : projected(item));
    }

    private StoredItem projected(StoredItem item) {
        Map<String, AttributeValue> projected = new LinkedHashMap<>();
        for (Map.Entry<String, AttributeValue> attribute : item.attributes().entrySet()) {
            if (carried.contains(attribute.getKey())) {
                projected.put(attribute.getKey(), attribute.getValue());
            }
        }
        return StoredItem.of(projected);
    }
}
