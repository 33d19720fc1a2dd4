package io.heatshield.http;

import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.KeySchema;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a page ends, as text that clients pass back as it is: a version, a digest, and the last sort key. The digest is
 * over the walk that the cursor is of, so one that was changed, or is of another walk, is refused here and means nothing
 * elsewhere. It is no secret and guards none: whoever may ask for a page may ask for any page. Cursors outlive nodes and
 * restarts.
 */
final class Cursor {
    private static final byte VERSION = 1;
    private static final int DIGEST_BYTES = 8;
    private static final int HEAD = 1 + DIGEST_BYTES;

    private Cursor() {}

    /** The cursor behind the item with this sort key. */
    static String behind(AttributeValue sort, CollectionQuestion walk) {
        byte[] key = text(sort).getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + key.length)
                .put(VERSION)
                .put(digest(walk, key))
                .put(key);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /**
     * The sort key that the cursor stands behind, or null without one.
     *
     * @throws ItemRefusal if it is none, or of another walk
     */
    static KeyParts.@Nullable Part read(@Nullable String cursor, CollectionQuestion walk) {
        if (cursor == null) {
            return null;
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException e) {
            throw bad();
        }
        if (bytes.length < HEAD || bytes[0] != VERSION) {
            throw bad();
        }
        byte[] key = Arrays.copyOfRange(bytes, HEAD, bytes.length);
        if (!Arrays.equals(bytes, 1, HEAD, digest(walk, key), 0, DIGEST_BYTES)) {
            throw bad();
        }
        return new KeyParts.Part(walk.sort().name(), walk.sort().type(), new String(key, StandardCharsets.UTF_8));
    }

    private static ItemRefusal bad() {
        return Problem.badRequest("bad-cursor", "cursor: expected one that this very list gave, unchanged")
                .refusal();
    }

    private static byte[] digest(CollectionQuestion walk, byte[] key) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        put(digest, walk.table().id().name().getBytes(StandardCharsets.UTF_8));
        put(digest, canonical(walk.partition()));
        put(digest, walk.from() == null ? new byte[0] : canonical(walk.from()));
        put(digest, walk.to() == null ? new byte[0] : canonical(walk.to()));
        put(digest, new byte[] {(byte) (walk.descending() ? 1 : 0)});
        put(digest, key);
        return Arrays.copyOf(digest.digest(), DIGEST_BYTES);
    }

    /** Each part with its length, so that no two lists of parts give the same bytes. */
    private static void put(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(4).putInt(part.length).array());
        digest.update(part);
    }

    private static byte[] canonical(KeyParts.Part part) {
        return ItemKey.canonical(part.type(), part.text());
    }

    private static String text(AttributeValue sort) {
        if (sort instanceof AttributeValue.S s) {
            return s.value();
        }
        return sort instanceof AttributeValue.N n ? n.text() : AttributeJson.base64(((AttributeValue.B) sort).value());
    }

    /** The order of two values of one sort key, as DynamoDB has it: numbers by value, all else by bytes. */
    static int order(KeyParts.Part one, KeyParts.Part other) {
        return one.type() == KeySchema.Type.N
                ? new BigDecimal(one.text()).compareTo(new BigDecimal(other.text()))
                : Arrays.compareUnsigned(canonical(one), canonical(other));
    }
}
