package io.heatshield.origin;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads what kind of error an error body reports, without parsing it whole: the type stands at its beginning. */
final class ErrorShape {
    private static final int LOOK_AT = 512;
    private static final String MEMBER = "\"__type\"";

    private ErrorShape() {}

    /** The bare shape name, such as {@code ThrottlingException}, or null if the body does not begin with one. */
    static @Nullable String of(OriginReply reply) {
        Buffer body = reply.payload().body();
        String head = body.getString(0, Math.min(LOOK_AT, body.length()), StandardCharsets.ISO_8859_1.name());
        int member = head.indexOf(MEMBER);
        if (member < 0) {
            return null;
        }
        int from = head.indexOf('"', member + MEMBER.length());
        int to = from < 0 ? -1 : head.indexOf('"', from + 1);
        if (to < 0) {
            return null;
        }
        return head.substring(Math.max(from, head.lastIndexOf('#', to)) + 1, to);
    }
}
