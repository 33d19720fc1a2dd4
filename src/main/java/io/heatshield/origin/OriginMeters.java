package io.heatshield.origin;

import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What an origin tells of itself. Called on event loops: implementations return quickly and never throw. Operations
 * and reasons come from short fixed lists; tables and error shapes are the far side's words, to be bounded before they
 * become tags.
 */
public interface OriginMeters {
    /** Tells nobody. */
    OriginMeters NONE = new OriginMeters() {};

    /** The clock by which durations are measured, in nanoseconds from any starting point. */
    default long nanos() {
        return System.nanoTime();
    }

    /**
     * Told once, at the start.
     *
     * @param inFlight requests open right now, and their bound
     * @param queued requests that wait right now, and their bound
     */
    default void occupancy(IntSupplier inFlight, int inFlightBound, IntSupplier queued, int queuedBound) {}

    /**
     * The origin answered a request.
     *
     * @param operation the operation's name, or {@code other}
     * @param table the table's bare name, or null
     * @param status the HTTP status
     * @param error the shape name of an error, such as {@code ThrottlingException}, else null
     * @param nanos from the request to the whole answer, waiting included
     */
    default void answered(String operation, @Nullable String table, int status, @Nullable String error, long nanos) {}

    /**
     * No answer came.
     *
     * @param reason a word such as {@code refused}, {@code answer-timeout}, {@code queue-full}
     */
    default void failed(String operation, @Nullable String table, String reason, long nanos) {}

    /** A request was sent a second time, since the first attempt ended for this reason. */
    default void resent(String operation, String reason) {}

    /** A request waited this long for its turn, and got it. */
    default void waited(@Nullable String table, long nanos) {}
}
