package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.KeySchema.Attribute;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stream of a table: its changes in order, spread over shards by partition key, each kept for 24 hours by the
 * clock. Safe for use from any thread.
 */
final class ChangeStream {
    /** How many shards a stream has; the changes of one item are always in one of them. */
    static final int SHARDS = 4;

    private static final Duration KEPT = Duration.ofHours(24);

    private final String arn;
    private final String label;
    private final StreamView view;
    private final Instant created;
    private final Keys keys;
    private final InstantSource clock;
    private final List<Deque<StreamRecord>> shards = new ArrayList<>();
    /** By shard, the number of the last record that was trimmed; 0 for none. */
    private final long[] trimmed = new long[SHARDS];

    private long lastSequence;
    private boolean enabled = true;

    ChangeStream(Table table, StreamView view, InstantSource clock) {
        this(table, view, clock.instant(), clock);
    }

    /** A stream that was made at some time; what it told before this process began is gone. */
    ChangeStream(Table table, StreamView view, Instant created, InstantSource clock) {
        this.created = created;
        // Numbers go on growing over a restart.
        this.lastSequence = clock.instant().toEpochMilli() << 16;
        this.label = StreamTimes.label(created);
        this.arn = table.arn() + "/stream/" + label;
        this.view = view;
        this.keys = table.keys();
        this.clock = clock;
        for (int i = 0; i < SHARDS; i++) {
            shards.add(new ArrayDeque<>());
        }
    }

    String arn() {
        return arn;
    }

    String label() {
        return label;
    }

    StreamView view() {
        return view;
    }

    Instant created() {
        return created;
    }

    Keys keys() {
        return keys;
    }

    /** Tells a change, unless it changed nothing. */
    synchronized void append(StoreKey place, @Nullable StoredItem before, @Nullable StoredItem after, boolean expired) {
        StoredItem item = after == null ? before : after;
        if (item == null
                || (before != null && after != null && before.attributes().equals(after.attributes()))) {
            return;
        }
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        for (Attribute attribute : keys.all()) {
            AttributeValue value = item.attributes().get(attribute.name());
            if (value != null) {
                key.put(attribute.name(), value);
            }
        }
        trim();
        lastSequence++;
        shards.get(Math.floorMod(place.hash(), SHARDS))
                .add(new StreamRecord(lastSequence, clock.instant(), key, before, after, expired));
    }

    /** The records of a shard from a sequence number on, at most so many. */
    synchronized List<StreamRecord> read(int shard, long from, int most) {
        trim();
        List<StreamRecord> found = new ArrayList<>();
        for (StreamRecord each : shards.get(shard)) {
            if (each.sequence() >= from) {
                if (found.size() == most) {
                    break;
                }
                found.add(each);
            }
        }
        return found;
    }

    /** Whether reading a shard from a sequence number on would miss records that are trimmed. */
    synchronized boolean isTrimmed(int shard, long from) {
        trim();
        return from <= trimmed[shard];
    }

    /** The sequence number of the oldest record that a shard still has, or that of the next one. */
    synchronized long oldest(int shard) {
        trim();
        StreamRecord first = shards.get(shard).peekFirst();
        return first == null ? lastSequence + 1 : first.sequence();
    }

    /** The number that comes after all that were given. */
    synchronized long next() {
        return lastSequence + 1;
    }

    synchronized boolean enabled() {
        return enabled;
    }

    /** Ends the stream; what it holds can be read until it is trimmed. */
    synchronized void disable() {
        enabled = false;
    }

    private void trim() {
        Instant oldest = clock.instant().minus(KEPT);
        for (int i = 0; i < SHARDS; i++) {
            Deque<StreamRecord> shard = shards.get(i);
            while (!shard.isEmpty() && shard.getFirst().time().isBefore(oldest)) {
                trimmed[i] = shard.removeFirst().sequence();
            }
        }
    }
}
