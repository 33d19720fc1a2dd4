package io.heatshield.history;

import java.io.IOException;

/** The way to ask one node. Used by one thread. */
interface Door extends AutoCloseable {
    /**
     * What came back.
     *
     * @param cache what the answer says of where it came from; empty if nothing
     */
    record Answer(int status, String body, String cache) {}

    /** The request certainly never left. */
    final class NotSentException extends IOException {
        private static final long serialVersionUID = 1;

        NotSentException(IOException cause) {
            super(cause);
        }
    }

    /** Asks; a failure means that nobody knows what became of the request, unless it is a {@link NotSentException}. */
    Answer ask(String operation, String json) throws IOException;

    @Override
    void close();
}
