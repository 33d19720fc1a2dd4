package io.heatshield.protocol;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as far as Heatshield needs to understand it. */
public sealed interface Call {

    /** How much a reader wants to hear of consumed capacity. */
    enum Capacity {
        NONE,
        TOTAL,
        INDEXES
    }

    /**
     * A GetItem of which every member is understood.
     *
     * @param table the table's name or ARN, as the client says it
     * @param key its key
     * @param consistent whether it must be strongly consistent
     * @param projection what it wants of the item, or null for all
     * @param capacity whether it asks for consumed capacity
     */
    record GetItem(
            String table,
            KeyParts key,
            boolean consistent,
            @Nullable Projected projection,
            Capacity capacity) implements Call {}

    /**
     * A BatchGetItem of which every member is understood.
     *
     * @param tables what it wants of each table, in its order; never empty, and no name is said twice
     * @param capacity whether it asks for consumed capacity
     */
    record BatchGet(List<TableRead> tables, Capacity capacity) implements Call {
        /** The one table, as the client says it, or null for several. */
        public @Nullable String onlyTable() {
            return tables.size() == 1 ? tables.get(0).table() : null;
        }

        /** Whether any of it may be answered from a tier. */
        public boolean cacheable() {
            return tables.stream().anyMatch(table -> !table.consistent());
        }
    }

    /**
     * A table's part of a BatchGetItem.
     *
     * @param table the table's name or ARN, as the client says it
     * @param keys never empty
     * @param consistent whether they must be strongly consistent
     * @param projection what it wants of the items, or null for all
     */
    record TableRead(
            String table,
            List<KeyParts> keys,
            boolean consistent,
            @Nullable Projected projection) {}

    /**
     * A Query or a Scan of which every member is understood.
     *
     * @param table the table's name or ARN, as the client says it
     * @param index the index's name, or null for the table itself
     * @param consistent whether it must be strongly consistent
     * @param condition the KeyConditionExpression of a Query; null for a Scan
     * @param filter the FilterExpression, or null
     * @param projection the ProjectionExpression, or null
     * @param names ExpressionAttributeNames
     * @param values ExpressionAttributeValues
     * @param start the ExclusiveStartKey, empty for the first page
     * @param select what is wanted of the items, or null for what follows from the rest
     * @param limit how many items are looked at, at most; or null
     * @param forward whether in ascending order of the sort key
     * @param segment the part of a parallel Scan, or null for the whole
     * @param capacity whether it asks for consumed capacity
     */
    record Search(
            String table,
            @Nullable String index,
            boolean consistent,
            @Nullable String condition,
            @Nullable String filter,
            @Nullable String projection,
            Map<String, String> names,
            Map<String, AttributeValue> values,
            Map<String, AttributeValue> start,
            @Nullable String select,
            @Nullable Integer limit,
            boolean forward,
            @Nullable Segment segment,
            Capacity capacity)
            implements Call {
        /** The operation's target. */
        public String target() {
            return (condition == null ? Operation.SCAN : Operation.QUERY).target();
        }
    }

    /**
     * A part of a parallel Scan.
     *
     * @param number from 0
     * @param of how many there are
     */
    record Segment(int number, int of) {}

    /**
     * What a read wants of an item, as the client spells it; equal spellings are equal.
     *
     * @param expression the ProjectionExpression, or null where the legacy member is used
     * @param names ExpressionAttributeNames
     * @param legacy AttributesToGet
     */
    record Projected(@Nullable String expression, Map<String, String> names, List<String> legacy) {}

    /**
     * A write of items that are named by key.
     *
     * @param targets every item that it may change; never empty
     */
    record ItemWrite(List<Target> targets) implements Call {}

    /**
     * An item that a write may change.
     *
     * @param table the table's name or ARN, as the client says it
     * @param parts where to find its key
     * @param wholeItem whether the parts are a whole item rather than its key alone
     */
    record Target(String table, KeyParts parts, boolean wholeItem) {}

    /**
     * PartiQL of which at least one statement writes.
     *
     * @param statements those that do; never empty
     */
    record StatementWrite(List<Written> statements) implements Call {}

    /**
     * A statement that writes an item.
     *
     * @param table the table's name or ARN, as the statement says it
     * @param text the whole statement
     * @param parameters what its question marks stand for, or null if that cannot be told
     */
    record Written(String table, String text, @Nullable List<AttributeValue> parameters) {}

    /**
     * Something that may change tables as a whole, or items that cannot be told.
     *
     * @param tables their names or ARNs
     */
    record TableWrite(List<String> tables) implements Call {}

    /** A write of which not even the table can be told. */
    record UnknownWrite() implements Call {}

    /**
     * Anything else: it goes to the origin, and its answer comes back, byte for byte.
     *
     * @param table the table that it names at its top level, or null; for limits and counts only
     */
    record Opaque(@Nullable String table) implements Call {}
}
