package io.heatshield.history;

import java.util.SplittableRandom;

/** The origin fails, breaks off, and loses answers to what it did. */
final class OriginFailing implements Nemesis {
    @Override
    public Excuse excuse() {
        return Excuse.NONE;
    }

    @Override
    public void strike(Fleet fleet, SplittableRandom random) throws InterruptedException {
        fleet.originFails(10);
        Thread.sleep(2_000);
        fleet.originRecovers();
    }
}
