package io.heatshield.config;

/** What is answered when a shard of a gather is late or fails. */
public enum WhenLate {
    /** The origin's error. */
    FAIL,
    /** What arrived, marked as incomplete. */
    PARTIAL
}
