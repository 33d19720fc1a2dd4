package io.heatshield.protocol;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What Heatshield needs to know of a secondary index.
 *
 * @param name its name
 * @param keys its key, whose attributes an item need not have: then the item is not in the index
 * @param local whether its items are ordered within the table's partition key, and can be read strongly
 * @param projected the attributes that it holds beside the keys of the table and its own; null for all
 */
public record IndexDescription(
        String name,
        KeySchema keys,
        boolean local,
        @Nullable Set<String> projected) {}
