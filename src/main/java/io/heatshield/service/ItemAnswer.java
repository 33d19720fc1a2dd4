package io.heatshield.service;

import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Entry;
import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Reply;

/** What comes of reading an item, or of a Query. */
public sealed interface ItemAnswer {
    /**
     * An item, or its absence, that the local tier holds.
     *
     * @param item what the entry holds
     * @param ageNanos how long ago the origin told it
     * @param freshNanos how long it is still fresh
     */
    record Held(CacheKey key, Entry entry, CachedItem item, CacheStatus status, long ageNanos, long freshNanos)
            implements ItemAnswer {}

    /** An item, or its absence, that is not kept. */
    record Passing(CachedItem item, CacheStatus status) implements ItemAnswer {}

    /** An error, in DynamoDB's form. */
    record Refused(Reply reply) implements ItemAnswer {}
}
