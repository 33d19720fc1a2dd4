package io.heatshield.protocol;

import io.netty.util.AsciiString;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.zip.CRC32;

/**
 * Bytes ready to be sent, with what the wire wants to know of them. The buffer is written as it is, any number of
 * times and from any thread; nobody may change it.
 *
 * @param body the exact bytes
 * @param crc32 {@code x-amz-crc32}: the unsigned CRC-32 of the body, in decimal
 * @param length {@code content-length}, in decimal
 */
public record Payload(Buffer body, AsciiString crc32, AsciiString length) {
    /** No bytes at all. */
    public static final Payload EMPTY = of(Buffer.buffer(0));

    /** The payload of these bytes. Computes the checksum, about a nanosecond per byte or less. */
    public static Payload of(Buffer body) {
        CRC32 crc = new CRC32();
        crc.update(((BufferInternal) body).getByteBuf().nioBuffer());
        return new Payload(
                body, new AsciiString(Long.toString(crc.getValue())), new AsciiString(Integer.toString(body.length())));
    }
}
