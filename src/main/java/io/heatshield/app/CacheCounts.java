package io.heatshield.app;

import io.heatshield.cache.CacheObserver;
import io.heatshield.metrics.CacheMeters;

/** Counts what the cache does behind its answers. */
final class CacheCounts implements CacheObserver {
    private final CacheMeters meters;

    CacheCounts(CacheMeters meters) {
        this.meters = meters;
    }

    @Override
    public void loadEnded(String table, LoadEnd end, long nanos) {
        meters.loaded(table, end != LoadEnd.REFUSED, nanos);
    }
}
