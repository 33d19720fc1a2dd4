package io.heatshield.shard;

import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeySchema;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From the keys that stand in tables to those that the application knows. Immutable. */
public final class LogicalKeys {
    private final Map<String, ShardedTable> tables;

    /**
     * @param tables by bare name
     */
    public LogicalKeys(Map<String, ShardedTable> tables) {
        this.tables = Map.copyOf(tables);
    }

    /** The logical key of an item that was seen in its table; the same for one that is not sharded. */
    public ItemKey of(ItemKey seen) {
        ShardedTable table = tables.get(seen.table().name());
        if (table == null) {
            return seen;
        }
        ByteBuffer bytes = ByteBuffer.wrap(seen.toBytes());
        byte[] partition = new byte[bytes.getInt()];
        bytes.get(partition);
        byte @Nullable [] sort = bytes.hasRemaining() ? new byte[bytes.remaining()] : null;
        if (sort != null) {
            bytes.get(sort);
        }
        if (partition.length < 2 || partition[0] != 'S') {
            return seen;
        }
        String logical = table.logical(new String(partition, 1, partition.length - 1, StandardCharsets.UTF_8));
        return logical == null ? seen : ItemKey.of(seen.table(), ItemKey.canonical(KeySchema.Type.S, logical), sort);
    }
}
