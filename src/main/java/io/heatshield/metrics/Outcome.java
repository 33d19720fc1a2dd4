package io.heatshield.metrics;

import java.util.Locale;

/** How a request ended: the values of the tag {@code outcome}. */
public enum Outcome {
    /** Answered 2xx. */
    SUCCESS,
    /** Answered 4xx, a failed condition included. */
    CLIENT_ERROR,
    /** Answered with one of DynamoDB's throttling errors. */
    THROTTLED,
    /** Answered 5xx. */
    SERVER_ERROR;

    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The outcome of an answer.
     *
     * @param throttled whether its error is one of DynamoDB's throttling errors, whose status is that of any other
     */
    public static Outcome of(int status, boolean throttled) {
        if (status < 300) {
            return SUCCESS;
        }
        if (status >= 500) {
            return SERVER_ERROR;
        }
        return throttled ? THROTTLED : CLIENT_ERROR;
    }
}
