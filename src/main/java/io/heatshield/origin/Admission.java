package io.heatshield.origin;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who may call the origin now, who waits, and who is sent away. Requests run in lanes, one a table; lanes with waiting
 * requests get their turn one after the other. Safe for use from any thread; callbacks run outside the lock.
 */
final class Admission {
    /*
     * Why one table cannot starve the others. A hung or throttled table fills whatever it may take, so that a fixed
     * bound a table is not enough: four tables at a quarter each would leave nothing. Beside its own bound, a lane
     * may therefore take no more than it leaves free (the dynamic threshold of shared-memory switches, Choudhury and
     * Hahne 1998): the first hog stops at a half, the second at a quarter, and a newcomer always finds a place. The
     * same rule divides the queue. A lane that has nothing open is always let in while anything is free.
     */

    /** One request that wants in. */
    interface Caller {
        /** The lane: the table, or whatever else should not starve others. */
        String lane();

        /** The turn has come. Called once, from any thread, only after {@link Verdict#WAITING}. */
        void admitted();
    }

    /** What became of a caller. */
    enum Verdict {
        ADMITTED,
        WAITING,
        FULL
    }

    private static final class Lane {
        final String name;
        final ArrayDeque<Caller> waiting = new ArrayDeque<>();
        int inFlight;

        Lane(String name) {
            this.name = name;
        }
    }

    private final int maxInFlight;
    private final int maxInFlightPerLane;
    private final int maxWaiting;
    private final Map<String, Lane> lanes = new HashMap<>();
    private final ArrayDeque<Lane> turns = new ArrayDeque<>();
    private int inFlight;
    private int waiting;

    Admission(HttpOriginSettings.Limits limits) {
        this.maxInFlight = limits.maxConnections();
        this.maxInFlightPerLane = limits.maxInFlightPerTable();
        this.maxWaiting = limits.maxQueued();
    }

    /** Lets the caller in, or queues it, or neither. Whoever is let in must {@link #leave} once. */
    synchronized Verdict enter(Caller caller) {
        Lane lane = lanes.computeIfAbsent(caller.lane(), Lane::new);
        if (lane.waiting.isEmpty() && mayEnter(lane)) {
            take(lane);
            return Verdict.ADMITTED;
        }
        if (lane.waiting.size() >= maxWaiting - waiting) {
            forgetIfIdle(lane);
            return Verdict.FULL;
        }
        if (lane.waiting.isEmpty()) {
            turns.add(lane);
        }
        lane.waiting.add(caller);
        waiting++;
        return Verdict.WAITING;
    }

    /** Takes a caller out of the queue again. False if its turn has come already. */
    synchronized boolean withdraw(Caller caller) {
        Lane lane = lanes.get(caller.lane());
        if (lane == null || !lane.waiting.remove(caller)) {
            return false;
        }
        waiting--;
        if (lane.waiting.isEmpty()) {
            turns.remove(lane);
            forgetIfIdle(lane);
        }
        return true;
    }

    /** Gives back a place in the lane, and calls those whose turn it makes. */
    void leave(String laneName) {
        List<Caller> next = new ArrayList<>(1);
        synchronized (this) {
            Lane lane = lanes.get(laneName);
            if (lane == null || lane.inFlight == 0) {
                throw new IllegalStateException("nobody to leave");
            }
            lane.inFlight--;
            inFlight--;
            forgetIfIdle(lane);
            for (Caller caller = next(); caller != null; caller = next()) {
                next.add(caller);
            }
        }
        next.forEach(Caller::admitted);
    }

    /** Empties the queue; those in it are never called. */
    synchronized List<Caller> drain() {
        List<Caller> drained = new ArrayList<>(waiting);
        for (Lane lane : turns) {
            drained.addAll(lane.waiting);
            lane.waiting.clear();
            forgetIfIdle(lane);
        }
        turns.clear();
        waiting = 0;
        return drained;
    }

    synchronized int inFlight() {
        return inFlight;
    }

    synchronized int waiting() {
        return waiting;
    }

    /** Lanes that are remembered: only those with something open or waiting. */
    synchronized int lanes() {
        return lanes.size();
    }

    private @Nullable Caller next() {
        for (int left = turns.size(); left > 0; left--) {
            Lane lane = turns.remove();
            Caller caller = mayEnter(lane) ? lane.waiting.poll() : null;
            if (!lane.waiting.isEmpty()) {
                turns.add(lane);
            }
            if (caller != null) {
                waiting--;
                take(lane);
                return caller;
            }
        }
        return null;
    }

    private boolean mayEnter(Lane lane) {
        return lane.inFlight < maxInFlightPerLane && lane.inFlight < maxInFlight - inFlight;
    }

    private void take(Lane lane) {
        lane.inFlight++;
        inFlight++;
    }

    private void forgetIfIdle(Lane lane) {
        if (lane.inFlight == 0 && lane.waiting.isEmpty()) {
            lanes.remove(lane.name);
        }
    }
}
