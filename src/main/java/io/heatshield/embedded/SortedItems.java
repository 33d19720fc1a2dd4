package io.heatshield.embedded;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The items of a table or the entries of an index, in {@link StoreKey} order. Reads never block and see each item
 * whole; writers are kept apart by the table's lock.
 *
 * <p>While replicas lag, what each write replaced is remembered for as long as a replica may still show it.
 */
final class SortedItems {
    private final NavigableMap<StoreKey, StoredItem> items = new ConcurrentSkipListMap<>();
    private final NavigableMap<StoreKey, Deque<Replaced>> replaced = new ConcurrentSkipListMap<>();
    private final LongAdder count = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final ReplicaLag lag;

    /** What was at a place until a moment; null for nothing. */
    private record Replaced(@Nullable StoredItem item, Instant until) {}

    SortedItems(ReplicaLag lag) {
        this.lag = lag;
    }

    @Nullable
    StoredItem get(StoreKey key) {
        return items.get(key);
    }

    /** What was at a place at a moment; with null, what is there now. */
    @Nullable
    StoredItem get(StoreKey key, @Nullable Instant at) {
        if (at != null) {
            Deque<Replaced> states = replaced.get(key);
            if (states != null) {
                synchronized (states) {
                    for (Replaced state : states) {
                        if (state.until().isAfter(at)) {
                            return state.item();
                        }
                    }
                }
            }
        }
        return items.get(key);
    }

    /** Puts, replaces or, with null, removes the item at a place. */
    void set(StoreKey key, @Nullable StoredItem item) {
        StoredItem old = items.get(key);
        remember(key, old);
        if (item == null) {
            items.remove(key);
        } else {
            items.put(key, item);
        }
        count.add((item == null ? 0 : 1) - (old == null ? 0 : 1));
        bytes.add((item == null ? 0 : item.size()) - (old == null ? 0 : old.size()));
    }

    /** Before the item itself is changed, so that a reader in between finds one state or the other. */
    private void remember(StoreKey key, @Nullable StoredItem old) {
        Duration most = lag.most();
        if (most.isZero()) {
            replaced.clear();
            return;
        }
        Instant now = lag.now();
        Instant oldest = now.minus(most);
        Deque<Replaced> states = replaced.computeIfAbsent(key, absent -> new ArrayDeque<>());
        synchronized (states) {
            while (!states.isEmpty() && !states.getFirst().until().isAfter(oldest)) {
                states.removeFirst();
            }
            states.addLast(new Replaced(old, now));
        }
        forgetOne(oldest);
    }

    /** Each write looks at one remembered place, so that all that is too old goes in time. */
    private void forgetOne(Instant oldest) {
        Map.Entry<StoreKey, Deque<Replaced>> first = sweepFrom == null ? null : replaced.higherEntry(sweepFrom);
        if (first == null) {
            first = replaced.firstEntry();
        }
        if (first == null) {
            return;
        }
        sweepFrom = first.getKey();
        synchronized (first.getValue()) {
            if (!first.getValue().getLast().until().isAfter(oldest)) {
                replaced.remove(first.getKey());
            }
        }
    }

    /** Where the last sweep stopped; under the table's lock. */
    private @Nullable StoreKey sweepFrom;

    /** The items of a range, in its direction; the view follows later writes. */
    Iterable<Map.Entry<StoreKey, StoredItem>> in(Range range) {
        NavigableMap<StoreKey, StoredItem> part = part(items, range);
        return (range.forward() ? part : part.descendingMap()).entrySet();
    }

    /** The items of a range as they were at a moment; with null, as they are. */
    Iterable<Map.Entry<StoreKey, StoredItem>> in(Range range, @Nullable Instant at) {
        if (at == null || replaced.isEmpty()) {
            return in(range);
        }
        return () -> past(range, at);
    }

    private Iterator<Map.Entry<StoreKey, StoredItem>> past(Range range, Instant at) {
        TreeSet<StoreKey> places = new TreeSet<>(part(items, range).keySet());
        places.addAll(part(replaced, range).keySet());
        return (range.forward() ? places : places.descendingSet())
                .stream()
                        .flatMap(place -> {
                            StoredItem item = get(place, at);
                            return item == null
                                    ? Stream.<Map.Entry<StoreKey, StoredItem>>empty()
                                    : Stream.of(Map.entry(place, item));
                        })
                        .iterator();
    }

    private static <V> NavigableMap<StoreKey, V> part(NavigableMap<StoreKey, V> all, Range range) {
        StoreKey from = range.from();
        StoreKey to = range.to();
        if (from != null && to != null) {
            return from.compareTo(to) > 0
                    ? new ConcurrentSkipListMap<>()
                    : all.subMap(from, range.fromIncluded(), to, range.toIncluded());
        }
        if (from != null) {
            return all.tailMap(from, range.fromIncluded());
        }
        return to == null ? all : all.headMap(to, range.toIncluded());
    }

    long count() {
        return count.sum();
    }

    long bytes() {
        return bytes.sum();
    }
}
