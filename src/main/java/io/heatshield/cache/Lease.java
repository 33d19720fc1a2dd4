package io.heatshield.cache;

/** What the shared tier answers to a node that wants to load a key. */
public sealed interface Lease {
    /**
     * The value is there already; nothing needs loading.
     *
     * @param item the item
     * @param lifeNanos how much longer the shared tier will hold it
     */
    record Value(CachedItem item, long lifeNanos) implements Lease {}

    /**
     * The caller may load and fill.
     *
     * @param strong whether the load must be strongly consistent: the key was written within the settle window
     */
    record Granted(boolean strong) implements Lease {}

    /** A write is under way: load strongly, answer those who wait, and do not fill. */
    record Pending() implements Lease {}

    /**
     * Another holder loads this key.
     *
     * @param strong as in {@link Granted}, for the reader that gives up waiting
     */
    record Wait(boolean strong) implements Lease {}
}
