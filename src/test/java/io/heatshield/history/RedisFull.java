package io.heatshield.history;

import java.util.SplittableRandom;

/** Redis has no memory left: it takes fences, and nothing else that needs any. */
final class RedisFull implements Nemesis {
    @Override
    public Excuse excuse() {
        return Excuse.CUT_OFF;
    }

    @Override
    public void strike(Fleet fleet, SplittableRandom random) throws InterruptedException {
        fleet.redis("CONFIG SET maxmemory-policy noeviction");
        fleet.redis("CONFIG SET maxmemory 1mb");
        Thread.sleep(random.nextInt(500, 2_500));
        fleet.redis("CONFIG SET maxmemory 0");
    }
}
