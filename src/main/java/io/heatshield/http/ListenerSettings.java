package io.heatshield.http;

import java.time.Duration;

/**
 * The bounds of the client-facing listener.
 *
 * @param host the address to bind
 * @param port the port to bind; 0 takes any free one
 * @param eventLoops how many event loops accept and answer
 * @param maxBodyBytes the longest request body, counted on the wire and again after inflating
 * @param maxDrainBytes how much of a refused body is read and thrown away before the answer; a client that is still
 *     writing when the connection closes sees a reset instead of the answer
 * @param maxHeaderBytes the longest header block; session tokens alone may take several KB
 * @param maxRequestLineBytes the longest request line
 * @param bodyBudgetBytes what all bodies that are being collected may take together; beyond it requests are shed
 * @param idleTimeout how long a connection may be silent; above the 60 s for which clients pool theirs, so that the
 *     client is always the one that closes
 * @param cors whether browsers of any origin may call, as with the service itself
 */
public record ListenerSettings(
        String host,
        int port,
        int eventLoops,
        int maxBodyBytes,
        long maxDrainBytes,
        int maxHeaderBytes,
        int maxRequestLineBytes,
        long bodyBudgetBytes,
        Duration idleTimeout,
        boolean cors) {
    /** The service's own limit on a request body. */
    public static final int SERVICE_MAX_BODY_BYTES = 16 << 20;

    /** Refuses bounds that bound nothing. */
    public ListenerSettings {
        if (eventLoops < 1 || maxBodyBytes < 1 || maxHeaderBytes < 1 || maxRequestLineBytes < 1) {
            throw new IllegalArgumentException("listener bounds must be positive");
        }
        if (maxDrainBytes < maxBodyBytes || bodyBudgetBytes < maxBodyBytes) {
            throw new IllegalArgumentException("drain limit and body budget must hold one body at least");
        }
    }

    /** The service's limits, room for four of the largest bodies, and twice the clients' pool time. */
    public static ListenerSettings of(String host, int port, int eventLoops) {
        return new ListenerSettings(
                host,
                port,
                eventLoops,
                SERVICE_MAX_BODY_BYTES,
                4L * SERVICE_MAX_BODY_BYTES,
                32 << 10,
                16 << 10,
                4L * SERVICE_MAX_BODY_BYTES,
                Duration.ofSeconds(120),
                true);
    }

    /** The same with another budget for the bodies under way. */
    public ListenerSettings withBodyBudget(long bytes) {
        return new ListenerSettings(
                host,
                port,
                eventLoops,
                maxBodyBytes,
                maxDrainBytes,
                maxHeaderBytes,
                maxRequestLineBytes,
                bytes,
                idleTimeout,
                cors);
    }
}
