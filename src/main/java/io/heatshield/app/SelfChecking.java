package io.heatshield.app;

import io.heatshield.app.Lifecycle.Part;
import io.heatshield.cache.TieredCache;
import io.heatshield.config.HeatshieldConfig;
import io.heatshield.config.SelfCheckConfig;
import io.heatshield.metrics.Meters;
import io.heatshield.metrics.SelfCheckMeters;
import io.heatshield.origin.Origin;
import io.heatshield.origin.TableCatalog;
import io.heatshield.service.SelfCheck;
import io.heatshield.service.SelfCheckSettings;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The self-check as a part of the whole, on a Vert.x context of its own. */
final class SelfChecking {
    private static final long TICK_MILLIS = 250;

    private final Context context;
    private final SelfCheck check;
    private long timer = -1;

    private SelfChecking(Context context, SelfCheck check) {
        this.context = context;
        this.check = check;
    }

    /** The part, or null if nothing is to be checked. */
    static @Nullable Part of(
            HeatshieldConfig config,
            Vertx vertx,
            Meters meters,
            Origin origin,
            TableCatalog catalog,
            TieredCache cache) {
        SelfCheckConfig set = config.selfCheck();
        if (set.share().fraction() == 0) {
            return null;
        }
        SelfCheckMeters counts = meters.selfCheck();
        SelfCheck check = new SelfCheck(
                new SelfCheckSettings(set.share().fraction(), set.maxKeys(), set.readsPerSecond(), grace(config)),
                cache,
                origin,
                catalog,
                System::nanoTime,
                () -> ThreadLocalRandom.current().nextDouble(),
                (age, tier, result) -> counts.looked(age, tag(tier), tag(result)));
        counts.watch(check::size, set.maxKeys());
        cache.watchFences(check);
        SelfChecking checking = new SelfChecking(vertx.getOrCreateContext(), check);
        return new Part("self-check", checking::start, checking::stop);
    }

    /** A write that has shown at the origin is answered within the first two, and heard of within the others. */
    private static Duration grace(HeatshieldConfig config) {
        return config.origin()
                .connectTimeout()
                .plus(config.origin().answerTimeout())
                .plus(config.sharedTier().staleness())
                .plus(config.sharedTier().timeout());
    }

    private Future<Void> start() {
        context.runOnContext(there -> timer = context.owner().setPeriodic(TICK_MILLIS, due -> check.tick()));
        return Future.succeededFuture();
    }

    private Future<Void> stop() {
        Promise<Void> stopped = Promise.promise();
        context.runOnContext(there -> {
            context.owner().cancelTimer(timer);
            stopped.complete();
        });
        return stopped.future();
    }

    private static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
