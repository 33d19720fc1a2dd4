package io.heatshield.cache;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Reply;

/** What a reader that missed the local tier gets. */
public sealed interface Outcome {
    /** An item. */
    record Served(CachedItem item, CacheStatus status) implements Outcome {}

    /**
     * An error, shared by all who waited for the load.
     *
     * @param personal whether it is shared with nobody: those who joined get {@link Unshared}
     */
    record Refused(Reply reply, boolean personal) implements Outcome {
        /** An error about this key. */
        public Refused(Reply reply) {
            this(reply, false);
        }
    }

    /** The load that was joined failed for a reason of its own maker's: the reader is to ask anew. */
    record Unshared() implements Outcome {}

    /** No flight is to be had, for the key's item is too large to hold: the reader is to ask the origin itself. */
    record Oversize() implements Outcome {}
}
