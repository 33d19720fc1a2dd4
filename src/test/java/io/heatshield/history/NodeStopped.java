package io.heatshield.history;

import java.util.SplittableRandom;

/** A node stands still and goes on, knowing nothing of it. */
final class NodeStopped implements Nemesis {
    @Override
    public Excuse excuse() {
        return Excuse.NONE;
    }

    @Override
    public void strike(Fleet fleet, SplittableRandom random) throws InterruptedException {
        FleetNode node = fleet.nodes().get(random.nextInt(fleet.nodes().size()));
        node.stop();
        Thread.sleep(random.nextInt(100, 2_500));
        node.goOn();
    }
}
