package io.heatshield.history;

import java.util.SplittableRandom;

/** What Redis says to one node comes late, and to the others in time. */
final class RedisSlow implements Nemesis {
    @Override
    public Excuse excuse() {
        // Some of it comes later than it is waited for, and then the node goes on without.
        return Excuse.CUT_OFF;
    }

    @Override
    public void strike(Fleet fleet, SplittableRandom random) throws InterruptedException {
        Relay relay = fleet.toRedis().get(random.nextInt(fleet.toRedis().size()));
        relay.delays(random.nextInt(1, 100), 400);
        Thread.sleep(2_000);
        relay.delays(0, 0);
    }
}
