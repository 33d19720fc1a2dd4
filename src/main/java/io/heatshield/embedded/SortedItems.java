package io.heatshield.embedded;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The items of a table or the entries of an index, in {@link StoreKey} order. Reads never block and see each item
 * whole; writers are kept apart by the table's lock.
 */
final class SortedItems {
    private final NavigableMap<StoreKey, StoredItem> items = new ConcurrentSkipListMap<>();
    private final LongAdder count = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    @Nullable
    StoredItem get(StoreKey key) {
        return items.get(key);
    }

    /** Puts, replaces or, with null, removes the item at a place. */
    void set(StoreKey key, @Nullable StoredItem item) {
        StoredItem old = item == null ? items.remove(key) : items.put(key, item);
        count.add((item == null ? 0 : 1) - (old == null ? 0 : 1));
        bytes.add((item == null ? 0 : item.size()) - (old == null ? 0 : old.size()));
    }

    /** The items between two places, in either direction; the view follows later writes. */
    Iterable<Map.Entry<StoreKey, StoredItem>> between(
            @Nullable StoreKey from, boolean fromIncluded, @Nullable StoreKey to, boolean toIncluded, boolean forward) {
        NavigableMap<StoreKey, StoredItem> range = items;
        if (from != null && to != null) {
            if (from.compareTo(to) > 0) {
                return List.of();
            }
            range = range.subMap(from, fromIncluded, to, toIncluded);
        } else if (from != null) {
            range = range.tailMap(from, fromIncluded);
        } else if (to != null) {
            range = range.headMap(to, toIncluded);
        }
        return (forward ? range : range.descendingMap()).entrySet();
    }

    long count() {
        return count.sum();
    }

    long bytes() {
        return bytes.sum();
    }

    void clear() {
        items.clear();
        count.reset();
        bytes.reset();
    }
}
