package io.heatshield.shard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.expression.Condition;
import io.heatshield.expression.KeyCondition.SortCondition;
import io.heatshield.expression.Projection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Query of a sharded key.
 *
 * @param table the table as the request names it
 * @param index the index that is queried, or null for the table
 * @param key the declaration
 * @param attribute the attribute that takes the suffix
 * @param logical its value as the application knows it
 * @param sort the attribute by which items are in order
 * @param condition what is asked of it, or null for all
 * @param filter what is asked of an item besides, or null
 * @param projection what is wanted of an item, or null for all
 * @param select the request's Select, where the origin is to judge it
 * @param count whether only the number is wanted
 * @param consistent whether strongly
 * @param forward whether in ascending order
 * @param limit how many items are looked at, at most; null for as many as fit
 * @param capacity ReturnConsumedCapacity, or null
 * @param start the request's ExclusiveStartKey, or null
 */
record ShardSearch(
        String table,
        @Nullable String index,
        ShardedKey key,
        String attribute,
        String logical,
        String sort,
        @Nullable SortCondition condition,
        @Nullable Condition filter,
        @Nullable Projection projection,
        @Nullable String select,
        boolean count,
        boolean consistent,
        boolean forward,
        @Nullable Integer limit,
        @Nullable String capacity,
        @Nullable ObjectNode start) {
    /** Items that all shards' pages hold together, about, and so the most that a merge holds. */
    private static final int MOST_HELD = 4096;

    private static final int LEAST_PAGE = 16;
    private static final int MOST_PAGE = 1000;

    /** How many items a shard is asked for at a time. */
    int pageSize(int shards) {
        int page = Math.max(LEAST_PAGE, Math.min(MOST_PAGE, MOST_HELD / shards));
        return limit == null ? page : Math.min(limit, page);
    }

    /** The attributes that nothing is known of an item without. */
    List<String> needed(TableKeys keys) {
        return index == null
                ? List.of(keys.partition(), keys.sort())
                : List.of(attribute, sort, keys.partition(), keys.sort());
    }
}
