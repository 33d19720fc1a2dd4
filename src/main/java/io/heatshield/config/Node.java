package io.heatshield.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was written, before anything is made of it, with the place it was written at. */
sealed interface Node {
    /** Where this was written, such as {@code conf/heatshield.yaml line 12}; empty if nowhere. */
    String source();

    /** A single value; null where a key stands alone. */
    record Leaf(@Nullable String text, String source) implements Node {}

    /** A list. The places of its elements count from 0. */
    record Sequence(List<Node> elements, String source) implements Node {}

    /** A section. The map keeps the order of writing and is filled in while reading. */
    record Branch(Map<String, Node> children, String source) implements Node {
        static Branch empty() {
            return new Branch(new LinkedHashMap<>(), "");
        }

        /**
         * Writes one value over what is there. A value that stands where the path needs a section is left alone, so
         * that it is reported rather than lost.
         */
        void put(List<String> path, Leaf leaf) {
            Branch at = this;
            for (String key : path.subList(0, path.size() - 1)) {
                Node next = at.children.get(key);
                if (next == null || (next instanceof Leaf empty && empty.text() == null)) {
                    next = new Branch(new LinkedHashMap<>(), leaf.source());
                    at.children.put(key, next);
                }
                if (!(next instanceof Branch section)) {
                    return;
                }
                at = section;
            }
            at.children.put(path.get(path.size() - 1), leaf);
        }

        /** Where the setting of this path was written, or empty if it was not. */
        String sourceOf(List<String> path) {
            Node at = this;
            for (String key : path) {
                Node next = at instanceof Branch section ? section.children.get(key) : element(at, key);
                if (next == null) {
                    return "";
                }
                at = next;
            }
            return at.source();
        }

        private static @Nullable Node element(Node list, String place) {
            if (list instanceof Sequence sequence && place.matches("\\d{1,4}")) {
                int at = Integer.parseInt(place);
                return at < sequence.elements.size() ? sequence.elements.get(at) : null;
            }
            return null;
        }
    }
}
