package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Loaded;
import io.heatshield.cache.Loader;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableId;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one whole item from the origin, without projection (a projected read costs as much), for the reader that
 * opened the flight and for all who join it. Remembers the origin's own answer, which that one reader gets as it is.
 */
final class ItemLoad implements Loader {
    private static final JsonFactory JSON = new JsonFactory();

    private final OriginGate origin;
    private final Call.GetItem call;
    private final @Nullable String hops;
    private volatile @Nullable Answer answer;

    /** What the origin said, for the reader that caused it. */
    record Answer(OriginReply reply, ItemBody body) {}

    ItemLoad(OriginGate origin, Call.GetItem call, @Nullable String hops) {
        this.origin = origin;
        this.call = call;
        this.hops = hops;
    }

    /** The origin's answer, if it was this load that was made and it found what it should. */
    @Nullable
    Answer answer() {
        return answer;
    }

    @Override
    public Future<Loaded> load(boolean strong) {
        OriginRequest request = new OriginRequest(
                Operation.GET_ITEM.target(), Reply.JSON_1_0, body(strong), TableId.bareName(call.table()), true, hops);
        return origin.send(request).map(this::loaded);
    }

    private Loaded loaded(OriginReply reply) {
        if (!reply.ok()) {
            Reply refusal = OriginGate.reply(reply, CacheStatus.MISS);
            // Throttling is the one kind of 400 that an older value may stand in for.
            return new Loaded.Refused(refusal, reply.down() || ErrorShapes.throttles(refusal));
        }
        if (reply.partial() != null) {
            return new Loaded.Refused(OriginGate.reply(reply, CacheStatus.MISS), false);
        }
        ItemBody body = ItemBody.scan(reply.payload().body());
        if (body == null) {
            return new Loaded.Refused(OriginGate.reply(reply, CacheStatus.MISS), false);
        }
        answer = new Answer(reply, body);
        CachedItem item = body.toCache(reply.payload());
        return new Loaded.Found(item);
    }

    private Buffer body(boolean strong) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(160);
        try (JsonGenerator out = JSON.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeStringField("TableName", call.table());
            out.writeFieldName("Key");
            call.key().write(out);
            if (strong) {
                out.writeBooleanField("ConsistentRead", true);
            }
            if (call.capacity() != Call.Capacity.NONE) {
                out.writeStringField("ReturnConsumedCapacity", call.capacity().name());
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return Buffer.buffer(bytes.toByteArray());
    }
}
