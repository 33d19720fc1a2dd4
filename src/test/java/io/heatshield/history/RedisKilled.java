package io.heatshield.history;

import java.util.SplittableRandom;

/** Redis is killed and comes back with nothing in it. */
final class RedisKilled implements Nemesis {
    @Override
    public Excuse excuse() {
        return Excuse.FORGOTTEN;
    }

    @Override
    public void strike(Fleet fleet, SplittableRandom random) throws InterruptedException {
        fleet.killRedis();
        Thread.sleep(random.nextInt(0, 1_500));
        fleet.startRedis();
    }
}
