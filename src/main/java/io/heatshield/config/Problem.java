package io.heatshield.config;

import java.util.List;

/**
 * One thing wrong with the configuration.
 *
 * @param path the setting, such as {@code cache.item-ttl}; within a record's own checks, relative to the record
 * @param source where the value came from, such as {@code conf/heatshield.yaml line 12}, or empty
 * @param text what is wrong and what would be accepted; never holds a secret
 * @param involved the other settings that the check looked at
 */
public record Problem(String path, String source, String text, List<String> involved) {
    /** A problem of one setting alone. */
    static Problem of(String path, String source, String text) {
        return new Problem(path, source, text, List.of());
    }

    /** The problem seen from the record that holds the one it was found in. */
    Problem under(String prefix) {
        return new Problem(
                prefix + "." + path,
                source,
                text,
                involved.stream().map(each -> prefix + "." + each).toList());
    }

    /** The problem with the place its value came from. */
    Problem from(String place) {
        return new Problem(path, place, text, involved);
    }

    @Override
    public String toString() {
        return path + (source.isEmpty() ? "" : " (" + source + ")") + ": " + text;
    }
}
