package io.heatshield.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The identity of a Query or a Scan: what it asks, in canonical form, of which items. Two spellings of one question
 * (placeholders, numbers, order of members) give equal keys.
 */
public final class ResultKey implements CacheKey {
    private final ItemCollection within;
    private final byte[] question;
    private final boolean lags;
    private final int hash;

    /**
     * The key of a question.
     *
     * @param within the items it is asked of: whatever changes one of them ends the answer
     * @param question the question's canonical bytes
     * @param lags as {@link CacheKey#lags}
     */
    public ResultKey(ItemCollection within, byte[] question, boolean lags) {
        this.within = within;
        this.question = question.clone();
        this.lags = lags;
        // Spread, because stripes and shards are picked by the low bits.
        int mixed = within.hashCode() * 31 + Arrays.hashCode(question);
        mixed ^= mixed >>> 16;
        mixed *= 0x85ebca6b;
        this.hash = mixed ^ (mixed >>> 13);
    }

    @Override
    public TableId table() {
        return within.table();
    }

    @Override
    public ItemCollection within() {
        return within;
    }

    @Override
    public boolean lags() {
        return lags;
    }

    @Override
    public int length() {
        return question.length + within.length();
    }

    @Override
    public byte[] toBytes() {
        byte[] collection = within.toBytes();
        return ByteBuffer.allocate(collection.length + question.length)
                .put(collection)
                .put(question)
                .array();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResultKey key
                && hash == key.hash
                && Arrays.equals(question, key.question)
                && within.equals(key.within);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return "answer about " + within;
    }
}
