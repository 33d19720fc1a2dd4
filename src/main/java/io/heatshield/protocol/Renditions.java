package io.heatshield.protocol;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The renditions of one item that have been made so far. Immutable. */
public final class Renditions {
    /** None yet. */
    public static final Renditions NONE = new Renditions(Map.of());

    /** What one weighs beside its bytes: two strings, a buffer, a record, its place. */
    private static final int OVERHEAD_BYTES = 240;

    private final Map<Rendition.Form, Rendition> made;

    private Renditions(Map<Rendition.Form, Rendition> made) {
        this.made = made;
    }

    /** The rendition in this form, or null if it has not been made. */
    public @Nullable Rendition in(Rendition.Form form) {
        return made.get(form);
    }

    /** These and one more. */
    public Renditions and(Rendition.Form form, Rendition rendition) {
        Map<Rendition.Form, Rendition> more = new EnumMap<>(Rendition.Form.class);
        more.putAll(made);
        more.put(form, rendition);
        return new Renditions(more);
    }

    /** What they weigh in memory. */
    public int weight() {
        int bytes = 0;
        for (Rendition rendition : made.values()) {
            bytes += OVERHEAD_BYTES + rendition.body().length();
        }
        return bytes;
    }
}
