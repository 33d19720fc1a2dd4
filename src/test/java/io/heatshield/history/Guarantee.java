package io.heatshield.history;

import java.util.List;

/**
 * What a table promises, as the coherence page states it (G2, G3, G4, and G6 for the time of outages).
 *
 * @param strict whether nothing older is served once a write is answered
 * @param boundNanos the bound on staleness where it is not strict
 * @param lagNanos how far behind the origin's eventually consistent reads may be
 * @param settleNanos the settle window
 * @param outages when a node was cut off from Redis
 */
record Guarantee(boolean strict, long boundNanos, long lagNanos, long settleNanos, List<Outage> outages) {
    /** How long after a write's answer this read, through another node, may still be served the older value. */
    long bound(Seen read) {
        if (strict) {
            return 0;
        }
        return cutOff(read) ? boundNanos + lagNanos : boundNanos;
    }

    /** Whether the node may have been without Redis, or have answered from what it kept while it was. */
    boolean cutOff(Seen read) {
        for (Outage outage : outages) {
            if (outage.touches(read.invoked() - boundNanos, read.ended())) {
                return true;
            }
        }
        return false;
    }

    /**
     * From when on the write must be seen: its answer; but a write of which Redis did not hear, or which Redis forgot,
     * is only certain to have been repaired when the outage is over.
     */
    long binding(Written write) {
        long from = write.ended();
        for (Outage outage : outages) {
            boolean unfenced = !strict && outage.touches(write.invoked(), write.ended());
            boolean forgotten = outage.losesFences() && outage.touches(write.invoked(), write.ended() + settleNanos);
            if (unfenced || forgotten) {
                from = Math.max(from, outage.to());
            }
        }
        return from;
    }
}
