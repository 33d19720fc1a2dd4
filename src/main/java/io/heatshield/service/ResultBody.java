package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.heatshield.cache.CachedItem;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answer to a Query, as it is kept: the origin's own bytes without what the query consumed. */
final class ResultBody {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> MEMBERS = Set.of("Items", "Count", "ScannedCount", "LastEvaluatedKey");

    private ResultBody() {}

    /** The answer to keep, or null if it has members that are not known here, or is not what it should be. */
    static @Nullable CachedItem toCache(Payload answer) {
        byte[] bytes = answer.body().getBytes();
        ByteBuf kept = Unpooled.buffer(bytes.length).writeByte('{');
        boolean whole = true;
        try (JsonParser in = JSON.createParser(bytes)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                in.nextToken();
                int from = (int) in.currentTokenLocation().getByteOffset();
                boolean number = in.currentToken().isNumeric();
                in.skipChildren();
                int to = number
                        ? from + in.getTextLength()
                        : (int) in.currentLocation().getByteOffset();
                if (name.equals("ConsumedCapacity")) {
                    whole = false;
                } else if (!MEMBERS.contains(name)) {
                    return null;
                } else {
                    kept.writeCharSequence(
                            (kept.readableBytes() > 1 ? ",\"" : "\"") + name + "\":", StandardCharsets.US_ASCII);
                    kept.writeBytes(bytes, from, to - from);
                }
            }
            if (in.currentToken() != JsonToken.END_OBJECT || in.nextToken() != null) {
                return null;
            }
        } catch (IOException e) {
            // An answer that is not JSON is passed on as it is, and not cached.
            return null;
        }
        Buffer body = BufferInternal.buffer(kept.writeByte('}'));
        return new CachedItem(whole ? answer : Payload.of(body), true);
    }

    /** A reader's answer: the stored bytes as they are, with the word that nothing was consumed where it asks. */
    static Reply reply(CachedItem kept, Call.Search call, CacheStatus status) {
        if (call.capacity() == Call.Capacity.NONE) {
            return Reply.ok(kept.payload(), status);
        }
        StringBuilder zero =
                new StringBuilder(96).append(",\"ConsumedCapacity\":{\"CapacityUnits\":0.0,\"TableName\":\"");
        JsonStringEncoder.getInstance().quoteAsString(call.table(), zero);
        zero.append('"');
        if (call.capacity() == Call.Capacity.INDEXES) {
            zero.append(",\"Table\":{\"CapacityUnits\":0.0}");
        }
        ByteBuf whole = ((BufferInternal) kept.payload().body()).getByteBuf();
        ByteBuf out = Unpooled.buffer(whole.readableBytes() + zero.length() + 2);
        out.writeBytes(whole, whole.readerIndex(), whole.readableBytes() - 1);
        out.writeCharSequence(zero.append("}}"), StandardCharsets.UTF_8);
        return Reply.ok(Payload.of(BufferInternal.buffer(out)), status);
    }
}
