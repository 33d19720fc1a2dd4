package io.heatshield.cache.coherence;

/** A rule of the protocol that a scenario can switch off, to show that something depends on it. */
enum Rule {
    /** A write raises its fence before it is answered by a begin, and not by a commit alone. */
    BEGIN,
    /** A fill needs the lease. */
    LEASE,
    /** A fill is refused while a write is pending. */
    PENDING_REFUSES_FILL,
    /** Begin and commit take the lease away. */
    FENCE_KILLS_LEASE,
    /** Within the settle window loads read strongly. */
    STRONG_IN_SETTLE_WINDOW,
    /** While a write is pending loads read strongly. */
    STRONG_WHILE_PENDING,
    /** What was read before an invalidation does not enter the local tier after it. */
    STRIPE,
    /** An invalidation detaches the load under way: nobody joins it any more. */
    DETACH,
    /** The writer's node invalidates once more when the origin has answered. */
    INVALIDATE_AT_END,
    /** If the fence was confirmed later than that, by begin or commit, it invalidates once more before the answer. */
    INVALIDATE_WHEN_FENCED,
    /** A load that has read while a write was pending is not joined. */
    JOIN_NEXT,
    /** A load older than the local tier's lease is not joined. */
    OLD_LOAD_NOT_JOINED,
    /** The answer waits until the other node has heard or cannot answer from memory. */
    ACK_WAIT,
    /** If the begin failed, the answer waits for the commit. */
    COMMIT_IF_BEGIN_FAILED,
    /** The local tier answers only under its time lease. */
    LOCAL_LEASE,
    /** A loss of messages makes all that the local tier holds suspect. */
    EPOCH_ON_LOSS,
    /** The same loss detaches the loads under way. */
    DETACH_ON_LOSS,
    /** The shared tier is read from the primary. */
    PRIMARY_READS,
    /** A begin is confirmed when the replica has it. */
    BEGIN_WAITS_FOR_REPLICA,
    /** And so is a commit that stands in for a failed begin. */
    COMMIT_WAITS_FOR_REPLICA,
    /** A write of unknown outcome keeps its mark, instead of being taken for one that changed nothing. */
    HOLD,
    /** A hold deletes the value and takes the lease, like a begin; else it only sets the mark. */
    HOLD_FENCES,
    /** A begin whose mark may have run out before the origin answered counts as failed. */
    MARK_OUTLIVES_WRITE,
    /** A node loads strongly what it lately heard was written, whatever the shared tier says. */
    LOCAL_STRONG_SET
}
