package io.heatshield.shard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** How far a walk through the shards of a key has come. Used by one thread at a time. */
interface Positions {
    /** Where a shard goes on, or null for its beginning. */
    @Nullable
    ObjectNode start(String physical);

    /** An item of a shard was taken, and all before it. */
    void taken(String physical, ObjectNode item);

    /** What the application is to send back as ExclusiveStartKey, or null if nothing was taken. */
    @Nullable
    ObjectNode last();
}
