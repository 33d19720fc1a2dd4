package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.KeySchema.Attribute;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A secondary index and its entries. Changed under its table's lock only. */
final class SecondaryIndex {
    private final IndexSchema schema;
    private final Set<String> carried;
    private final SortedItems entries;
    private volatile TableSettings.Throughput throughput;

    SecondaryIndex(IndexSchema schema, Keys tableKeys, TableSettings.Throughput throughput, ReplicaLag lag) {
        this.entries = new SortedItems(lag);
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
     * An entry that a write would change.
     *
     * @param place where
     * @param item the entry after it, or null
     * @param units what it costs: a changed key is a removal and an addition, each costing its size
     */
    record Touched(StoreKey place, @Nullable StoredItem item, double units) {}

    /** The entries that an item's change changes; none if it changes nothing that the entries carry. */
    List<Touched> touched(StoreKey place, @Nullable StoredItem before, @Nullable StoredItem after) {
        Entry old = entry(place, before);
        Entry fresh = entry(place, after);
        if (old != null && fresh != null && old.place().equals(fresh.place())) {
            return old.item().attributes().equals(fresh.item().attributes())
                    ? List.of()
                    : List.of(new Touched(
                            fresh.place(),
                            fresh.item(),
                            Units.written(
                                    Math.max(old.item().size(), fresh.item().size()))));
        }
        List<Touched> touched = new ArrayList<>(2);
        if (old != null) {
            touched.add(new Touched(old.place(), null, Units.written(old.item().size())));
        }
        if (fresh != null) {
            touched.add(new Touched(
                    fresh.place(), fresh.item(), Units.written(fresh.item().size())));
        }
        return touched;
    }

    /**
     * Brings the index up to an item's change.
     *
     * @return the write units that this costs
     */
    double follow(StoreKey place, @Nullable StoredItem before, @Nullable StoredItem after) {
        double units = 0;
        for (Touched each : touched(place, before, after)) {
            entries.set(each.place(), each.item());
            units += each.units();
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
