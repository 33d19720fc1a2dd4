package io.heatshield.cache.redis;

import io.heatshield.cache.Ages;
import io.heatshield.cache.CachedItem;
import io.heatshield.cache.SharedItem;
import io.heatshield.protocol.Payload;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import net.jpountz.lz4.LZ4Factory;
import org.jspecify.annotations.Nullable;

/**
 * How an item or an answer is written into Redis. Scripts put a version and its epochs before it; what follows is
 * flags, the ages in milliseconds that it began with, what its load cost, and the body as the origin answered it, or
 * that compressed. How old it is, Redis tells: by what is left of the time after which it removes it.
 */
final class ValueFormat {
    private static final int EPOCH_LENGTH = 16;

    private static final byte VERSION = '1';
    private static final int FIXED = 1 + 4 + 4 + 8 + 4;
    private static final int PRESENT = 1;
    private static final int COMPRESSED = 2;
    /** What a compressed body may claim to be: as long as a body may be at most. */
    private static final int MOST_BYTES = 16 << 20;

    private final int compressAbove;

    /**
     * A format.
     *
     * @param compressAbove bodies longer than this are compressed; {@code Integer.MAX_VALUE} for never
     */
    ValueFormat(int compressAbove) {
        this.compressAbove = compressAbove;
    }

    /** All but the head. */
    byte[] write(SharedItem shared) {
        byte[] body = shared.item().payload().body().getBytes();
        byte[] packed = body.length > compressAbove ? packed(body) : body;
        boolean compressed = packed.length + 4 < body.length;
        byte[] kept = compressed ? packed : body;
        ByteBuffer out = ByteBuffer.allocate(FIXED + (compressed ? 4 : 0) + kept.length);
        out.put((byte) ((shared.item().present() ? PRESENT : 0) | (compressed ? COMPRESSED : 0)));
        out.putInt(millis(shared.left().soft()));
        out.putInt(millis(shared.left().hard()));
        out.putLong(deadMillis(shared));
        out.putInt((int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMicros(shared.costNanos())));
        if (compressed) {
            out.putInt(body.length);
        }
        return out.put(kept).array();
    }

    /** How long Redis is to keep it. */
    static long deadMillis(SharedItem shared) {
        return TimeUnit.NANOSECONDS.toMillis(shared.left().dead());
    }

    private static int millis(long nanos) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    private static byte[] packed(byte[] body) {
        return LZ4Factory.fastestInstance().fastCompressor().compress(body);
    }

    /**
     * Reads a whole value.
     *
     * @param epochs those of now, one after the other
     * @param leftMillis what is left until Redis removes it
     * @return null if it is of another version or of older epochs, or not to be understood: a miss
     */
    static @Nullable SharedItem read(byte[] value, String epochs, long leftMillis) {
        int count = epochs.length() / EPOCH_LENGTH;
        if (value.length < head(count) + FIXED
                || value[0] != VERSION
                || leftMillis <= 0
                || !new String(value, 1, epochs.length(), StandardCharsets.US_ASCII).equals(epochs)) {
            return null;
        }
        return read(value, count, leftMillis);
    }

    private static int head(int epochs) {
        return 1 + epochs * EPOCH_LENGTH;
    }

    /** The same of a value whose epochs a script has compared. */
    static @Nullable SharedItem read(byte[] value, int epochs, long leftMillis) {
        ByteBuffer in = ByteBuffer.wrap(value, head(epochs), value.length - head(epochs));
        byte flags = in.get();
        long soft = in.getInt();
        long hard = in.getInt();
        long age = in.getLong() - leftMillis;
        long cost = TimeUnit.MICROSECONDS.toNanos(in.getInt());
        Buffer body = (flags & COMPRESSED) == 0 ? Buffer.buffer(rest(in)) : unpacked(in);
        if (body == null) {
            return null;
        }
        Ages left = new Ages(
                TimeUnit.MILLISECONDS.toNanos(soft - age),
                TimeUnit.MILLISECONDS.toNanos(hard - age),
                TimeUnit.MILLISECONDS.toNanos(leftMillis));
        return new SharedItem(new CachedItem(Payload.of(body), (flags & PRESENT) != 0), left, cost);
    }

    private static byte[] rest(ByteBuffer in) {
        byte[] rest = new byte[in.remaining()];
        in.get(rest);
        return rest;
    }

    private static @Nullable Buffer unpacked(ByteBuffer in) {
        int length = in.remaining() < 4 ? -1 : in.getInt();
        if (length < 0 || length > MOST_BYTES) {
            return null;
        }
        byte[] body = new byte[length];
        byte[] packed = rest(in);
        int read = LZ4Factory.fastestInstance().safeDecompressor().decompress(packed, 0, packed.length, body, 0);
        return read == length ? Buffer.buffer(body) : null;
    }
}
