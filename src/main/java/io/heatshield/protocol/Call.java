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
