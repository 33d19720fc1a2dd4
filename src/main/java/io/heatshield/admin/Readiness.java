package io.heatshield.admin;

import org.jspecify.annotations.Nullable;

/** Whether this node should be sent requests. */
@FunctionalInterface
public interface Readiness {
    /**
     * Why not, in words for an operator, or null if it should. Called on an event loop: returns at once.
     */
    @Nullable
    String hindrance();
}
