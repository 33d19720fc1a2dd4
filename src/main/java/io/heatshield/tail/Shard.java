package io.heatshield.tail;

import org.jspecify.annotations.Nullable;

/**
 * A shard, as the stream lists it.
 *
 * @param id its name
 * @param parent the shard whose place it took, which may not be listed any more, or null
 * @param closed whether it gets no more records
 */
record Shard(String id, @Nullable String parent, boolean closed) {}
