package io.heatshield.app;

/** The process cannot start, for a reason that lies outside of it and that the operator can mend. */
final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The message is for the operator: what failed, and what to do about it. */
    StartException(String message) {
        super(message, null, false, false);
    }
}
