package io.heatshield.http;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The check of {@code x-heatshield-hop}, in which every node writes its id before it passes a request on. A node that
 * finds itself there is its own origin, by way of others perhaps; without the check one request would go round for
 * ever.
 */
final class Hops {
    /** More nodes than any sensible chain has. */
    static final int MOST = 8;

    private static final int LONGEST = 1024;

    private final String nodeId;
    private final Reply ring;
    private final Reply tooMany;

    Hops(String nodeId) {
        this.nodeId = nodeId;
        this.ring = Reply.error(DynamoError.validation("This request has passed this Heatshield node before: "
                + "the endpoints of the nodes form a ring. Point origin.endpoint at DynamoDB"));
        this.tooMany = Reply.error(DynamoError.validation("This request has passed more than " + MOST
                + " Heatshield nodes: their endpoints probably form a ring. Point origin.endpoint at DynamoDB"));
    }

    /** The lines of the header as one, as RFC 9110 (5.3) reads them. */
    static @Nullable String joined(List<String> lines) {
        return lines.isEmpty() ? null : String.join(",", lines);
    }

    /** The refusal, or null if the request may go on. */
    @Nullable
    Reply refusal(String hops) {
        if (hops.length() > LONGEST) {
            return tooMany;
        }
        String[] nodes = hops.split(",", -1);
        for (String node : nodes) {
            if (node.trim().equals(nodeId)) {
                return ring;
            }
        }
        return nodes.length > MOST ? tooMany : null;
    }
}
