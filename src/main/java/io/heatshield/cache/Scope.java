package io.heatshield.cache;

import io.heatshield.protocol.ItemKey;

/** What a fence covers. */
public sealed interface Scope {
    /** One item. */
    record Item(ItemKey key) implements Scope {}

    /**
     * Every item of every table of this bare name. A name rather than an identity, since what forces a table-wide
     * fence is often all that is known: two accounts' tables of one name lose some hits, and nobody a truth.
     */
    record Table(String name) implements Scope {}

    /** All that is cached. */
    record Everything() implements Scope {}
}
