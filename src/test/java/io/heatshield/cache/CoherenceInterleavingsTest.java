package io.heatshield.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.protocol.ItemKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Writes racing with loads, refreshes and reads in every order that a seeded scheduler comes upon, in front of an
 * origin whose eventually consistent reads lag. The promise under test: once a write was acknowledged, no read that
 * begins later on this node gets an older value. Each rule of the protocol, switched off, must break it; otherwise the
 * test would prove nothing.
 */
final class CoherenceInterleavingsTest {
    private static final int RUNS = 4_000;
    private static final Lifetimes LIFETIMES =
            Lifetimes.of(Duration.ofSeconds(60), Duration.ofSeconds(75), Duration.ofMinutes(5), Duration.ofSeconds(5));
    private static final Duration LAG = Duration.ofSeconds(1);

    /** A safety rule to switch off. */
    private enum Without {
        STRONG_LOADS,
        ANY_FENCE,
        THE_INVALIDATION_HERE
    }

    @Test
    void reads_neverGetWhatIsOlderThanAnAcknowledgedWrite() {
        for (int seed = 0; seed < RUNS; seed++) {
            String violation = new Run(seed, null, false).violation();
            assertThat(violation).as("seed %d", seed).isNull();
        }
    }

    @Test
    void endOfTheFenceLost_theBeginningAloneIsEnough() {
        for (int seed = 0; seed < RUNS; seed++) {
            String violation = new Run(seed, null, true).violation();
            assertThat(violation).as("seed %d", seed).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachRuleSwitchedOff_isFoundOut(Without rule) {
        boolean found = false;
        for (int seed = 0; seed < RUNS && !found; seed++) {
            found = new Run(seed, rule, false).violation() != null;
        }
        assertThat(found).as("a violation without %s", rule).isTrue();
    }

    /** One history of one key. */
    private static final class Run {
        private final Random random;
        private final @Nullable Without without;
        private final boolean endLost;
        private final TestClock clock = new TestClock();
        private final SharedTier tier;
        private final TieredCache cache;
        private final ItemKey key = Keys.key("a");
        private final List<BooleanSupplier> steps = new ArrayList<>();

        /** Versions in the order applied, with the time of each. */
        private final List<Long> appliedAt = new ArrayList<>();

        private int acknowledged;
        private @Nullable String violation;

        Run(int seed, @Nullable Without without, boolean endLost) {
            this.random = new Random(seed);
            this.without = without;
            this.endLost = endLost;
            this.appliedAt.add(clock.getAsLong() - Duration.ofMinutes(1).toNanos());
            this.tier =
                    new InProcessTier(clock, Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofSeconds(10), 100);
            this.cache = new TieredCache(
                    tier,
                    new CacheSettings(1 << 20, 10_000, 1, 100, 100, 0.1, 1.0),
                    clock,
                    random::nextDouble,
                    CacheObserver.NONE);
        }

        @Nullable
        String violation() {
            int writes = 1 + random.nextInt(3);
            for (int i = 0; i < writes; i++) {
                steps.add(writer());
            }
            for (int i = 0; i < 12; i++) {
                steps.add(this::read);
            }
            while (!steps.isEmpty() && violation == null) {
                int next = random.nextInt(steps.size());
                if (!steps.get(next).getAsBoolean()) {
                    steps.remove(next);
                }
                clock.advance(Duration.ofMillis(random.nextInt(300)));
            }
            return violation;
        }

        /** Raise, apply, end: three steps, with whatever the scheduler puts in between. */
        private BooleanSupplier writer() {
            boolean fails = random.nextInt(5) == 0;
            Fence[] fence = new Fence[1];
            int[] stage = new int[1];
            int[] version = new int[1];
            return () -> {
                switch (stage[0]++) {
                    case 0 -> {
                        if (without == null || without == Without.STRONG_LOADS) {
                            fence[0] = cache.raise(List.of(new Scope.Item(key)));
                        } else if (without == Without.THE_INVALIDATION_HERE) {
                            assertThat(tier.begin(new Scope.Item(key), 99, false)
                                            .succeeded())
                                    .isTrue();
                        }
                    }
                    case 1 -> {
                        if (!fails) {
                            version[0] = appliedAt.size();
                            appliedAt.add(clock.getAsLong());
                        }
                    }
                    default -> {
                        end(fence[0], fails);
                        acknowledged = Math.max(acknowledged, version[0]);
                        return false;
                    }
                }
                return true;
            };
        }

        private void end(@Nullable Fence fence, boolean fails) {
            if (fence != null && !endLost) {
                Fence.Fate fate = fails ? Fence.Fate.NOT_APPLIED : Fence.Fate.APPLIED;
                assertThat(fence.end(fate).succeeded()).isTrue();
            }
        }

        private boolean read() {
            int floor = acknowledged;
            Entry entry = cache.fresh(key);
            if (entry != null) {
                CachedItem item = entry.item();
                assertThat(item).isNotNull();
                check(floor, item);
                if (random.nextInt(3) == 0) {
                    cache.refresh(key, LIFETIMES, this::load);
                }
                return false;
            }
            Future<Outcome> outcome = cache.load(key, LIFETIMES, this::load);
            outcome.onSuccess(result -> check(floor, ((Outcome.Served) result).item()));
            return false;
        }

        /** The origin's answer is fixed at one step and arrives at a later one. */
        private Future<Loaded> load(boolean strong) {
            boolean asked = strong && without != Without.STRONG_LOADS;
            Promise<Loaded> answer = Promise.promise();
            int[] seen = {-1};
            steps.add(() -> {
                if (seen[0] < 0) {
                    seen[0] = asked ? appliedAt.size() - 1 : lagging();
                    return true;
                }
                answer.complete(new Loaded.Found(Keys.item(Integer.toString(seen[0]))));
                return false;
            });
            return answer.future();
        }

        /** Any version that some replica may still have. */
        private int lagging() {
            int newest = appliedAt.size() - 1;
            int oldest = newest;
            while (oldest > 0 && clock.getAsLong() - appliedAt.get(oldest) < LAG.toNanos()) {
                oldest--;
            }
            return oldest + random.nextInt(newest - oldest + 1);
        }

        private void check(int floor, CachedItem item) {
            String text = Keys.text(item);
            int version = Integer.parseInt(text.substring(text.indexOf("\"S\":\"") + 5, text.indexOf("\"}}}")));
            if (version < floor) {
                violation = "a read that began after write " + floor + " was acknowledged got " + version;
            }
        }
    }
}
