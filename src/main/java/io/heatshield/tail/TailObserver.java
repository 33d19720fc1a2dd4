package io.heatshield.tail;

/** Who counts what the tailer does. Called on the tailer's context; must be quick and must not throw. */
public interface TailObserver {
    /** Why all that is cached of a table was dropped. */
    enum Gap {
        /** Reading begins, and what was written before is not known. */
        BEGUN,
        /** Records were not kept until they could be read. */
        TRIMMED,
        /** A record's key does not fit the table's. */
        UNREADABLE
    }

    /** What keeps a table from being tailed, or a shard from being read on. */
    enum Trouble {
        /** The table has no stream that is enabled. */
        NO_STREAM,
        /** There is no such table. */
        NO_TABLE,
        /** The credentials do not allow it. */
        DENIED,
        /** Too many calls, or too many readers. */
        THROTTLED,
        /** The origin does not answer. */
        DOWN,
        /** The shared tier could not be told, or asked. */
        SHARED_TIER,
        /** Anything else. */
        OTHER
    }

    /** Records were dealt with. */
    void read(String table, int records, int purges);

    /** All that is cached of a table was dropped. */
    void gap(String table, Gap why);

    /** Something did not go well, and will be tried again. */
    void failed(String table, Trouble why);
}
