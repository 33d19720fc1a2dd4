package io.heatshield.embedded;

import java.time.Instant;
import java.time.InstantSource;

/** Makes tables with what all of them share: their account, the laboratory, the journal. */
final class TableMaker {
    private final Tables tables;
    private final Laboratory laboratory;
    private final ReplicaLag lag;
    private final Journal journal;
    private final InstantSource clock;

    TableMaker(Tables tables, Laboratory laboratory, ReplicaLag lag, Journal journal, InstantSource clock) {
        this.tables = tables;
        this.laboratory = laboratory;
        this.lag = lag;
        this.journal = journal;
        this.clock = clock;
    }

    Table table(String name, String id, Instant created, Keys keys, TableSettings settings) {
        return new Table(
                name, tables.arn(name), id, created, keys, settings, new CapacityGate(laboratory, clock), lag, journal);
    }
}
