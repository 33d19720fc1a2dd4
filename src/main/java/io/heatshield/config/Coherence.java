package io.heatshield.config;

/** What a write promises to readers of other nodes. */
public enum Coherence {
    /** Once it is answered, the others stop serving the older value within {@code shared-tier.staleness}. */
    BOUNDED,
    /** Once it is answered, nobody serves the older value; the answer waits for that. */
    STRICT
}
