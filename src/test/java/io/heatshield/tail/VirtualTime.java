package io.heatshield.tail;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/** Time that passes when a test says so, and runs what is due on the way, in order. */
final class VirtualTime implements InstantSource, LongSupplier {
    private record Due(long at, long order, Node node, Runnable task) {}

    /** The alarms of one node, which end when it crashes. */
    final class Node implements Alarm {
        private boolean crashed;

        @Override
        public void after(long millis, Runnable task) {
            due.add(new Due(now + Math.max(1, millis), order++, this, task));
        }

        /** From now on nothing of it runs. */
        void crash() {
            crashed = true;
        }
    }

    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
    private long now = 1_700_000_000_000L;
    private long order;

    Node node() {
        return new Node();
    }

    void pass(long millis) {
        long until = now + millis;
        while (!due.isEmpty() && due.peek().at() <= until) {
            Due next = due.poll();
            now = next.at();
            if (!next.node().crashed) {
                next.task().run();
            }
        }
        now = until;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(now);
    }

    @Override
    public long getAsLong() {
        // Before a wrap, since real ones may begin anywhere.
        return Long.MAX_VALUE - 3_000_000_000L + (now - 1_700_000_000_000L) * 1_000_000L;
    }
}
