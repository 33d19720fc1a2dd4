package io.heatshield.cache;

import io.heatshield.protocol.ItemKey;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Coalescer, fence and local tier together, under threads that do as they please: before an origin that reads strongly,
 * a cached counter behaves as one counter. Every read and write takes effect at one instant between its call and its
 * return, which is what readers of an uncached item would see.
 */
public class CacheLinearizabilityTest {
    private static final Lifetimes LIFETIMES =
            Lifetimes.of(Duration.ofHours(1), Duration.ofHours(1), Duration.ZERO, Duration.ofHours(1));

    private final AtomicInteger origin = new AtomicInteger();
    private final ItemKey key = Keys.key("a");
    private final TieredCache cache = new TieredCache(
            new InProcessTier(() -> 1L, Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1), 100),
            new CacheSettings(1 << 20, 10_000, 1, 100, 100, 0, 0),
            () -> 1L,
            () -> 0.5,
            CacheObserver.NONE);

    /** Reads through the cache, as the read path does. */
    @Operation
    public int read() {
        Entry entry = cache.fresh(key);
        if (entry != null && entry.item() != null) {
            return value(entry.item());
        }
        Outcome outcome = cache.load(key, LIFETIMES, this::load)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return value(((Outcome.Served) outcome).item());
    }

    /** Refreshes ahead of time, which nobody may notice. */
    @Operation
    public void refresh() {
        cache.refresh(key, LIFETIMES, this::load);
    }

    /** Writes behind a fence, as the write path does. */
    @Operation
    public int increment() {
        Fence fence = cache.raise(List.of(new Scope.Item(key)));
        int written = origin.incrementAndGet();
        fence.end(Fence.Fate.APPLIED).toCompletionStage().toCompletableFuture().join();
        return written;
    }

    /** Drops the key, as an operator may. */
    @Operation
    public void purge() {
        cache.purge(new Scope.Item(key))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private Future<Loaded> load(boolean strong) {
        return Future.succeededFuture(new Loaded.Found(Keys.item(Integer.toString(origin.get()))));
    }

    private static int value(CachedItem item) {
        String text = Keys.text(item);
        return Integer.parseInt(text.substring(text.indexOf("\"S\":\"") + 5, text.indexOf("\"}}}")));
    }

    @Test
    void readsAndWrites_areLinearizable() {
        new StressOptions()
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .iterations(15)
                .invocationsPerIteration(1_000)
                .sequentialSpecification(Counter.class)
                .check(getClass());
    }

    /** What it must look like: a counter. */
    public static final class Counter {
        private int value;

        public int read() {
            return value;
        }

        public void refresh() {
            // Nobody notices.
        }

        public int increment() {
            return ++value;
        }

        public void purge() {
            // Nobody notices.
        }
    }
}
