package io.heatshield.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The items that share a partition key in a table or in an index, or all that a table or an index holds. A local
 * secondary index has none of its own, since its items are the table's of the same partition key. {@code toString}
 * never shows the key.
 */
public final class ItemCollection {
    private final TableId table;
    private final @Nullable String index;
    private final byte @Nullable [] partition;
    private final int hash;

    private ItemCollection(TableId table, @Nullable String index, byte @Nullable [] partition) {
        this.table = table;
        this.index = index;
        this.partition = partition;
        this.hash = Objects.hash(table, index) * 31 + Arrays.hashCode(partition);
    }

    /**
     * The items of one partition key.
     *
     * @param index the global secondary index whose partition key it is, or null for the table's
     * @param partition canonical bytes of the partition key, from {@link ItemKey#canonical}
     */
    public static ItemCollection of(TableId table, @Nullable String index, byte[] partition) {
        return new ItemCollection(table, index, partition.clone());
    }

    /**
     * All items.
     *
     * @param index of that index, or null for all of the table
     */
    public static ItemCollection all(TableId table, @Nullable String index) {
        return new ItemCollection(table, index, null);
    }

    /**
     * The collection that {@link #toBytes} gave the bytes of.
     *
     * @throws IllegalArgumentException if they are no such bytes
     */
    public static ItemCollection ofBytes(TableId table, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte[] index = part(in);
        byte[] partition = part(in);
        return new ItemCollection(table, index == null ? null : new String(index, StandardCharsets.UTF_8), partition);
    }

    private static byte @Nullable [] part(ByteBuffer in) {
        int length = in.remaining() < 4 ? Integer.MAX_VALUE : in.getInt();
        if (length < -1 || length > in.remaining()) {
            throw new IllegalArgumentException("not the bytes of a collection");
        }
        if (length == -1) {
            return null;
        }
        byte[] part = new byte[length];
        in.get(part);
        return part;
    }

    /** The table. */
    public TableId table() {
        return table;
    }

    /** The global secondary index, or null for the table itself. */
    public @Nullable String index() {
        return index;
    }

    /** Whether these are all items of the table or the index. */
    public boolean isWhole() {
        return partition == null;
    }

    /** All items of the same table or index. */
    public ItemCollection whole() {
        return isWhole() ? this : all(table, index);
    }

    /** The bytes that identify it within its table. */
    public byte[] toBytes() {
        byte[] name = index == null ? new byte[0] : index.getBytes(StandardCharsets.UTF_8);
        byte[] key = partition == null ? new byte[0] : partition;
        return ByteBuffer.allocate(8 + name.length + key.length)
                .putInt(index == null ? -1 : name.length)
                .put(name)
                .putInt(partition == null ? -1 : key.length)
                .put(key)
                .array();
    }

    /** The bytes that it weighs in memory, beside its object headers. */
    public int length() {
        return (index == null ? 0 : index.length()) + (partition == null ? 0 : partition.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ItemCollection collection
                && hash == collection.hash
                && Arrays.equals(partition, collection.partition)
                && table.equals(collection.table)
                && Objects.equals(index, collection.index);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return (isWhole() ? "all of " : "a collection of ") + table.name() + (index == null ? "" : "/" + index);
    }
}
