package io.heatshield.history;

import java.util.SplittableRandom;

/** Some answers of the origin take long, a few longer than they are waited for. */
final class OriginSlow implements Nemesis {
    @Override
    public Excuse excuse() {
        return Excuse.NONE;
    }

    @Override
    public void strike(Fleet fleet, SplittableRandom random) throws InterruptedException {
        fleet.origin().delays(4, 1_500);
        Thread.sleep(2_000);
        fleet.origin().delays(4, 60);
    }
}
