package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.heatshield.cache.CachedItem;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.Unpooled;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a BatchGetItem, put together from the bytes of its items: one buffer, into which each item is copied
 * once.
 */
final class BatchReply {
    private static final JsonFactory JSON = new JsonFactory();

    private final BatchRead read;
    private final int mostBytes;
    private final ByteBuf out;
    private boolean any;

    private BatchReply(BatchRead read, int mostBytes) {
        this.read = read;
        this.mostBytes = mostBytes;
        this.out = Unpooled.buffer(size(read));
    }

    /**
     * @param mostBytes what the items may come to; cached ones that go beyond stay unprocessed
     */
    static Reply of(BatchRead read, int mostBytes) {
        BatchReply reply = new BatchReply(read, mostBytes);
        reply.write();
        return Reply.ok(Payload.of(BufferInternal.buffer(reply.out)), read.status());
    }

    /** About as many bytes as the answer will have, so that the buffer need not grow. */
    private static int size(BatchRead read) {
        int size = 64;
        for (BatchRead.Part part : read.parts()) {
            size += 160 + 2 * part.read.table().length();
            for (int i = 0; i < part.wanted.size(); i++) {
                CachedItem item = part.wanted.get(i).item;
                size += item == null || part.projector != null ? 0 : item.length();
            }
            for (ByteBuf item : part.asTheyAre) {
                size += item.readableBytes() + 1;
            }
        }
        return size;
    }

    private void write() {
        out.writeByte('{');
        if (read.call().capacity() != Call.Capacity.NONE) {
            capacity();
        }
        ascii("\"Responses\":{");
        int from = out.writerIndex();
        for (int i = 0; i < read.parts().size(); i++) {
            if (i > 0) {
                out.writeByte(',');
            }
            BatchRead.Part part = read.parts().get(i);
            name(part.read.table());
            ascii(":[");
            items(part, from);
            out.writeByte(']');
        }
        ascii("},\"UnprocessedKeys\":");
        if (read.any(BatchRead.State.UNPROCESSED)) {
            unprocessed();
        } else {
            ascii("{}");
        }
        out.writeByte('}');
    }

    private void items(BatchRead.Part part, int from) {
        boolean first = true;
        // What the origin answered for this reader comes first: it keeps to the bound by itself.
        for (ByteBuf item : part.asTheyAre) {
            comma(first);
            first = false;
            any = true;
            out.writeBytes(item, item.readerIndex(), item.readableBytes());
        }
        for (int i = 0; i < part.wanted.size(); i++) {
            BatchRead.Wanted wanted = part.wanted.get(i);
            CachedItem item = wanted.item;
            if (item == null || !item.present()) {
                continue;
            }
            int mark = out.writerIndex();
            comma(first);
            item(item, part.projector);
            if (any && out.writerIndex() - from > mostBytes) {
                out.writerIndex(mark);
                wanted.item = null;
                read.unprocessed(wanted, null);
            } else {
                first = false;
                any = true;
            }
        }
    }

    private void item(CachedItem item, @Nullable Projector projector) {
        ByteBuf whole = ((BufferInternal) item.payload().body()).getByteBuf();
        ItemBody.Slice slice = ItemBody.itemOf(item);
        if (projector == null) {
            out.writeBytes(whole, whole.readerIndex() + slice.from(), slice.length());
        } else {
            projector.project(whole.slice(whole.readerIndex() + slice.from(), slice.length()), out);
        }
    }

    /** What was really consumed, in the service's shape: nothing, for what came from a tier. */
    private void capacity() {
        ascii("\"ConsumedCapacity\":[");
        for (int i = 0; i < read.parts().size(); i++) {
            BatchRead.Part part = read.parts().get(i);
            String units = Double.toString(read.consumed(part.table));
            comma(i == 0);
            ascii("{\"CapacityUnits\":" + units + ",\"TableName\":");
            name(part.read.table());
            if (read.call().capacity() == Call.Capacity.INDEXES) {
                ascii(",\"Table\":{\"CapacityUnits\":" + units + "}");
            }
            out.writeByte('}');
        }
        ascii("],");
    }

    private void unprocessed() {
        try (JsonGenerator json = JSON.createGenerator((OutputStream) new ByteBufOutputStream(out))) {
            json.writeStartObject();
            for (BatchRead.Part part : read.parts()) {
                List<KeyParts> keys = BatchRead.in(BatchRead.State.UNPROCESSED, part).stream()
                        .map(wanted -> wanted.spelt)
                        .toList();
                if (!keys.isEmpty()) {
                    BatchRequest.write(part.read, keys, part.read.consistent(), part.read.projection(), json);
                }
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
    }

    private void comma(boolean first) {
        if (!first) {
            out.writeByte(',');
        }
    }

    private void name(String name) {
        out.writeByte('"');
        out.writeCharSequence(new String(JsonStringEncoder.getInstance().quoteAsString(name)), StandardCharsets.UTF_8);
        out.writeByte('"');
    }

    private void ascii(String text) {
        out.writeCharSequence(text, StandardCharsets.US_ASCII);
    }
}
