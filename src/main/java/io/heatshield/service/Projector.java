package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts a projection out of an item's bytes in one pass: what is wanted whole is copied as it stands, what is not is
 * skipped, and nothing becomes an object in between. The shapes are DynamoDB's: list elements close up in ascending
 * order, paths into the same map or list come together, and a path that leads nowhere leaves nothing behind, not even
 * the map on its way.
 *
 * <p>Immutable and safe for any thread.
 */
final class Projector {
    private static final JsonFactory JSON = new JsonFactory();

    private final Node root;

    /** A step of the tree of paths: wanted whole, or wanted in part by member or by index. */
    private static final class Node {
        private final Map<String, Node> members = new HashMap<>();
        private final Map<Integer, Node> indices = new HashMap<>();
        private boolean whole;
    }

    private Projector(Node root) {
        this.root = root;
    }

    /**
     * @param paths each a list of member names (strings) and list indices (integers), beginning with a name
     */
    static Projector of(List<List<Object>> paths) {
        Node root = new Node();
        for (List<Object> path : paths) {
            Node at = root;
            for (Object step : path) {
                at = step instanceof Integer index
                        ? at.indices.computeIfAbsent(index, i -> new Node())
                        : at.members.computeIfAbsent((String) step, name -> new Node());
            }
            at.whole = true;
        }
        return new Projector(root);
    }

    /** Writes the projection of the item, braces included. */
    void project(ByteBuf item, ByteBuf out) {
        byte[] bytes;
        int offset = 0;
        if (item.hasArray()) {
            bytes = item.array();
            offset = item.arrayOffset() + item.readerIndex();
        } else {
            bytes = ByteBufUtil.getBytes(item);
        }
        try (JsonParser in = JSON.createParser(bytes, offset, item.readableBytes())) {
            Pass pass = new Pass(in, bytes, offset, out);
            in.nextToken();
            pass.members(root);
        } catch (IOException e) {
            // The item was scanned when it was cached.
            throw new UncheckedIOException("a cached item is malformed", e);
        }
    }

    /** One pass over one item. */
    private static final class Pass {
        private final JsonParser in;
        private final byte[] bytes;
        private final int offset;
        private final ByteBuf out;

        Pass(JsonParser in, byte[] bytes, int offset, ByteBuf out) {
            this.in = in;
            this.bytes = bytes;
            this.offset = offset;
            this.out = out;
        }

        /** In at an opening brace, out at its closing one. True if anything was wanted and there. */
        boolean members(Node node) throws IOException {
            out.writeByte('{');
            boolean any = false;
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                int from = startOfToken();
                Node child = node.members.get(in.currentName());
                in.nextToken();
                any |= child == null ? skip() : member(child, from, any);
            }
            out.writeByte('}');
            return any;
        }

        /** A member: its name's bytes stand at {@code from}, and the parser at its value's opening brace. */
        private boolean member(Node child, int from, boolean notFirst) throws IOException {
            int mark = out.writerIndex();
            if (notFirst) {
                out.writeByte(',');
            }
            if (child.whole) {
                in.skipChildren();
                out.writeBytes(bytes, from, end() - from);
                return true;
            }
            int value = startOfToken();
            out.writeBytes(bytes, from, value - from);
            boolean any = inPart(child);
            if (!any) {
                out.writerIndex(mark);
            }
            return any;
        }

        /** In at a typed value's opening brace, out at its closing one. */
        private boolean inPart(Node node) throws IOException {
            out.writeByte('{');
            in.nextToken();
            String type = in.currentName();
            in.nextToken();
            boolean any = false;
            if (type.equals("M") && !node.members.isEmpty()) {
                out.writeBytes(new byte[] {'"', 'M', '"', ':'});
                any = members(node);
            } else if (type.equals("L") && !node.indices.isEmpty()) {
                out.writeBytes(new byte[] {'"', 'L', '"', ':'});
                any = elements(node);
            } else {
                in.skipChildren();
            }
            in.nextToken();
            out.writeByte('}');
            return any;
        }

        private boolean elements(Node node) throws IOException {
            out.writeByte('[');
            boolean any = false;
            for (int index = 0; in.nextToken() != JsonToken.END_ARRAY; index++) {
                Node child = node.indices.get(index);
                any |= child == null ? skip() : element(child, any);
            }
            out.writeByte(']');
            return any;
        }

        private boolean element(Node child, boolean notFirst) throws IOException {
            int mark = out.writerIndex();
            if (notFirst) {
                out.writeByte(',');
            }
            if (child.whole) {
                int from = startOfToken();
                in.skipChildren();
                out.writeBytes(bytes, from, end() - from);
                return true;
            }
            boolean any = inPart(child);
            if (!any) {
                out.writerIndex(mark);
            }
            return any;
        }

        private boolean skip() throws IOException {
            in.skipChildren();
            return false;
        }

        /** Where the current token begins in the bytes: for a name, its opening quote. */
        private int startOfToken() {
            return offset + (int) in.currentTokenLocation().getByteOffset();
        }

        /** Where the bytes read so far end. */
        private int end() {
            return offset + (int) in.currentLocation().getByteOffset();
        }
    }
}
