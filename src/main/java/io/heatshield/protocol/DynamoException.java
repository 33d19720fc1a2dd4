package io.heatshield.protocol;

/**
 * The one exception of this program that a client may see: it carries the error to answer. It has no stack trace,
 * since it reports the request's fault or the origin's, not a defect here.
 */
public final class DynamoException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient DynamoError error;

    /** An exception that unwinds with this error. */
    public DynamoException(DynamoError error) {
        super(error.kind().shape() + ": " + error.message(), null, false, false);
        this.error = error;
    }

    /** The error to answer. */
    public DynamoError error() {
        return error;
    }
}
