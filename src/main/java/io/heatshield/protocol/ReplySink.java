package io.heatshield.protocol;

/** Where the answer to one request goes. */
@FunctionalInterface
public interface ReplySink {
    /**
     * Sends the answer. Called exactly once a request: during the call that brought the request if the answer was at
     * hand, else later on the same event loop.
     */
    void send(Reply reply);
}
