package io.heatshield.history;

import java.util.SplittableRandom;

/** A node is killed amid its writes: some have begun and never end. */
final class NodeKilled implements Nemesis {
    @Override
    public Excuse excuse() {
        return Excuse.NONE;
    }

    @Override
    public void strike(Fleet fleet, SplittableRandom random) throws InterruptedException {
        FleetNode node = fleet.nodes().get(random.nextInt(fleet.nodes().size()));
        node.kill();
        Thread.sleep(random.nextInt(0, 1_000));
        node.startAnew();
    }
}
