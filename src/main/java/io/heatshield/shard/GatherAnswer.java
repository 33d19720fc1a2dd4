package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.expression.Condition;
import io.heatshield.expression.Projection;
import io.heatshield.expression.Values;
import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer to a gather as it grows: takes the shards' items in order and stops where a page ends. */
final class GatherAnswer {
    /** What the service reads for one page. */
    private static final int PAGE_BYTES = 1024 * 1024;

    private final ShardSearch search;
    private final TableKeys keys;
    private final Positions positions;
    private final List<ShardPages> shards;
    private final ArrayNode items = Json.object().arrayNode();
    private final boolean sums;
    private @Nullable ObjectNode consumed;
    private int scanned;
    private int found;
    private long bytes;
    private boolean full;

    GatherAnswer(ShardSearch search, TableKeys keys, Positions positions, List<ShardPages> shards) {
        this.search = search;
        this.keys = keys;
        this.positions = positions;
        this.shards = shards;
        this.sums = search.key().choice() instanceof Choice.Counter;
    }

    /** Whether the page ends here, as one of an unsharded key would. */
    boolean full() {
        return full;
    }

    void consumed(@Nullable JsonNode more) {
        consumed = Consumed.sum(consumed, more);
    }

    /** Where a shard goes on after the last item that was taken. */
    @Nullable
    ObjectNode resume(String physical) {
        return positions.start(physical);
    }

    /** Takes the next item of all shards, each of which has one at hand or has ended; false if all have ended. */
    boolean takeNext() {
        ShardPages next = null;
        for (ShardPages shard : shards) {
            if (shard.head() != null && (next == null || before(shard, next))) {
                next = shard;
            }
        }
        ShardPages.Row row = next == null ? null : next.head();
        if (next == null || row == null) {
            return false;
        }
        ObjectNode item = row.item();
        positions.taken(next.physical(), item);
        next.pop();
        bytes += row.bytes();
        if (search.index() == null) {
            sameKey(row, item);
        }
        keys.restore(item);
        deliver(item);
        scanned++;
        Integer limit = search.limit();
        full = (limit != null && scanned == limit) || bytes >= PAGE_BYTES;
        return true;
    }

    private boolean before(ShardPages one, ShardPages other) {
        ShardPages.Row mine = one.head();
        ShardPages.Row theirs = other.head();
        int order = mine == null || theirs == null ? 0 : Values.compare(mine.sort(), theirs.sort());
        return order == 0 ? one.rank() < other.rank() : (order < 0) == search.forward();
    }

    /** Takes the other copies of an item along: a counter's are its parts, any others are of no more use. */
    private void sameKey(ShardPages.Row row, ObjectNode item) {
        for (ShardPages shard : shards) {
            ShardPages.Row head = shard.head();
            if (head != null && Values.compare(head.sort(), row.sort()) == 0) {
                if (sums) {
                    Sums.add(item, head.item(), keys);
                }
                shard.pop();
            }
        }
    }

    private void deliver(ObjectNode item) {
        Condition filter = search.filter();
        Projection projection = search.projection();
        boolean read = filter != null || (projection != null && !search.count());
        Map<String, AttributeValue> values = read ? read(item) : Map.of();
        if (filter != null && !filter.test(values)) {
            return;
        }
        found++;
        if (!search.count()) {
            items.add(projection == null ? item : ShardRequest.json(projection.apply(values)));
        }
    }

    private static Map<String, AttributeValue> read(ObjectNode item) {
        try {
            return AttributeJson.readItem(item);
        } catch (DynamoException unknown) {
            throw new IllegalStateException("an item that the origin answered has a form that is not known", unknown);
        }
    }

    /** The whole answer. */
    OriginReply reply() {
        ObjectNode body = Json.object();
        if (!search.count()) {
            body.set("Items", items);
        }
        body.put("Count", found);
        body.put("ScannedCount", scanned);
        ObjectNode last = full ? positions.last() : null;
        if (last != null) {
            body.set("LastEvaluatedKey", last);
        }
        if (consumed != null) {
            body.set("ConsumedCapacity", consumed);
        }
        long lost = shards.stream().filter(ShardPages::lost).count();
        OriginReply whole = Json.ok(body);
        return lost == 0 ? whole : whole.missing(lost + "/" + shards.size());
    }
}
