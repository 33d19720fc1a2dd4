package io.heatshield.http;

import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.EnumMap;
import java.util.Map;

/**
 * Writes replies with the headers that every answer of this face carries. The one place where a reply becomes bytes.
 * Used by one event loop.
 */
final class ResponseWriter {
    private static final AsciiString JSON_1_0 = new AsciiString(Reply.JSON_1_0);
    private static final Map<CacheStatus, AsciiString> CACHE_VALUES = cacheValues();

    private final DateText date;
    private final RequestIds ids;

    ResponseWriter(DateText date, RequestIds ids) {
        this.date = date;
        this.ids = ids;
    }

    private static Map<CacheStatus, AsciiString> cacheValues() {
        Map<CacheStatus, AsciiString> values = new EnumMap<>(CacheStatus.class);
        for (CacheStatus status : CacheStatus.values()) {
            values.put(status, new AsciiString(status.headerValue()));
        }
        return values;
    }

    private static CharSequence cacheValue(Reply reply) {
        AsciiString encoded = CACHE_VALUES.get(reply.cache());
        return encoded != null ? encoded : reply.cache().headerValue();
    }

    /** Sets status and headers. The body that follows must be the reply's, byte for byte, or the checksum is wrong. */
    void head(HttpServerResponse response, Reply reply) {
        if (reply.status() != 200) {
            response.setStatusCode(reply.status());
        }
        MultiMap headers = response.headers();
        headers.add(HeaderNames.SERVER, HeaderNames.HEATSHIELD);
        headers.add(HeaderNames.DATE, date.now());
        headers.add(HeaderNames.CONTENT_TYPE, contentType(reply));
        headers.add(HeaderNames.CONTENT_LENGTH, reply.payload().length());
        headers.add(HeaderNames.REQUEST_ID, requestId(reply));
        headers.add(HeaderNames.CRC32, reply.payload().crc32());
        headers.add(HeaderNames.CACHE, cacheValue(reply));
        String partial = reply.partial();
        if (partial != null) {
            headers.add(HeaderNames.PARTIAL, partial);
        }
    }

    /** Sets the headers that answers of the item API have too: no checksum, since nobody looks for one there. */
    void identify(MultiMap headers, CacheStatus cache) {
        headers.add(HeaderNames.SERVER, HeaderNames.HEATSHIELD);
        headers.add(HeaderNames.DATE, date.now());
        headers.add(HeaderNames.REQUEST_ID, ids.next());
        AsciiString value = CACHE_VALUES.get(cache);
        headers.add(HeaderNames.CACHE, value != null ? value : cache.headerValue());
    }

    /**
     * The whole answer as bytes, and the word that the connection ends. For requests that are no HTTP, to which the
     * server's own response object would not survive.
     */
    ByteBuf lastWords(Reply reply) {
        StringBuilder head = new StringBuilder(512);
        head.append("HTTP/1.1 ").append(reply.status()).append(' ').append("Bad Request\r\n");
        line(head, HeaderNames.SERVER, HeaderNames.HEATSHIELD);
        line(head, HeaderNames.DATE, date.now());
        line(head, HeaderNames.CONTENT_TYPE, contentType(reply));
        line(head, HeaderNames.CONTENT_LENGTH, reply.payload().length());
        line(head, HeaderNames.REQUEST_ID, requestId(reply));
        line(head, HeaderNames.CRC32, reply.payload().crc32());
        line(head, HeaderNames.CACHE, cacheValue(reply));
        line(head, HeaderNames.CONNECTION, HeaderNames.CLOSE);
        ByteBuf bytes = Unpooled.buffer(head.length() + 256);
        ByteBufUtil.writeAscii(bytes, head.append("\r\n"));
        return bytes.writeBytes(
                ((BufferInternal) reply.payload().body()).getByteBuf().duplicate());
    }

    private static void line(StringBuilder head, CharSequence name, CharSequence value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }

    private CharSequence requestId(Reply reply) {
        String origins = reply.requestId();
        return origins != null && RequestIds.presentable(origins) ? origins : ids.next();
    }

    /** The origin's type is passed on only if it can be one: it becomes a header. */
    private static CharSequence contentType(Reply reply) {
        CharSequence type = reply.contentType();
        if (AsciiString.contentEquals(JSON_1_0, type)) {
            return JSON_1_0;
        }
        for (int at = 0; at < type.length(); at++) {
            char c = type.charAt(at);
            if (c < ' ' || c >= 0x7f) {
                return JSON_1_0;
            }
        }
        return type;
    }
}
