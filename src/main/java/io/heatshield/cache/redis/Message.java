package io.heatshield.cache.redis;

import io.heatshield.cache.Scope;
import io.heatshield.protocol.ItemCollection;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.TableId;
import io.vertx.core.buffer.Buffer;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the bus carries: that a scope has changed, and who changed it. No value, so that order and repetition cannot
 * matter.
 *
 * @param sequence its number in its group
 * @param node who raised the fence
 * @param strict whether the writer waits until this node has said that it heard
 * @param scope what changed; null if the node that is named has not said in time that it heard, and is to join anew
 */
record Message(
        long sequence,
        String node,
        boolean strict,
        @Nullable Scope scope) {
    private static final int STRICT = 1;

    /** The text that a fence publishes; Redis puts the sequence number before it. */
    static byte[] text(String node, boolean strict, Scope scope) {
        Buffer out = Buffer.buffer();
        out.appendByte((byte) (strict ? STRICT : 0));
        put(out, node.getBytes(StandardCharsets.UTF_8));
        if (scope instanceof Scope.Item item) {
            out.appendByte((byte) 'i');
            put(out, item.key().table().arn().getBytes(StandardCharsets.UTF_8));
            put(out, item.key().table().name().getBytes(StandardCharsets.UTF_8));
            put(out, item.key().toBytes());
        } else if (scope instanceof Scope.Collection collection) {
            out.appendByte((byte) 'p');
            put(out, collection.items().table().arn().getBytes(StandardCharsets.UTF_8));
            put(out, collection.items().table().name().getBytes(StandardCharsets.UTF_8));
            put(out, collection.items().toBytes());
        } else if (scope instanceof Scope.Table table) {
            out.appendByte((byte) 't');
            put(out, table.name().getBytes(StandardCharsets.UTF_8));
        } else {
            out.appendByte((byte) 'a');
        }
        return out.getBytes();
    }

    /** The text that tells a node to join anew. */
    static byte[] dropped(String node) {
        Buffer out = Buffer.buffer();
        out.appendByte((byte) 0);
        put(out, node.getBytes(StandardCharsets.UTF_8));
        return out.appendByte((byte) 'd').getBytes();
    }

    private static void put(Buffer out, byte[] part) {
        out.appendInt(part.length).appendBytes(part);
    }

    /** Reads what came; null if it cannot be understood, which the reader must take as if everything had changed. */
    static @Nullable Message read(byte[] bytes) {
        try {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            long sequence = 0;
            for (byte digit = in.get(); digit != ':'; digit = in.get()) {
                if (digit < '0' || digit > '9') {
                    return null;
                }
                sequence = sequence * 10 + digit - '0';
            }
            boolean strict = in.get() == STRICT;
            String node = text(in);
            byte kind = in.get();
            return kind == 'd'
                    ? new Message(sequence, node, false, null)
                    : new Message(sequence, node, strict, scope(kind, in));
        } catch (BufferUnderflowException | IllegalArgumentException | NegativeArraySizeException e) {
            return null;
        }
    }

    private static Scope scope(byte kind, ByteBuffer in) {
        return switch (kind) {
            case 'i' -> new Scope.Item(ItemKey.ofBytes(new TableId(text(in), text(in)), part(in)));
            case 'p' -> new Scope.Collection(ItemCollection.ofBytes(new TableId(text(in), text(in)), part(in)));
            case 't' -> new Scope.Table(text(in));
            case 'a' -> new Scope.Everything();
            default -> throw new IllegalArgumentException("no such kind of scope");
        };
    }

    private static String text(ByteBuffer in) {
        return new String(part(in), StandardCharsets.UTF_8);
    }

    private static byte[] part(ByteBuffer in) {
        int length = in.getInt();
        if (length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] part = new byte[length];
        in.get(part);
        return part;
    }
}
