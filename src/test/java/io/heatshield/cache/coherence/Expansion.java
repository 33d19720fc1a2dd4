package io.heatshield.cache.coherence;

/** All steps that one state allows. */
final class Expansion {
    private final ReadMoves reads;
    private final WriteMoves writes;
    private final TimeMoves time;
    private final FleetMoves fleet;

    /** Of the state that {@code here} holds at the time of {@link #all}. */
    Expansion(Scenario scenario, World here, Moves.Taker taker) {
        Moves moves = new Moves(here, taker);
        Effects effects = new Effects(scenario);
        reads = new ReadMoves(scenario, effects, moves);
        writes = new WriteMoves(scenario, effects, moves);
        time = new TimeMoves(scenario, effects, moves);
        fleet = new FleetMoves(scenario, effects, moves);
    }

    void all() {
        reads.all();
        writes.all();
        time.all();
        fleet.all();
    }
}
