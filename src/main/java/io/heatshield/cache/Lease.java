package io.heatshield.cache;

import org.jspecify.annotations.Nullable;

/** What the shared tier answers to a node that wants to load a key. */
public sealed interface Lease {
    /**
     * The value is there already; nothing needs loading.
     *
     * @param shared the item; its hard age is not over
     */
    record Value(SharedItem shared) implements Lease {}

    /**
     * The caller may load and fill.
     *
     * @param strong whether the load must be strongly consistent: the key was written within the settle window
     * @param stale a value past its hard age, for when the load fails; or null
     */
    record Granted(boolean strong, @Nullable SharedItem stale) implements Lease {
        /** A lease on a key of which nothing is there. */
        public Granted(boolean strong) {
            this(strong, null);
        }
    }

    /**
     * The shared tier cannot be asked: the caller may load, and keep what it loads in the local tier alone.
     *
     * @param strong as in {@link Granted}
     */
    record Alone(boolean strong) implements Lease {}

    /** A write is under way: load strongly, answer those who wait, and do not fill. */
    record Pending() implements Lease {}

    /**
     * Another holder loads this key.
     *
     * @param strong as in {@link Granted}, for the reader that gives up waiting
     */
    record Wait(boolean strong) implements Lease {}
}
