package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.origin.OriginRequest;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.Operation;
import io.heatshield.protocol.Reply;
import io.heatshield.protocol.TableId;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A BatchGetItem made here, for a part of what a client's asks. */
final class BatchRequest {
    private static final JsonFactory JSON = new JsonFactory();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    private final JsonGenerator out;
    private final Call.Capacity capacity;
    private final @Nullable String hops;
    private int tables;
    private @Nullable String table;

    BatchRequest(Call.Capacity capacity, @Nullable String hops) {
        this.capacity = capacity;
        this.hops = hops;
        try {
            this.out = JSON.createGenerator(bytes);
            out.writeStartObject();
            out.writeObjectFieldStart("RequestItems");
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
    }

    /** Asks for these keys of a table. */
    BatchRequest add(
            Call.TableRead read, List<KeyParts> keys, boolean consistent, Call.@Nullable Projected projection) {
        try {
            write(read, keys, consistent, projection, out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        tables++;
        table = TableId.bareName(read.table());
        return this;
    }

    OriginRequest build() {
        try (out) {
            out.writeEndObject();
            if (capacity != Call.Capacity.NONE) {
                out.writeStringField("ReturnConsumedCapacity", capacity.name());
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return new OriginRequest(
                Operation.BATCH_GET_ITEM.target(),
                Reply.JSON_1_0,
                Buffer.buffer(bytes.toByteArray()),
                tables == 1 ? table : null,
                true,
                hops);
    }

    /** Writes a table's member of a RequestItems or an UnprocessedKeys. */
    static void write(
            Call.TableRead read,
            List<KeyParts> keys,
            boolean consistent,
            Call.@Nullable Projected projection,
            JsonGenerator out)
            throws IOException {
        out.writeObjectFieldStart(read.table());
        out.writeArrayFieldStart("Keys");
        for (KeyParts key : keys) {
            key.write(out);
        }
        out.writeEndArray();
        if (consistent) {
            out.writeBooleanField("ConsistentRead", true);
        }
        if (projection != null && projection.expression() != null) {
            out.writeStringField("ProjectionExpression", projection.expression());
            if (!projection.names().isEmpty()) {
                out.writeObjectFieldStart("ExpressionAttributeNames");
                for (Map.Entry<String, String> name : projection.names().entrySet()) {
                    out.writeStringField(name.getKey(), name.getValue());
                }
                out.writeEndObject();
            }
        } else if (projection != null) {
            out.writeArrayFieldStart("AttributesToGet");
            for (String name : projection.legacy()) {
                out.writeString(name);
            }
            out.writeEndArray();
        }
        out.writeEndObject();
    }
}
