package io.heatshield.history;

/**
 * One {@code ADD v 1}, as its client saw it. Times are nanoseconds of one clock.
 *
 * @param node through which run of which node
 * @param invoked before the request left
 * @param ended after the answer came, or the client gave up
 * @param version what the write made of the counter, or {@link #UNKNOWN}
 */
record Written(int client, int node, long invoked, long ended, long version) {
    /** It may have been applied, or not, or may yet be: no answer came that tells. */
    static final long UNKNOWN = -1;

    boolean acknowledged() {
        return version != UNKNOWN;
    }
}
