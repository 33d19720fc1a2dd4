package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * From the bytes of a request to a {@link Call}, in one pass and without a tree. It decodes what a cache must know and
 * nothing else; whatever it does not know, or finds malformed or said twice, makes a read opaque, so that it is the
 * origin that judges it. Stateless and safe for any thread.
 */
public final class CallDecoder {
    private static final Call UNKNOWN_WRITE = new Call.UnknownWrite();

    /** Deeper than any item may be (32 levels, two tokens each), shallow enough for any stack. */
    private static final int MAX_DEPTH = 200;

    static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(16 * 1024 * 1024)
                    .maxNameLength(128 * 1024)
                    .build())
            .build();

    private CallDecoder() {}

    /**
     * Decodes a request.
     *
     * @param operation null for one that is not known here
     */
    public static Call decode(@Nullable Operation operation, String target, Buffer body) {
        if (operation == null) {
            return readsByName(target) ? opaque(body) : UnknownOperations.decode(body);
        }
        try {
            return switch (operation) {
                case GET_ITEM -> getItem(body);
                case BATCH_GET_ITEM -> batchGet(body);
                case QUERY -> search(body, false);
                case SCAN -> search(body, true);
                case PUT_ITEM, UPDATE_ITEM, DELETE_ITEM, BATCH_WRITE_ITEM, TRANSACT_WRITE_ITEMS ->
                    WriteDecoder.decode(operation, body);
                case EXECUTE_STATEMENT, BATCH_EXECUTE_STATEMENT, EXECUTE_TRANSACTION -> StatementDecoder.decode(body);
                default -> operation.kind() == Operation.Kind.TABLE ? UnknownOperations.decode(body) : opaque(body);
            };
        } catch (IOException e) {
            // Not JSON: the origin will refuse it. Should it not, a write has to be reckoned with.
            return operation.kind() == Operation.Kind.READ || operation.kind() == Operation.Kind.NEUTRAL
                    ? new Call.Opaque(null)
                    : UNKNOWN_WRITE;
        }
    }

    private static Call opaque(Buffer body) {
        try (JsonParser in = parser(body)) {
            if (in.nextToken() == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    boolean table = in.currentName().equals("TableName");
                    if (in.nextToken() == JsonToken.VALUE_STRING && table) {
                        return new Call.Opaque(in.getText());
                    }
                    in.skipChildren();
                }
            }
        } catch (IOException e) {
            // Not JSON; the origin will say so.
            return new Call.Opaque(null);
        }
        return new Call.Opaque(null);
    }

    /** A parser over the body's own bytes. */
    static JsonParser parser(Buffer body) throws IOException {
        ByteBuf bytes = ((BufferInternal) body).getByteBuf();
        if (bytes.hasArray()) {
            return JSON.createParser(bytes.array(), bytes.arrayOffset() + bytes.readerIndex(), bytes.readableBytes());
        }
        return JSON.createParser(body.getBytes());
    }

    private static boolean readsByName(String target) {
        String name = target.substring(target.indexOf('.') + 1);
        return name.startsWith("Describe") || name.startsWith("List") || name.startsWith("Get");
    }

    private static Call getItem(Buffer body) throws IOException {
        try (JsonParser in = parser(body)) {
            Call call = new GetItemDecoder(in).decode();
            return call == null ? opaque(body) : call;
        }
    }

    private static Call search(Buffer body, boolean scan) throws IOException {
        try (JsonParser in = parser(body)) {
            Call call = new SearchDecoder(in, scan).decode();
            return call == null ? opaque(body) : call;
        }
    }

    private static Call batchGet(Buffer body) throws IOException {
        try (JsonParser in = parser(body)) {
            Call call = new BatchGetDecoder(in).decode();
            return call == null ? opaque(body) : call;
        }
    }
}
