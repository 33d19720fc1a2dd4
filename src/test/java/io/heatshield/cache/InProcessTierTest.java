package io.heatshield.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class InProcessTierTest extends SharedTierContract {
    private final TestClock clock = new TestClock();
    private final InProcessTier tier = new InProcessTier(clock, LEASE, SETTLE, HOLD, 1_000);

    @Override
    protected SharedTier tier() {
        return tier;
    }

    @Override
    protected void pass(Duration time) {
        clock.advance(time);
    }

    @Test
    void controlRecords_areGoneOnceNothingMatters() {
        for (int i = 0; i < 100; i++) {
            await(tier.lease(Keys.key("k" + i), i + 1));
            await(tier.fill(Keys.key("k" + i), i + 1, Keys.shared("x")));
        }
        assertThat(tier.size()).isZero();
    }

    @Test
    void settleWindowLostToTheBound_makesAllLoadsStrongWhileItWouldHaveLasted() {
        for (int i = 0; i < 5_000; i++) {
            await(tier.commit(new Scope.Item(Keys.key("k" + i)), i + 1));
        }
        assertThat(tier.evictions()).isPositive();
        for (int i = 0; i < 5_000; i++) {
            assertThat(await(tier.lease(Keys.key("k" + i), 10_000 + i))).isEqualTo(new Lease.Granted(true));
            await(tier.release(Keys.key("k" + i), 10_000 + i));
        }
        clock.advance(SETTLE.plusMillis(1));
        assertThat(await(tier.lease(Keys.key("other"), 99_999))).isEqualTo(new Lease.Granted(false));
    }

    @Test
    void controlRecords_areBoundedAndTheLossIsCounted() {
        for (int i = 0; i < 5_000; i++) {
            await(tier.begin(new Scope.Item(Keys.key("k" + i)), i + 1, false));
        }
        assertThat(tier.size()).isLessThanOrEqualTo(1_000);
        assertThat(tier.evictions()).isGreaterThanOrEqualTo(4_000);
    }
}
