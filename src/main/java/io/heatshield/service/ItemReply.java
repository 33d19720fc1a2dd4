package io.heatshield.service;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.heatshield.cache.CachedItem;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A reader's answer from a cached item: the stored bytes as they are, or what the reader asked of them. */
final class ItemReply {
    private ItemReply() {}

    /**
     * @param projection null for the whole item
     * @param capacity the consumed capacity's object as JSON, where the origin told one for this very reader; else the
     *     reader is told zero, if it asks
     */
    static Reply of(
            CachedItem item,
            Call.GetItem call,
            @Nullable Projector projection,
            @Nullable String capacity,
            CacheStatus status) {
        if (call.capacity() == Call.Capacity.NONE && (projection == null || !item.present())) {
            return Reply.ok(item.payload(), status);
        }
        ByteBuf whole = ((BufferInternal) item.payload().body()).getByteBuf();
        ByteBuf out = Unpooled.buffer(whole.readableBytes() + 128);
        out.writeByte('{');
        if (call.capacity() != Call.Capacity.NONE) {
            out.writeCharSequence("\"ConsumedCapacity\":", StandardCharsets.US_ASCII);
            out.writeCharSequence(capacity == null ? zero(call) : capacity, StandardCharsets.UTF_8);
        }
        if (item.present()) {
            if (out.readableBytes() > 1) {
                out.writeByte(',');
            }
            out.writeCharSequence("\"Item\":", StandardCharsets.US_ASCII);
            ItemBody.Slice slice = ItemBody.itemOf(item);
            ByteBuf object = whole.slice(whole.readerIndex() + slice.from(), slice.length());
            if (projection == null) {
                out.writeBytes(object);
            } else {
                projection.project(object, out);
            }
        }
        out.writeByte('}');
        return Reply.ok(Payload.of(BufferInternal.buffer(out)), status);
    }

    /** Nothing was consumed, in the shape in which the service would say it. */
    private static String zero(Call.GetItem call) {
        StringBuilder json = new StringBuilder(96).append("{\"CapacityUnits\":0.0,\"TableName\":\"");
        JsonStringEncoder.getInstance().quoteAsString(call.table(), json);
        json.append('"');
        if (call.capacity() == Call.Capacity.INDEXES) {
            json.append(",\"Table\":{\"CapacityUnits\":0.0}");
        }
        return json.append('}').toString();
    }
}
