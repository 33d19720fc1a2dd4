package io.heatshield.service;

import io.heatshield.protocol.ReplySink;
import io.heatshield.protocol.WireRequest;

/** What stands behind the listeners: the one way in, for every face. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Answers a request. Must be called on an event loop; never blocks and never throws.
     *
     * @param sink gets the answer exactly once, perhaps before this method returns
     */
    void handle(WireRequest request, ReplySink sink);
}
