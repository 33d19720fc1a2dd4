package io.heatshield.cache;

import io.vertx.core.Future;

/** Reads one item from where it comes from. */
@FunctionalInterface
public interface Loader {
    /**
     * Reads the item. Called at most once a loader, on the thread that opened the flight or one that the shared tier
     * answered on; never throws, and the future need not be on any particular context.
     *
     * @param strong whether the read must be strongly consistent
     */
    Future<Loaded> load(boolean strong);

    /**
     * Told that the load is somebody else's, or was not needed: it is not to be waited for by loads that would go
     * together with it. It may be told more than once, after a load too, and a load may still follow: when it stands
     * behind another. Called on any thread; must be quick and must not throw.
     */
    default void spared() {}
}
