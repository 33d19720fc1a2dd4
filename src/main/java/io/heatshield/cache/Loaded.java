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
     */
    record Refused(Reply reply, boolean excused) implements Loaded {}
}
