package io.heatshield.history;

import io.heatshield.Signals;
import java.util.SplittableRandom;

/** Redis stands still, with all connections open. */
final class RedisStopped implements Nemesis {
    @Override
    public Excuse excuse() {
        return Excuse.CUT_OFF;
    }

    @Override
    public void strike(Fleet fleet, SplittableRandom random) throws InterruptedException {
        Signals.stop(fleet.redis().pid());
        Thread.sleep(random.nextInt(100, 2_500));
        Signals.goOn(fleet.redis().pid());
    }
}
