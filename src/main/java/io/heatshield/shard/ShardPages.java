package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.protocol.AttributeValue;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One shard of a gather: its items in order, a page at a time. Used by one thread at a time. */
final class ShardPages {
    private final String physical;
    private final int rank;
    private final Deque<Row> rows = new ArrayDeque<>();
    private @Nullable ObjectNode start;
    private boolean ended;
    private boolean lost;

    /**
     * @param physical the shard's key
     * @param rank the lower, the more its copy of an item counts
     * @param start where to begin, or null for the beginning
     */
    ShardPages(String physical, int rank, @Nullable ObjectNode start) {
        this.physical = physical;
        this.rank = rank;
        this.start = start;
    }

    /**
     * An item.
     *
     * @param item as the origin answered it
     * @param sort the value that it is in order by
     * @param bytes its length, about
     */
    record Row(ObjectNode item, AttributeValue sort, int bytes) {}

    String physical() {
        return physical;
    }

    int rank() {
        return rank;
    }

    /** The next item, or null if there is none at hand. */
    @Nullable
    Row head() {
        return rows.peekFirst();
    }

    void pop() {
        rows.pollFirst();
    }

    /** Whether a page has to be asked for before it can be told what comes next. */
    boolean wants() {
        return rows.isEmpty() && !ended;
    }

    boolean lost() {
        return lost;
    }

    /** Where the next page begins. */
    @Nullable
    ObjectNode start() {
        return start;
    }

    /** Forgets what is at hand, and goes on from here. */
    void restart(@Nullable ObjectNode from) {
        if (!lost) {
            rows.clear();
            start = from;
            ended = false;
        }
    }

    /** The shard does not answer: it is left out from here on. */
    void lose() {
        rows.clear();
        ended = true;
        lost = true;
    }

    /**
     * Takes a page.
     *
     * @param length the answer's, in bytes
     * @param sort the attribute that items are in order by
     */
    void take(ObjectNode page, int length, String sort) {
        JsonNode items = page.path("Items");
        for (JsonNode item : items) {
            AttributeValue value = TableKeys.value(item, sort);
            if (item instanceof ObjectNode object && value != null) {
                rows.add(new Row(object, value, length / items.size()));
            }
        }
        start = page.get("LastEvaluatedKey") instanceof ObjectNode last ? last : null;
        ended = start == null;
    }
}
