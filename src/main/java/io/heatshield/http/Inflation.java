package io.heatshield.http;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Takes the compression off a request body. The cap holds for the inflated length, and the budget for what inflating
 * takes, so that a body that inflates a thousandfold costs no more than any other.
 */
final class Inflation {
    /** The codings that the service takes in a {@code Content-Encoding}. */
    enum Coding {
        IDENTITY,
        GZIP,
        DEFLATE,
        UNKNOWN;

        static Coding of(String header) {
            return switch (header.trim().toLowerCase(Locale.ROOT)) {
                case "", "identity" -> IDENTITY;
                case "gzip", "x-gzip" -> GZIP;
                case "deflate" -> DEFLATE;
                default -> UNKNOWN;
            };
        }
    }

    private static final int STEP = 64 << 10;

    private final int cap;
    private final BodyBudget budget;

    Inflation(int cap, BodyBudget budget) {
        this.cap = cap;
        this.budget = budget;
    }

    /** What became of a body. */
    sealed interface Result {
        /** The inflated bytes, and what they took from the budget. */
        record Inflated(Buffer body, long taken) implements Result {}

        /** It inflates to more than a body may have, or there was no room for it. */
        record Refused(BodyCollector.Verdict why) implements Result {}

        /** It is not what its header says. */
        record Broken() implements Result {}
    }

    /** Inflates a body. Takes up to some 100 ms for the largest: not for an event loop. */
    Result inflate(Coding coding, byte[] compressed) {
        long taken = 0;
        byte[] out = new byte[0];
        int length = 0;
        try (InputStream in = open(coding, compressed)) {
            while (true) {
                if (length == out.length) {
                    int wanted = (int) Math.min(cap + 1L, Math.max(STEP, 2L * length));
                    if (wanted == length) {
                        budget.giveBack(taken);
                        return new Result.Refused(BodyCollector.Verdict.TOO_LARGE);
                    }
                    if (!budget.take(wanted - taken)) {
                        budget.giveBack(taken);
                        return new Result.Refused(BodyCollector.Verdict.NO_ROOM);
                    }
                    taken = wanted;
                    out = Arrays.copyOf(out, wanted);
                }
                int read = in.read(out, length, out.length - length);
                if (read < 0) {
                    return new Result.Inflated(BufferInternal.buffer(Unpooled.wrappedBuffer(out, 0, length)), taken);
                }
                length += read;
            }
        } catch (IOException e) {
            budget.giveBack(taken);
            return new Result.Broken();
        }
    }

    private static InputStream open(Coding coding, byte[] compressed) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(compressed);
        if (coding == Coding.GZIP) {
            return new GZIPInputStream(in, 8192);
        }
        return new OwnedInflater(in, new Inflater(!hasZlibHeader(compressed)));
    }

    /** "deflate" means the zlib format (RFC 9110, 8.4.1.2), yet some clients send the bare stream. */
    private static boolean hasZlibHeader(byte[] bytes) {
        return bytes.length >= 2 && (bytes[0] & 0x0f) == 8 && (((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff)) % 31 == 0;
    }

    /** Frees the inflater's native memory on close, which the base class does only for inflaters of its own. */
    private static final class OwnedInflater extends InflaterInputStream {
        OwnedInflater(InputStream in, Inflater inflater) {
            super(in, inflater, 8192);
        }

        @Override
        public void close() throws IOException {
            super.close();
            inf.end();
        }
    }
}
