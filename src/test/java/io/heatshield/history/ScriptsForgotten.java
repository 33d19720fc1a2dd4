package io.heatshield.history;

import java.util.SplittableRandom;

/** Redis forgets its scripts. */
final class ScriptsForgotten implements Nemesis {
    @Override
    public Excuse excuse() {
        return Excuse.NONE;
    }

    @Override
    public void strike(Fleet fleet, SplittableRandom random) throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            fleet.redis("SCRIPT FLUSH");
            Thread.sleep(random.nextInt(50, 300));
        }
    }
}
