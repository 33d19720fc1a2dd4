package io.heatshield.cache.redis;

import io.lettuce.core.TimeoutOptions.TimeoutSource;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a command is waited for: what commands have been taking, and then some, as TCP does it for its
 * retransmissions (RFC 6298, with eight deviations in place of four, since a late command is not lost). Never less than
 * the floor nor more than the cap. Safe for use from any thread; two that record at once may lose one of the two
 * samples, which is no matter.
 */
final class CommandTimeout extends TimeoutSource {
    private final long floorNanos;
    private final long capNanos;
    private volatile double smoothed = -1;
    private volatile double deviation;

    CommandTimeout(Duration floor, Duration cap) {
        this.floorNanos = Math.min(floor.toNanos(), cap.toNanos());
        this.capNanos = cap.toNanos();
    }

    /** A command took as long. */
    void record(long nanos) {
        double mean = smoothed;
        if (mean < 0) {
            smoothed = nanos;
            deviation = nanos / 2.0;
        } else {
            deviation = deviation * 0.75 + Math.abs(mean - nanos) * 0.25;
            smoothed = mean * 0.875 + nanos * 0.125;
        }
    }

    long nanos() {
        double mean = smoothed;
        if (mean < 0) {
            return capNanos;
        }
        return Math.min(capNanos, Math.max(floorNanos, (long) (mean + 8 * deviation)));
    }

    @Override
    public long getTimeout(RedisCommand<?, ?, ?> command) {
        // A read that is given up costs the origin one; a script that is given up may leave a fence to be repaired.
        ProtocolKeyword type = command.getType();
        return type == CommandType.EVALSHA || type == CommandType.EVAL ? capNanos : nanos();
    }

    @Override
    public TimeUnit getTimeUnit() {
        return TimeUnit.NANOSECONDS;
    }
}
