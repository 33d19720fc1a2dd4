package io.heatshield.http;

import io.heatshield.config.ListenConfig;

/**
 * The bounds of the client-facing listener: those that are configured, and those that follow.
 *
 * @param listen what is configured
 * @param eventLoops how many event loops accept and answer
 * @param maxDrainBytes how much of a refused body is read and thrown away before the answer; a client that is still
 *     writing when the connection closes sees a reset instead of the answer
 * @param bodyBudgetBytes what all bodies that are being collected may take together; beyond it requests are shed
 * @param cors whether browsers of any origin may call, as with the service itself
 */
public record ListenerSettings(
        ListenConfig listen, int eventLoops, long maxDrainBytes, long bodyBudgetBytes, boolean cors) {

    /** Refuses bounds that bound nothing. */
    public ListenerSettings {
        if (eventLoops < 1) {
            throw new IllegalArgumentException("a listener needs an event loop");
        }
        if (maxDrainBytes < listen.maxBody().bytes()
                || bodyBudgetBytes < listen.maxBody().bytes()) {
            throw new IllegalArgumentException("drain limit and body budget must hold one body at least");
        }
    }

    /**
     * What is configured, on as many event loops as there are cores if it does not say. The bodies under way may take
     * an eighth of the heap, or one of the largest.
     */
    public static ListenerSettings of(ListenConfig listen, int cores, long heapBytes) {
        long body = listen.maxBody().bytes();
        return new ListenerSettings(
                listen,
                listen.eventLoops() == 0 ? cores : listen.eventLoops(),
                4 * body,
                Math.max(body, heapBytes / 8),
                true);
    }

    /** The longest request body, on the wire and after inflating. */
    int maxBodyBytes() {
        return (int) listen.maxBody().bytes();
    }

    /** The longest header block. */
    int maxHeaderBytes() {
        return (int) listen.maxHeader().bytes();
    }

    /** The longest request line. */
    int maxRequestLineBytes() {
        return (int) listen.maxInitialLine().bytes();
    }
}
