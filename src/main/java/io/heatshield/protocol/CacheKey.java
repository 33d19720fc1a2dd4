package io.heatshield.protocol;

import org.jspecify.annotations.Nullable;

/** What something is cached under. Equal keys ask for the same; {@code toString} never shows what for. */
public sealed interface CacheKey permits ItemKey, ResultKey {
    /** The table. */
    TableId table();

    /** The bytes that the key weighs in memory, beside its object headers. */
    int length();

    /** A copy of the canonical bytes: what a digest of this key is computed from. */
    byte[] toBytes();

    /** The items that what is cached under this key was found among; null for an item, which is changed by its key. */
    @Nullable
    ItemCollection within();

    /**
     * Whether no load of this key is ever strongly consistent: it reads what follows the table at a distance, such as a
     * global secondary index.
     */
    boolean lags();
}
