package io.heatshield.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The identity of an item: its table and its primary key in canonical form. Two spellings of one key (numbers, base64,
 * escapes, member order, table name or ARN) give equal keys; two different keys never do, since each part carries its
 * type and its length. {@code toString} never shows the key.
 */
public final class ItemKey implements CacheKey {
    private final TableId table;
    private final byte[] canonical;
    private final int partitionLength;
    private final int hash;

    private ItemKey(TableId table, byte[] canonical, int partitionLength) {
        this.table = table;
        this.canonical = canonical;
        this.partitionLength = partitionLength;
        // Spread, because stripes and shards are picked by the low bits.
        int mixed = table.hashCode() * 31 + Arrays.hashCode(canonical);
        mixed ^= mixed >>> 16;
        mixed *= 0x85ebca6b;
        this.hash = mixed ^ (mixed >>> 13);
    }

    /**
     * The key of an item.
     *
     * @param partition canonical bytes of the partition key, from {@link #canonical}
     * @param sort canonical bytes of the sort key, or null
     */
    public static ItemKey of(TableId table, byte[] partition, byte @Nullable [] sort) {
        int length = 4 + partition.length + (sort == null ? 0 : sort.length);
        ByteBuffer joined = ByteBuffer.allocate(length).putInt(partition.length).put(partition);
        if (sort != null) {
            joined.put(sort);
        }
        return new ItemKey(table, joined.array(), 4 + partition.length);
    }

    /**
     * The key that {@link #toBytes} gave the bytes of.
     *
     * @throws IllegalArgumentException if they are no such bytes
     */
    public static ItemKey ofBytes(TableId table, byte[] bytes) {
        int partition = bytes.length < 4 ? -1 : ByteBuffer.wrap(bytes).getInt();
        if (partition < 0 || partition > bytes.length - 4) {
            throw new IllegalArgumentException("not the bytes of a key");
        }
        return new ItemKey(table, bytes.clone(), 4 + partition);
    }

    /**
     * The canonical bytes of one key attribute: its type, then its value.
     *
     * @param type the attribute's type
     * @param text the string, the number's text, or base64
     * @throws DynamoException if a number is none
     * @throws IllegalArgumentException if base64 is malformed
     */
    public static byte[] canonical(KeySchema.Type type, String text) {
        byte[] value = switch (type) {
            case S -> text.getBytes(StandardCharsets.UTF_8);
            case N -> DynamoNumber.canonical(text);
            case B -> Base64.getDecoder().decode(text);
        };
        byte[] typed = new byte[value.length + 1];
        typed[0] = (byte) type.name().charAt(0);
        System.arraycopy(value, 0, typed, 1, value.length);
        return typed;
    }

    @Override
    public TableId table() {
        return table;
    }

    @Override
    public int length() {
        return canonical.length;
    }

    @Override
    public byte[] toBytes() {
        return canonical.clone();
    }

    /** A copy of the canonical bytes of the partition key alone. */
    public byte[] partitionBytes() {
        return Arrays.copyOf(canonical, partitionLength);
    }

    /** The canonical bytes of the partition key, as {@link #canonical} gave them. */
    byte[] typedPartition() {
        return Arrays.copyOfRange(canonical, 4, partitionLength);
    }

    /** Those of the sort key; empty if there is none. */
    byte[] typedSort() {
        return Arrays.copyOfRange(canonical, partitionLength, canonical.length);
    }

    /** The items of the table that share this one's partition key, itself among them. */
    public ItemCollection collection() {
        return ItemCollection.of(table, null, Arrays.copyOfRange(canonical, 4, partitionLength));
    }

    /** Null: an item is not found among others. */
    @Override
    public @Nullable ItemCollection within() {
        return null;
    }

    @Override
    public boolean lags() {
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ItemKey key
                && hash == key.hash
                && Arrays.equals(canonical, key.canonical)
                && table.equals(key.table);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return "item of " + table.name();
    }
}
