package io.heatshield.app;

import io.heatshield.cache.CacheSettings;
import io.heatshield.cache.InProcessTier;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.SharedTier;
import io.heatshield.cache.TieredCache;
import io.heatshield.cache.redis.RedisSettings;
import io.heatshield.cache.redis.RedisTier;
import io.heatshield.config.CacheConfig;
import io.heatshield.config.Coherence;
import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.Names;
import io.heatshield.config.OriginConfig;
import io.heatshield.config.Secret;
import io.heatshield.config.SharedTierConfig;
import io.heatshield.config.TableConfig;
import io.heatshield.metrics.CacheMeters;
import io.heatshield.metrics.Meters;
import io.heatshield.service.AnswerPolicy;
import io.heatshield.service.TablePolicies;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tiers that the configuration asks for, and the rules of what they keep.
 *
 * @param cache what is asked
 * @param shared what it shares with other nodes, not connected yet; null if it shares nothing
 */
record Tiers(TieredCache cache, @Nullable RedisTier shared) {
    /** A lease, a write under way or a settle window each take one; beyond it a fill is refused, never a wrong one let in. */
    private static final int MOST_CONTROLS = 100_000;

    /** The least share of its longest time that a command gets: below, a busy moment would be taken for a failure. */
    private static final int LEAST_SHARE = 2;

    /** Tiers with nothing in them. */
    static Tiers build(HeatshieldConfig config, Vertx vertx, String node, LongSupplier nanos, Meters meters) {
        InProcessTier control = control(config, nanos, meters.cache());
        RedisTier shared = shared(config, vertx, node, control, nanos, meters);
        return new Tiers(cache(config, nanos, meters.cache(), shared == null ? control : shared), shared);
    }

    private static TieredCache cache(HeatshieldConfig config, LongSupplier nanos, CacheMeters meters, SharedTier tier) {
        CacheConfig cache = config.cache();
        boolean shared = config.sharedTier().redis() != null;
        CacheSettings settings = new CacheSettings(
                localBytes(config, Runtime.getRuntime().maxMemory()),
                (int) cache.maxItemBytes().bytes(),
                cache.oversizeMemory().toNanos(),
                cache.maxWaiters(),
                cache.maxFlights(),
                cache.jitter().fraction(),
                cache.earlyRefresh(),
                shared ? cache.local().ttl().toNanos() : Long.MAX_VALUE,
                shared ? config.sharedTier().staleness().toNanos() : Long.MAX_VALUE);
        return new TieredCache(
                tier, settings, nanos, () -> ThreadLocalRandom.current().nextDouble(), new CacheCounts(meters));
    }

    /** The rules of leases and fences inside this process. */
    private static InProcessTier control(HeatshieldConfig config, LongSupplier nanos, CacheMeters meters) {
        InProcessTier control = new InProcessTier(
                nanos,
                longestLoad(config.origin()),
                config.cache().settleWindow(),
                config.cache().pendingHold(),
                MOST_CONTROLS);
        meters.controls(control::size, MOST_CONTROLS, control::evictions);
        return control;
    }

    /** The shared tier that is configured, or null; not connected yet. */
    private static @Nullable RedisTier shared(
            HeatshieldConfig config,
            Vertx vertx,
            String node,
            InProcessTier control,
            LongSupplier nanos,
            Meters meters) {
        SharedTierConfig shared = config.sharedTier();
        Secret url = shared.redis();
        if (url == null) {
            return null;
        }
        Secret password = shared.password();
        RedisSettings settings = new RedisSettings(
                url.value(),
                shared.username(),
                password == null ? passwordIn(shared.passwordFile()) : password.value(),
                certificatesIn(shared.caFile()),
                shared.prefix(),
                node,
                shared.timeout().dividedBy(LEAST_SHARE),
                shared.timeout(),
                shared.staleness(),
                longestLoad(config.origin()),
                config.cache().settleWindow(),
                hold(config),
                shared.leaseWait(),
                (int) shared.compressAbove().bytes(),
                shared.waitReplicas(),
                shared.replicaWait());
        try {
            RedisTier tier = RedisTier.of(vertx, settings, control, nanos, new SharedTierCounts(meters.sharedTier()));
            meters.sharedTier().watch(() -> tier.barrierAgeNanos() / 1e9, tier::pendingRepairs, tier::openBreakers);
            meters.sharedTier().watchReplicas(tier::waitingForReplicas, tier::unreplicated);
            return tier;
        } catch (IllegalArgumentException notShown) {
            // Its message quotes the URL, and with it the password.
            throw new StartException("shared-tier.redis: " + shared.shown()
                    + " cannot be understood; in a URL, user and password want their special signs percent-encoded");
        }
    }

