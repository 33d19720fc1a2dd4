package io.heatshield.cache;

import io.heatshield.protocol.Payload;

/**
 * A whole item as the origin answered it, ready to be sent.
 *
 * @param payload the body: {@code {"Item":{…}}}, or {@code {}} where there is no such item
 * @param present whether the item exists
 */
public record CachedItem(Payload payload, boolean present) {
    /** What an entry weighs beside its bytes: objects, key, map node, policy links. */
    static final int OVERHEAD_BYTES = 480;

    /** The bytes of the body. */
    public int length() {
        return payload.body().length();
    }
}
