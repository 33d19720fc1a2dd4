package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heatshield.cache.CachedItem;
import io.heatshield.protocol.Payload;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Where the members of a GetItem's answer stand in its bytes. Immutable. */
final class ItemBody {
    private static final JsonFactory JSON = new JsonFactory();
    private static final byte[] PREFIX = "{\"Item\":".getBytes(StandardCharsets.US_ASCII);

    /** What is cached of an item that does not exist. */
    static final CachedItem ABSENT = new CachedItem(Payload.of(Buffer.buffer("{}")), false);

    private final byte[] bytes;
    private final @Nullable Slice item;
    private final @Nullable Slice capacity;

    private ItemBody(byte[] bytes, @Nullable Slice item, @Nullable Slice capacity) {
        this.bytes = bytes;
        this.item = item;
        this.capacity = capacity;
    }

    /** A run of bytes. */
    record Slice(int from, int to) {
        int length() {
            return to - from;
        }
    }

    /** Finds the members, or gives null if the answer has others than these two, or is not what it should be. */
    static @Nullable ItemBody scan(Buffer body) {
        byte[] bytes = body.getBytes();
        Slice item = null;
        Slice capacity = null;
        try (JsonParser in = JSON.createParser(bytes)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                if (in.nextToken() != JsonToken.START_OBJECT) {
                    return null;
                }
                Slice slice = object(in);
                if (name.equals("Item") && item == null) {
                    item = slice;
                } else if (name.equals("ConsumedCapacity") && capacity == null) {
                    capacity = slice;
                } else {
                    return null;
                }
            }
            return in.currentToken() == JsonToken.END_OBJECT && in.nextToken() == null
                    ? new ItemBody(bytes, item, capacity)
                    : null;
        } catch (IOException e) {
            // An answer that is not JSON is passed on as it is, and not cached.
            return null;
        }
    }

    private static Slice object(JsonParser in) throws IOException {
        int from = (int) in.currentTokenLocation().getByteOffset();
        in.skipChildren();
        return new Slice(from, (int) in.currentLocation().getByteOffset());
    }

    /** The item as it is cached: in a body that holds nothing else. */
    CachedItem toCache(Payload answer) {
        if (item == null) {
            return capacity == null && bytes.length == 2 ? new CachedItem(answer, false) : ABSENT;
        }
        if (item.from == PREFIX.length && item.to == bytes.length - 1) {
            return new CachedItem(answer, true);
        }
        return alone(bytes, item);
    }

    /** An item that stands among others, as it is cached: copied, since it must not keep the others in memory. */
    static CachedItem alone(byte[] bytes, Slice item) {
        byte[] whole = new byte[PREFIX.length + item.length() + 1];
        System.arraycopy(PREFIX, 0, whole, 0, PREFIX.length);
        System.arraycopy(bytes, item.from, whole, PREFIX.length, item.length());
        whole[whole.length - 1] = '}';
        return new CachedItem(Payload.of(BufferInternal.buffer(Unpooled.wrappedBuffer(whole))), true);
    }

    /** The consumed capacity as text, or null. */
    @Nullable
    String capacityText() {
        return capacity == null ? null : new String(bytes, capacity.from, capacity.length(), StandardCharsets.UTF_8);
    }

    /** The item's object within the body of a cached item, which has the item and nothing else. */
    static Slice itemOf(CachedItem cached) {
        return new Slice(PREFIX.length, cached.length() - 1);
    }
}
