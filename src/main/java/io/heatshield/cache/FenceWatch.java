package io.heatshield.cache;

/**
 * Told of every fence that this process raises or hears of. Called on whatever thread it happens, on the way of a
 * write; must be quick and must not throw.
 */
public interface FenceWatch {
    /** Nobody. */
    FenceWatch NONE = new FenceWatch() {};

    /** A write of this scope is under way, here or on another node, or was made past both. */
    default void began(Scope scope) {}

    /**
     * A write of this scope may have changed it, and is over; or it is another node's, of which no more than its
     * beginning is heard.
     */
    default void ended(Scope scope) {}
}
