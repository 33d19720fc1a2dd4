package io.heatshield.cache;

import io.heatshield.protocol.Reply;

/** What a loader brings back. */
public sealed interface Loaded {
    /** The item, or its absence. */
    record Found(CachedItem item) implements Loaded {}

    /**
     * An answer that is no item: an error of the origin, or something that this program cannot read.
     *
     * @param reply what the readers get
     * @param excused whether an older value may be served instead, where configured: the origin is down or throttles
     * @param personal whether it may be about something else that the same request asked for, and so is nothing to
     *     tell others who wait for this key
     */
    record Refused(Reply reply, boolean excused, boolean personal) implements Loaded {
        /** An answer that is about this key. */
        public Refused(Reply reply, boolean excused) {
            this(reply, excused, false);
        }
    }
}
