package io.heatshield.http;

import io.vertx.core.buffer.Buffer;

/** A first look at a body, before anything is parsed. */
final class JsonShape {
    private JsonShape() {}

    /**
     * Whether the bytes can be a JSON object: braces around, white space aside. Not {@code null}, {@code []} or text,
     * which the service refuses and which some implementations of it do not survive. Whether what is inside is JSON
     * is for whoever reads it to say.
     */
    static boolean isObject(Buffer json) {
        int from = 0;
        int to = json.length() - 1;
        while (from < to && isSpace(json.getByte(from))) {
            from++;
        }
        while (to > from && isSpace(json.getByte(to))) {
            to--;
        }
        return from < to && json.getByte(from) == '{' && json.getByte(to) == '}';
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
