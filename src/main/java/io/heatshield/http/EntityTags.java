package io.heatshield.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of {@code If-Match} or {@code If-None-Match} (RFC 9110, 13.1): any, or a list of entity tags.
 *
 * @param any whether it is {@code *}
 * @param tags the opaque tags, quotes included, without {@code W/}
 * @param weak which of them were said to be weak
 */
record EntityTags(boolean any, List<String> tags, List<Boolean> weak) {
    /** Reads the lines of the header; null if there are none. */
    static @Nullable EntityTags of(List<String> lines) {
        if (lines.isEmpty()) {
            return null;
        }
        String text = String.join(",", lines).trim();
        if (text.equals("*")) {
            return new EntityTags(true, List.of(), List.of());
        }
        List<String> tags = new ArrayList<>();
        List<Boolean> weak = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ',' || c == ' ' || c == '\t') {
                at++;
                continue;
            }
            boolean isWeak = text.startsWith("W/", at);
            int open = isWeak ? at + 2 : at;
            int close = open < text.length() && text.charAt(open) == '"' ? text.indexOf('"', open + 1) : -1;
            if (close < 0) {
                throw Problem.badRequest("bad-entity-tag", "If-Match, If-None-Match: expected * or quoted entity tags")
                        .refusal();
            }
            tags.add(text.substring(open, close + 1));
            weak.add(isWeak);
            at = close + 1;
        }
        return new EntityTags(false, tags, weak);
    }

    /** Whether one of them is this tag, by the weak comparison of RFC 9110 (8.8.3.2). */
    boolean weaklyMatch(CharSequence tag) {
        return any || tags.contains(tag.toString());
    }

    /** Whether one of them, and a strong one, is of a whole item with this content, in whatever form it was sent. */
    boolean matchContent(String digest) {
        for (int at = 0; at < tags.size(); at++) {
            if (!weak.get(at) && ItemForms.isOf(tags.get(at), digest)) {
                return true;
            }
        }
        return any;
    }
}
