package io.heatshield.history;

import java.util.SplittableRandom;

/** Redis breaks off the subscriptions, several times over: what it publishes in between is lost. */
final class SubscriptionsCut implements Nemesis {
    @Override
    public Excuse excuse() {
        return Excuse.NONE;
    }

    @Override
    public void strike(Fleet fleet, SplittableRandom random) throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            fleet.redis("CLIENT KILL TYPE pubsub");
            Thread.sleep(random.nextInt(100, 900));
        }
    }
}
