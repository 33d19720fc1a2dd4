package io.heatshield.app;

import io.heatshield.cache.CacheObserver;
import io.heatshield.metrics.CacheMeters;
import io.heatshield.metrics.LoadResult;
import java.util.EnumMap;
import java.util.Map;

/** Counts what the cache does behind its answers. */
final class CacheCounts implements CacheObserver {
    private static final Map<LoadEnd, LoadResult> RESULTS = results();

    private final CacheMeters meters;

    CacheCounts(CacheMeters meters) {
        this.meters = meters;
    }

    @Override
    public void loadEnded(String table, LoadEnd end, long nanos) {
        meters.loaded(table, RESULTS.getOrDefault(end, LoadResult.REFUSED), nanos);
    }

    @Override
    public void refreshBegun(String table) {
        meters.refreshBegun(table);
    }

    @Override
    public void shed(String table) {
        meters.shed(table);
    }

    @Override
    public void unfenced(String table) {
        meters.unfenced(table);
    }

    private static Map<LoadEnd, LoadResult> results() {
        Map<LoadEnd, LoadResult> results = new EnumMap<>(LoadEnd.class);
        for (LoadEnd end : LoadEnd.values()) {
            results.put(end, LoadResult.valueOf(end.name()));
        }
        return results;
    }
}
