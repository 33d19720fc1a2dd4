package io.heatshield.shard;

import io.heatshield.protocol.AttributeValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * The shard that a value hashes to: the first four bytes of its SHA-256, big-endian and unsigned, modulo the number of
 * shards. This is what programs that shard by hand do, so that what they wrote is found.
 */
final class ShardHash {
    private ShardHash() {}

    /** The shard of a text, by its UTF-8. */
    static int of(String text, int shards) {
        return of(text.getBytes(StandardCharsets.UTF_8), shards);
    }

    static int of(byte[] bytes, int shards) {
        int hash = ByteBuffer.wrap(sha256(bytes)).getInt();
        return (int) (Integer.toUnsignedLong(hash) % shards);
    }

    /**
     * The shard of a value: of a string's UTF-8, of a number's plain decimal form, of binary as it is.
     *
     * @return -1 for values of other types, and for none
     */
    static int of(@Nullable AttributeValue value, int shards) {
        if (value instanceof AttributeValue.S text) {
            return of(text.value(), shards);
        }
        if (value instanceof AttributeValue.N number) {
            return of(number.text(), shards);
        }
        return value instanceof AttributeValue.B binary ? of(binary.value().toArray(), shards) : -1;
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException missing) {
            throw new LinkageError("every Java has SHA-256", missing);
        }
    }
}
