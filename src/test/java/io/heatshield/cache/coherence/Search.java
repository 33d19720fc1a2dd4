package io.heatshield.cache.coherence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A search of all states that a scenario can reach, nearest first, so that the first violation is a shortest one. */
final class Search {
    /**
     * What came of it.
     *
     * @param states how many states were reached
     * @param counterexample the steps to the nearest violation; empty if there is none
     * @param complete whether every state was visited; false if the search ended at a violation or at its limit
     */
    record Result(int states, List<String> counterexample, boolean complete) {
        boolean violated() {
            return !counterexample.isEmpty();
        }

        /** The steps, one a line. */
        String story() {
            return String.join(System.lineSeparator(), counterexample);
        }
    }

    private final Scenario scenario;
    private final int limit;
    private final StateSet states = new StateSet();
    private final World here = new World();
    private int visited;
    private @Nullable String violation;

    private Search(Scenario scenario, int limit) {
        this.scenario = scenario;
        this.limit = limit;
    }

    /**
     * Searches a scenario.
     *
     * @param limit states at most; beyond, the search gives up
     */
    static Result of(Scenario scenario, int limit) {
        return new Search(scenario, limit).run();
    }

    private Result run() {
        World first = new World();
        for (int i = scenario.reads(); i < World.READS; i++) {
            first.loads[i].done();
        }
        first.pack();
        states.add(first.high, first.low, -1);
        Expansion expansion = new Expansion(scenario, here, this::reached);
        while (visited < states.size() && violation == null && states.size() < limit) {
            here.unpack(states.high(visited), states.low(visited));
            expansion.all();
            visited++;
        }
        String last = violation;
        boolean complete = last == null && visited == states.size();
        return new Result(states.size(), last == null ? List.of() : story(visited - 1, last), complete);
    }

    private void reached(World next, Step step, int node, int number) {
        if (next.violated && violation == null) {
            violation = step.say(node, number) + ", which is older than it may be";
        }
        if (!next.over()) {
            states.add(next.high, next.low, visited);
        }
    }

    /** The steps that lead to a state, found by taking them once more, and the last one. */
    private List<String> story(int end, String last) {
        Deque<String> steps = new ArrayDeque<>();
        steps.push(last);
        for (int id = end; states.parent(id) >= 0; id = states.parent(id)) {
            steps.push(between(states.parent(id), id));
        }
        return new ArrayList<>(steps);
    }

    private String between(int from, int to) {
        World world = new World();
        world.unpack(states.high(from), states.low(from));
        List<String> steps = new ArrayList<>();
        new Expansion(scenario, world, (next, step, node, number) -> {
                    if (next.high == states.high(to) && next.low == states.low(to)) {
                        steps.add(step.say(node, number));
                    }
                })
                .all();
        return steps.get(0);
    }
}
