package io.heatshield.cache.coherence;

/** What may go wrong, or run its own way, in a scenario. Any order of steps and any delay is always possible. */
enum Happening {
    /** The value, its copies in the local tiers, leases and marks run out, as early as their lengths allow. */
    EXPIRY,
    /** A node's lease on its local tier runs out while somebody waits for it to hear. */
    LAPSE,
    /** It does at any other time too. */
    IDLE_LAPSE,
    /** A reader's visit starts a refresh by lease while the value is there. */
    REFRESH,
    /** A begin or its confirmation is lost, or it is carried out after it was given up. */
    BEGIN_FAILS,
    /** The commit, cancel or hold is never carried out. */
    END_LOST,
    /** The origin refuses the write. */
    REFUSAL,
    /** The origin does not answer the write; it may be applied later, or never. */
    UNKNOWN_OUTCOME,
    /** A node dies, once, and comes back empty. */
    CRASH,
    /** Messages to a node are lost with its connection. */
    BUS_LOSS,
    /** The replica takes over, once, without what it has not been sent. */
    FAILOVER,
    /** The writer sleeps between begin and answer for longer than the mark lives. */
    PAUSE,
    /** The settle window is lost to memory pressure. */
    SETTLE_WINDOW_EVICTED,
    /** The mark of a pending write is lost to memory pressure. */
    MARK_EVICTED
}
