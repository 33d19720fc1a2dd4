package io.heatshield.origin;

import io.heatshield.protocol.TableDescription;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** What is known of the origin's tables. Safe for use from any thread. */
public interface TableCatalog {
    /**
     * What is known of a table right now, without asking: a look-up in memory, fit for the hit path.
     *
     * @param nameOrArn as a request names it
     * @return null if nothing is known yet
     */
    @Nullable
    TableDescription known(String nameOrArn);

    /**
     * What the origin says of a table, asked once however many ask at once.
     *
     * @return null in the future if the origin will not say (no such table, no permission, origin down); asking again
     *     soon is cheap, since a refusal is remembered briefly. The future never fails.
     */
    Future<@Nullable TableDescription> describe(String nameOrArn);

    /** Forgets a table under all its names, since it may have changed. */
    void forget(String nameOrArn);
}