    /**
     * A node that dies between a write and the end of its fence leaves the mark of the beginning alone: it must outlast
     * the write, and the time in which eventually consistent reads may not see it.
     */
    private static Duration hold(HeatshieldConfig config) {
        OriginConfig origin = config.origin();
        Duration write = origin.queueTimeout().plus(origin.connectTimeout()).plus(origin.answerTimeout());
        Duration least = config.cache().settleWindow().plus(write).plusSeconds(1);
        Duration set = config.cache().pendingHold();
        return set.compareTo(least) < 0 ? least : set;
    }

    private static @Nullable String passwordIn(@Nullable String file) {
        try {
            return file == null ? null : Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new StartException("shared-tier.password-file: " + file + " cannot be read");
        }
    }

    /** The file, if certificates can be read from it: better now than with each attempt to connect. */
    private static @Nullable Path certificatesIn(@Nullable String file) {
        if (file == null) {
            return null;
        }
        Path path = Path.of(file);
        try (InputStream in = Files.newInputStream(path)) {
            if (CertificateFactory.getInstance("X.509").generateCertificates(in).isEmpty()) {
                throw new CertificateException("none");
            }
            return path;
        } catch (IOException e) {
            throw new StartException("shared-tier.ca-file: " + file + " cannot be read");
        } catch (CertificateException e) {
            throw new StartException("shared-tier.ca-file: " + file + " holds no certificates in PEM form");
        }
    }

    /**
     * What the local tier may take: what is configured, but no more than half of the heap. More could never be held
     * beside the requests under way, and the process would end for want of memory once the tier had filled.
     */
    static long localBytes(HeatshieldConfig config, long heapBytes) {
        return Math.min(config.cache().local().maxBytes().bytes(), heapBytes / 2);
    }

    /** How long the items of each table are kept, and the answers about them. */
    static TablePolicies policies(HeatshieldConfig config) {
        Map<String, Lifetimes> overrides = new HashMap<>();
        Map<String, AnswerPolicy> answers = new HashMap<>();
        Set<String> uncached = new HashSet<>();
        config.tables().forEach((name, table) -> {
            io.heatshield.config.Lifetimes lifetimes = config.lifetimesOf(name);
            if (lifetimes.cached()) {
                overrides.put(name, nanos(config, lifetimes, config.coherenceOf(name)));
                answers.put(name, answers(config, name, table));
            } else {
                uncached.add(name);
            }
        });
        return new TablePolicies(
                nanos(config, config.cache().lifetimes(), config.coherence()),
                Map.copyOf(overrides),
                Set.copyOf(uncached),
                AnswerPolicy.ofTables(results(config, config.cache().resultTtl(), config.coherence())),
                Map.copyOf(answers));
    }

    private static AnswerPolicy answers(HeatshieldConfig config, String name, TableConfig table) {
        Duration own = table.resultTtl();
        Lifetimes lifetimes = results(config, own == null ? config.cache().resultTtl() : own, config.coherenceOf(name));
        return new AnswerPolicy(
                lifetimes, table.scans(), table.warmItems(), names(table.exactIndexes()), names(table.timedIndexes()));
    }

    private static Set<String> names(@Nullable Names names) {
        return names == null ? Set.of() : Set.copyOf(names.list());
    }

    /** How long answers to queries are kept, or null for not at all. */
    private static @Nullable Lifetimes results(HeatshieldConfig config, Duration soft, Coherence coherence) {
        return soft.isZero()
                ? null
                : nanos(
                        config,
                        new io.heatshield.config.Lifetimes(
                                true,
                                soft,
                                soft.plus(soft.dividedBy(4)),
                                Duration.ZERO,
                                config.cache().staleWhileDown()),
                        coherence);
    }

    private static Lifetimes nanos(
            HeatshieldConfig config, io.heatshield.config.Lifetimes lifetimes, Coherence coherence) {
        return Lifetimes.of(
                lifetimes.softTtl(),
                lifetimes.hardTtl(),
                lifetimes.staleWhileDown(),
                lifetimes.negativeTtl(),
                coherence == Coherence.STRICT
                        ? Duration.ZERO
                        : config.sharedTier().staleness());
    }

    /** The wait for a turn, and two attempts: a load that still runs after that has lost its right to fill. */
    private static Duration longestLoad(OriginConfig origin) {
        Duration attempt = origin.connectTimeout().plus(origin.answerTimeout());
        return origin.queueTimeout().plus(attempt.multipliedBy(2)).plusSeconds(1);
    }
}
