package io.heatshield.protocol;

import io.netty.util.AsciiString;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * An item, or items, in a form that is sent, made once and sent any number of times. The bytes follow from the content
 * alone, whatever order the origin told it in, and so does the tag, on every node and after every restart.
 *
 * @param body the exact bytes; nobody may change them
 * @param length their number, in decimal
 * @param tag the strong {@code ETag} (RFC 9110, 8.8.3), quotes included
 * @param next where what follows begins, or null if nothing does
 */
public record Rendition(
        Buffer body,
        AsciiString length,
        AsciiString tag,
        @Nullable String next) {
    /** The forms that are made. */
    public enum Form {
        /** Plain JSON. */
        PLAIN,
        PLAIN_GZIP,
        /** DynamoDB's typed JSON. */
        TYPED,
        TYPED_GZIP
    }

    /** A rendition of these bytes. */
    public static Rendition of(Buffer body, String tag) {
        return new Rendition(body, new AsciiString(Integer.toString(body.length())), new AsciiString(tag), null);
    }

    /** The same with something that follows, or nothing. */
    public Rendition before(@Nullable String cursor) {
        return new Rendition(body, length, tag, cursor);
    }
}
