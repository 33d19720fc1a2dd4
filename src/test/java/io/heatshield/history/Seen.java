package io.heatshield.history;

/**
 * One read, as its client saw it; times as in {@link Written}.
 *
 * @param version what the counter was; 0 while there is no item
 */
record Seen(int client, int node, long invoked, long ended, long version) {}
