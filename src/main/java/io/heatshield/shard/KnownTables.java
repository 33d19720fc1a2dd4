package io.heatshield.shard;

import io.heatshield.protocol.TableId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sharded tables that one request names, with their keys.
 *
 * @param byName by bare name
 */
record KnownTables(Map<String, TableKeys> byName) {
    /** A table by its name or ARN; null if nothing of it is sharded. */
    @Nullable
    TableKeys of(String nameOrArn) {
        return byName.get(TableId.bareName(nameOrArn));
    }
}
