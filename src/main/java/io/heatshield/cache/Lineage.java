package io.heatshield.cache;

import org.jspecify.annotations.Nullable;

/**
 * Of which generation an answer is: that of the items it was found among, and where those are a part of an index, that
 * of all of it. Checking it is two volatile reads.
 *
 * @param own the epoch of the items
 * @param ownGeneration its generation when the load began
 * @param whole the epoch of the whole index, or null
 * @param wholeGeneration its generation then
 */
record Lineage(Epoch own, long ownGeneration, @Nullable Epoch whole, long wholeGeneration) {
    static Lineage of(Epoch own, @Nullable Epoch whole) {
        return new Lineage(own, own.generation(), whole, whole == null ? 0 : whole.generation());
    }

    /** Whether nothing has changed the items since. */
    boolean current() {
        return own.generation() == ownGeneration && (whole == null || whole.generation() == wholeGeneration);
    }
}
