package io.heatshield.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The primary key of a table or an index.
 *
 * @param partition the partition key
 * @param sort the sort key, or null for a table that has none
 */
public record KeySchema(Attribute partition, @Nullable Attribute sort) {

    /** The scalar types that a key attribute can have. */
    public enum Type {
        S,
        N,
        B
    }

    /**
     * A key attribute.
     *
     * @param name its name
     * @param type its type
     */
    public record Attribute(String name, Type type) {}
}
