package io.heatshield.service;

import io.heatshield.cache.Entry;
import io.heatshield.protocol.CacheKey;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.Renditions;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.WireRequest;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Items one by one, by the same tiers, flights and fences as GetItem. Must be called on an event loop. */
public interface ItemSource {
    /** Where an item goes. Called exactly once a read, like {@link io.heatshield.protocol.ReplySink}. */
    @FunctionalInterface
    interface Sink {
        /** Takes the item. */
        void take(ItemAnswer answer);
    }

    /** What is known of a table right now, without asking; null if nothing is. */
    @Nullable
    TableDescription known(String table);

    /** What the origin says of a table; null in the future if it will not say. The future never fails. */
    Future<@Nullable TableDescription> describe(String table);

    /**
     * Reads a whole item. A hit in the local tier is answered before this method returns.
     *
     * @param call without a projection
     */
    void read(Call.GetItem call, TableDescription table, Sink sink);

    /**
     * Answers a Query of a table as Query is answered: the item of what comes of it is the whole answer.
     *
     * @param request the same as JSON
     */
    void query(Call.Search call, WireRequest request, TableDescription table, Sink sink);

    /** Keeps the renditions beside the entry, if that is still there. */
    void keep(CacheKey key, Entry entry, Renditions made);
}
