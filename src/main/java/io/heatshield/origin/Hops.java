package io.heatshield.origin;

import org.jspecify.annotations.Nullable;

/**
 * The nodes that a request has passed, as {@code x-heatshield-hop} lists them: comma-separated, the newest last. A
 * node that finds itself in the list stands in a ring, and must not pass the request on, nor let it wait for a load
 * that it is itself the cause of.
 */
public final class Hops {
    /** The header's name. */
    public static final String HEADER = "x-heatshield-hop";

    /** No sensible deployment puts more proxies in a row; a list as long as this is a ring among changing names. */
    private static final int MOST = 16;

    private Hops() {}

    /** Whether a request with these hops must not go on from the node. */
    public static boolean ring(@Nullable String hops, String nodeId) {
        if (hops == null) {
            return false;
        }
        int count = 0;
        for (int from = 0; from <= hops.length(); ) {
            int comma = hops.indexOf(',', from);
            int end = comma < 0 ? hops.length() : comma;
            if (hops.substring(from, end).trim().equals(nodeId) || ++count >= MOST) {
                return true;
            }
            from = end + 1;
        }
        return false;
    }

    /** The hops with this node behind them. */
    public static String plus(@Nullable String hops, String nodeId) {
        return hops == null || hops.isBlank() ? nodeId : hops + "," + nodeId;
    }
}
