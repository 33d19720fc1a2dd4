package io.heatshield.admin;

import io.vertx.core.Future;

/** Drops what is cached, on every node. Safe for use from any thread. */
@FunctionalInterface
public interface Invalidator {
    /**
     * Carries out a request.
     *
     * @param json what to drop, as an operator wrote it
     * @param by who asks, for the log
     * @return what was dropped, in words. Fails with an {@link IllegalArgumentException} that says what is wrong with the
     *     request, in which case nothing was dropped; and with any other exception if this node dropped it and the others
     *     could not be told yet
     */
    Future<String> invalidate(String json, String by);
}
