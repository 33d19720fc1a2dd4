package io.heatshield.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class FailureLogTest {
    @Test
    void failed_manyTimes_isToldOnceInTenSeconds() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
        FailureLog log = new FailureLog(nanos::get);

        assertThat(log.failed(Failure.REFUSED, "GetItem")).isTrue();
        assertThat(log.failed(Failure.BROKEN, "GetItem")).isFalse();
        nanos.addAndGet(Duration.ofMillis(9_999).toNanos());
        assertThat(log.failed(Failure.REFUSED, "GetItem")).isFalse();
        nanos.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(log.failed(Failure.REFUSED, "GetItem")).isTrue();
    }
}
