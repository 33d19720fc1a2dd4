package io.heatshield.app;

import io.heatshield.cache.CacheSettings;
import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.TieredCache;
import io.heatshield.config.CacheConfig;
import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.OriginConfig;
import io.heatshield.metrics.CacheMeters;
import io.heatshield.service.TablePolicies;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/** Builds the tiers that the configuration asks for, and the rules of what they keep. */
final class Tiers {
    /** A lease, a write under way or a settle window each take one; beyond it a fill is refused, never a wrong one let in. */
    private static final int MOST_CONTROLS = 100_000;

    private Tiers() {}

    /** A cache with nothing in it. */
    static TieredCache build(HeatshieldConfig config, LongSupplier nanos, CacheMeters meters) {
        CacheConfig cache = config.cache();
        InProcessTier control = new InProcessTier(
                nanos, longestLoad(config.origin()), cache.settleWindow(), cache.pendingHold(), MOST_CONTROLS);
        meters.controls(control::size, MOST_CONTROLS, control::evictions);
        CacheSettings settings = new CacheSettings(
                localBytes(config, Runtime.getRuntime().maxMemory()),
                (int) cache.maxItemBytes().bytes(),
                cache.oversizeMemory().toNanos(),
                cache.maxWaiters(),
                cache.maxFlights(),
                cache.jitter().fraction(),
                cache.earlyRefresh());
        return new TieredCache(
                control, settings, nanos, () -> ThreadLocalRandom.current().nextDouble(), new CacheCounts(meters));
    }

    /**
     * What the local tier may take: what is configured, but no more than half of the heap. More could never be held
     * beside the requests under way, and the process would end for want of memory once the tier had filled.
     */
    static long localBytes(HeatshieldConfig config, long heapBytes) {
        return Math.min(config.cache().local().maxBytes().bytes(), heapBytes / 2);
    }

    /** How long the items of each table are kept. */
    static TablePolicies policies(HeatshieldConfig config) {
        Map<String, Lifetimes> overrides = new HashMap<>();
        Set<String> uncached = new HashSet<>();
        config.tables().keySet().forEach(table -> {
            io.heatshield.config.Lifetimes lifetimes = config.lifetimesOf(table);
            if (lifetimes.cached()) {
                overrides.put(table, nanos(lifetimes));
            } else {
                uncached.add(table);
            }
        });
        return new TablePolicies(nanos(config.cache().lifetimes()), Map.copyOf(overrides), Set.copyOf(uncached));
    }

    private static Lifetimes nanos(io.heatshield.config.Lifetimes lifetimes) {
        return Lifetimes.of(
                lifetimes.softTtl(), lifetimes.hardTtl(), lifetimes.staleWhileDown(), lifetimes.negativeTtl());
    }

    /** The wait for a turn, and two attempts: a load that still runs after that has lost its right to fill. */
    private static Duration longestLoad(OriginConfig origin) {
        Duration attempt = origin.connectTimeout().plus(origin.answerTimeout());
        return origin.queueTimeout().plus(attempt.multipliedBy(2)).plusSeconds(1);
    }
}
