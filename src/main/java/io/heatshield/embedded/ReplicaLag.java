package io.heatshield.embedded;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How far behind the replicas are that eventually consistent reads come to. Each read meets a replica of its own, and
 * so a later read may see an older state, as in reality. Safe for use from any thread.
 */
final class ReplicaLag {
    private final Laboratory laboratory;
    private final InstantSource clock;
    private final RandomGenerator random;

    ReplicaLag(Laboratory laboratory, InstantSource clock, RandomGenerator random) {
        this.laboratory = laboratory;
        this.clock = clock;
        this.random = random;
    }

    /** Up to how old a state must be remembered; zero if none. */
    Duration most() {
        return laboratory.lag();
    }

    Instant now() {
        return clock.instant();
    }

    /** The moment whose state a read sees, or null if it sees the latest. */
    @Nullable
    Instant view(boolean consistent) {
        Duration most = laboratory.lag();
        if (consistent || most.isZero()) {
            return null;
        }
        long age;
        synchronized (this) {
            age = random.nextLong(most.toNanos() + 1);
        }
        return clock.instant().minusNanos(age);
    }
}
