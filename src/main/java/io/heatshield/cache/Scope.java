package io.heatshield.cache;

import io.heatshield.protocol.ItemCollection;
import io.heatshield.protocol.ItemKey;

/** What a fence covers. */
public sealed interface Scope {
    /** The bare name of the table that it is of, or the empty string for everything. */
    default String table() {
        return this instanceof Item item
                ? item.key().table().name()
                : this instanceof Collection collection
                        ? collection.items().table().name()
                        : this instanceof Table table ? table.name() : "";
    }

    /** One item. */
    record Item(ItemKey key) implements Scope {}

    /** What was found among these items; not the items themselves. */
    record Collection(ItemCollection items) implements Scope {}

    /**
     * Every item of every table of this bare name. A name rather than an identity, since what forces a table-wide
     * fence is often all that is known: two accounts' tables of one name lose some hits, and nobody a truth.
     */
    record Table(String name) implements Scope {}

    /** All that is cached. */
    record Everything() implements Scope {}
}
