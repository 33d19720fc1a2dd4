package io.heatshield.cache;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Reply;

/** What a reader that missed the local tier gets. */
public sealed interface Outcome {
    /** An item. */
    record Served(CachedItem item, CacheStatus status) implements Outcome {}

    /** An error, shared by all who waited for the load. */
    record Refused(Reply reply) implements Outcome {}

    /** No flight is to be had, for the key's item is too large to hold: the reader is to ask the origin itself. */
    record Oversize() implements Outcome {}
}
