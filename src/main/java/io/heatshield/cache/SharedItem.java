package io.heatshield.cache;

/**
 * An item as nodes share it: with what is left of its ages, and what loading it cost, so that every node refreshes it
 * at the right time.
 *
 * @param item the item
 * @param left what is left of its ages
 * @param costNanos how long its load took
 */
public record SharedItem(CachedItem item, Ages left, long costNanos) {
    /** The same, but dead no later than this. */
    public SharedItem within(long nanos) {
        return left.dead() <= nanos
                ? this
                : new SharedItem(
                        item, new Ages(Math.min(left.soft(), nanos), Math.min(left.hard(), nanos), nanos), costNanos);
    }
}
