package io.heatshield.embedded;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
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
    private final SortedItems items;
    private final CapacityGate gate;
    private final ReplicaLag lag;
    private final Journal journal;
    private final CopyOnWriteArrayList<SecondaryIndex> indexes = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile TableSettings settings;
    private volatile Map<String, String> tags = Map.of();
    private volatile @Nullable String timeToLive;
    private volatile @Nullable Instant recoverableSince;
    private final CopyOnWriteArrayList<ChangeStream> streams = new CopyOnWriteArrayList<>();

    Table(
            String name,
            String arn,
            String id,
            Instant created,
            Keys keys,
            TableSettings settings,
            CapacityGate gate,
            ReplicaLag lag,
            Journal journal) {
        this.journal = journal;
        this.gate = gate;
        this.items = new SortedItems(lag);
        this.lag = lag;
        this.name = name;
        this.arn = arn;
        this.id = id;
        this.created = created;
        this.keys = keys;
        this.settings = settings;
    }

    /** Where reads and writes of this table are held to its budgets. */
    CapacityGate gate() {
        return gate;
    }

    /** Where its changes are kept: whoever writes items commits them there first, under the lock. */
    Journal journal() {
        return journal;
    }

    /** Takes an item back that was kept; not a change, so no stream tells it. */
    void restore(StoredItem item) {
        StoreKey place = keys.place(item.attributes());
        items.set(place, item);
        indexes.forEach(index -> index.follow(place, null, item));
    }

    /** How far behind its replicas are. */
    ReplicaLag lag() {
        return lag;
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
        items.in(Range.ALL).forEach(entry -> index.follow(entry.getKey(), null, entry.getValue()));
        indexes.add(index);
    }

    /** The attributes that are part of some key. */
    Set<String> usedAttributes() {
        Set<String> used = new HashSet<>();
        keys.all().forEach(attribute -> used.add(attribute.name()));
        indexes.forEach(index -> index.schema().keys().all().forEach(attribute -> used.add(attribute.name())));
        return used;
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
        set(place, before, after, false);
        consumption.wrote(Math.max(before == null ? 0 : before.size(), after == null ? 0 : after.size()));
        for (SecondaryIndex index : indexes) {
            double units = index.follow(place, before, after);
            if (units > 0) {
                consumption.wroteIndex(index.schema(), units);
            }
        }
    }

    private void set(StoreKey place, @Nullable StoredItem before, @Nullable StoredItem after, boolean expired) {
        items.set(place, after);
        ChangeStream stream = stream();
        if (stream != null && stream.enabled()) {
            stream.append(place, before, after, expired);
        }
    }

    /** Removes an item in the background, free of charge, if it is still such that it should be. */
    void expire(StoreKey place, Predicate<StoredItem> past) {
        lock.lock();
        try {
            StoredItem item = items.get(place);
            if (item != null && past.test(item)) {
                journal.commit(this, place, null);
                set(place, item, null, true);
                indexes.forEach(index -> index.follow(place, item, null));
            }
        } finally {
            lock.unlock();
        }
    }

    Map<String, String> tags() {
        return tags;
    }

    void tags(Map<String, String> changed) {
        tags = Map.copyOf(changed);
    }

    /** The attribute that holds when an item's time has passed, or null. */
    @Nullable
    String timeToLive() {
        return timeToLive;
    }

    void timeToLive(@Nullable String attribute) {
        timeToLive = attribute;
    }

    /** Since when it could be restored to any moment, or null if it could not. */
    @Nullable
    Instant recoverableSince() {
        return recoverableSince;
    }

    void recoverableSince(@Nullable Instant since) {
        recoverableSince = since;
    }

    /** All streams that the table has had, the latest last. */
    List<ChangeStream> streams() {
        return streams;
    }

    /** The latest stream, or null. */
    @Nullable
    ChangeStream stream() {
        return streams.isEmpty() ? null : streams.get(streams.size() - 1);
    }

    void addStream(ChangeStream stream) {
        streams.add(stream);
    }

    @Override
    public String toString() {
        return "table " + name;
    }
}
