package io.heatshield.service;

import io.heatshield.protocol.Reply;
import org.jspecify.annotations.Nullable;

/** Who counts what was answered. Called on the event loop that answers; must be quick and must not throw. */
@FunctionalInterface
public interface ServiceObserver {
    /** Nobody. */
    ServiceObserver NONE = (operation, table, cacheable, reply) -> {};

    /**
     * A request was answered.
     *
     * @param operation the bare name of the operation, known or not
     * @param table the table as the request names it, or null for none or several
     * @param cacheable whether it was a read that the tiers were asked for
     */
    void answered(String operation, @Nullable String table, boolean cacheable, Reply reply);

    /**
     * Another number of bulk loads runs at the origin than before, each with its table fenced.
     *
     * @param running how many
     */
    default void bulkLoads(int running) {}
}
