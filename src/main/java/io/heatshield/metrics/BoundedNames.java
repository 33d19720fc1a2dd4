package io.heatshield.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Names that may become tags, first come first kept: a name first seen beyond the cap is {@link #OTHER} for ever.
 * Every distinct tag costs memory here and in whatever scrapes us, and tables and error shapes are named by others.
 * Safe for use from any thread.
 */
final class BoundedNames {
    static final String OTHER = "other";
    /** The tag of what concerns no table, or several. */
    static final String NONE = "none";

    private final int cap;
    private final Set<String> kept = ConcurrentHashMap.newKeySet();
    private final AtomicInteger size = new AtomicInteger();

    BoundedNames(int cap) {
        this.cap = cap;
    }

    /** The name itself if it has a tag of its own already, else {@link #OTHER}; {@link #NONE} for null. */
    String known(@Nullable String name) {
        if (name == null) {
            return NONE;
        }
        return kept.contains(name) ? name : OTHER;
    }

    /** As {@link #known}, but gives a new name a tag of its own while there are any left. */
    String admit(@Nullable String name) {
        if (name == null) {
            return NONE;
        }
        if (kept.contains(name)) {
            return name;
        }
        if (size.incrementAndGet() > cap) {
            size.decrementAndGet();
            return OTHER;
        }
        if (!kept.add(name)) {
            size.decrementAndGet();
        }
        return name;
    }
}
