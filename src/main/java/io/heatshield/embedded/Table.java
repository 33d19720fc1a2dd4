package io.heatshield.embedded;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A table: what it is called, its key, its items and its indexes.
 *
 * <p>Items may be read at any time from any thread; everything that changes holds {@link #lock()}.
 */
final class Table {
    private final String name;
    private final String arn;
    private final String id;
    private final Instant created;
    private final Keys keys;
    private final SortedItems items = new SortedItems();
    private final CopyOnWriteArrayList<SecondaryIndex> indexes = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile TableSettings settings;

    Table(String name, String arn, String id, Instant created, Keys keys, TableSettings settings) {
        this.name = name;
        this.arn = arn;
        this.id = id;
        this.created = created;
        this.keys = keys;
        this.settings = settings;
    }

    String name() {
        return name;
    }

    String arn() {
        return arn;
    }

    String id() {
        return id;
    }

    Instant created() {
        return created;
    }

    Keys keys() {
        return keys;
    }

    SortedItems items() {
        return items;
    }

    TableSettings settings() {
        return settings;
    }

    void settings(TableSettings changed) {
        settings = changed;
    }

    /** Held by whoever changes the table or its items; of several tables, taken in the order of their names. */
    ReentrantLock lock() {
        return lock;
    }

    List<SecondaryIndex> indexes() {
        return indexes;
    }

    boolean hasLocalIndexes() {
        return indexes.stream().anyMatch(index -> !index.schema().global());
    }

    @Nullable
    SecondaryIndex index(String indexName) {
        for (SecondaryIndex index : indexes) {
            if (index.schema().name().equals(indexName)) {
                return index;
            }
        }
        return null;
    }

    /** Adds an index and fills it from the items. */
    void addIndex(SecondaryIndex index) {
        items.between(null, true, null, true, true)
                .forEach(entry -> index.follow(entry.getKey(), null, entry.getValue()));
        indexes.add(index);
    }

    void removeIndex(SecondaryIndex index) {
        indexes.remove(index);
    }

    /**
     * Puts, replaces or, with null, removes an item, and brings the indexes up to it. Under the lock only.
     *
     * @param consumption gets what this costs
     */
    void write(StoreKey place, @Nullable StoredItem before, @Nullable StoredItem after, Consumption consumption) {
        items.set(place, after);
        consumption.wrote(Math.max(before == null ? 0 : before.size(), after == null ? 0 : after.size()));
        for (SecondaryIndex index : indexes) {
            double units = index.follow(place, before, after);
            if (units > 0) {
                consumption.wroteIndex(index.schema(), units);
            }
        }
    }

    @Override
    public String toString() {
        return "table " + name;
    }
}
