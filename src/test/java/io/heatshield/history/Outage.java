package io.heatshield.history;

/**
 * A time in which a node could not reach Redis, until all of them were proven to be in order again.
 *
 * @param from before the trouble began
 * @param to after it was over: subscriptions proven anew, nothing left to repair
 * @param losesFences whether Redis also forgot what it had confirmed, as by a restart or a failover
 */
record Outage(long from, long to, boolean losesFences) {
    boolean touches(long begin, long end) {
        return begin <= to && end >= from;
    }
}
