package io.heatshield.shard;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was declared of some partition key values of a global secondary index.
 *
 * @param index its name
 * @param attribute its partition key
 * @param values the logical values that are spread
 * @param hashOf the attribute of the table's key whose hash tells the shard; null for its sort key, or its partition
 *     key if it has no other
 * @param key the layouts and how they are read; its pattern and choice say nothing
 */
public record ShardedIndex(
        String index,
        String attribute,
        Set<String> values,
        @Nullable String hashOf,
        ShardedKey key) {
    /** The logical value that a value of the attribute is a shard of, or null if it is none. */
    @Nullable
    String logical(String physical) {
        for (Layout layout : key.layouts()) {
            int end = layout.suffixAt(physical);
            if (end > 0 && values.contains(physical.substring(0, end))) {
                return physical.substring(0, end);
            }
        }
        return null;
    }
}
