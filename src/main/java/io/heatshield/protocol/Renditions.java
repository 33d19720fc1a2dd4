package io.heatshield.protocol;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The renditions of one item, or of one answer, that have been made so far. Immutable. */
public final class Renditions {
    /** None yet. */
    public static final Renditions NONE = new Renditions(Map.of(), Map.of());

    /** What one weighs beside its bytes: two strings, a buffer, a record, its place. */
    private static final int OVERHEAD_BYTES = 240;

    /** Renditions of parts, at most; what is asked for beyond them is made each time. */
    private static final int MOST_PARTS = 8;

    private final Map<Rendition.Form, Rendition> whole;
    private final Map<Part, Rendition> parts;

    private record Part(Rendition.Form form, String fields) {}

    private Renditions(Map<Rendition.Form, Rendition> whole, Map<Part, Rendition> parts) {
        this.whole = whole;
        this.parts = parts;
    }

    /**
     * The rendition in this form, or null if it has not been made.
     *
     * @param fields what of the item, as the client said it; null for all
     */
    public @Nullable Rendition in(Rendition.Form form, @Nullable String fields) {
        return fields == null ? whole.get(form) : parts.get(new Part(form, fields));
    }

    /** These and one more; or these alone, if it is one of a part and there are as many of those as are kept. */
    public Renditions and(Rendition.Form form, @Nullable String fields, Rendition rendition) {
        if (fields == null) {
            Map<Rendition.Form, Rendition> more = new EnumMap<>(Rendition.Form.class);
            more.putAll(whole);
            more.put(form, rendition);
            return new Renditions(more, parts);
        }
        if (parts.size() >= MOST_PARTS) {
            return this;
        }
        Map<Part, Rendition> more = new HashMap<>(parts);
        more.put(new Part(form, fields), rendition);
        return new Renditions(whole, more);
    }

    /** What they weigh in memory. */
    public int weight() {
        int bytes = 0;
        for (Rendition rendition : whole.values()) {
            bytes += OVERHEAD_BYTES + rendition.body().length();
        }
        for (Map.Entry<Part, Rendition> part : parts.entrySet()) {
            int name = part.getKey().fields.length();
            bytes += OVERHEAD_BYTES + name + part.getValue().body().length();
        }
        return bytes;
    }
}
