package io.heatshield.shard;

import io.heatshield.origin.Origin;
import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What all that asks shards needs.
 *
 * @param origin what stands behind
 * @param nanos a clock in nanoseconds from any starting point
 * @param timer runs things later
 * @param observer who counts
 */
record Asking(Origin origin, LongSupplier nanos, Deadline.Timer timer, ShardObserver observer) {
    Deadline deadline(GatherRules rules) {
        return Deadline.in(rules.budget(), nanos, timer);
    }

    /** A rest. */
    Future<Void> pause(long millis) {
        Promise<Void> promise = Promise.promise();
        timer.after(millis, promise::complete);
        return promise.future();
    }

    /** What is answered where a shard did not answer in time, and may not be left out. */
    static OriginReply late() {
        return OriginReply.failure(
                DynamoError.of(
                        ErrorKind.SERVICE_UNAVAILABLE,
                        "Not every shard of the key answered within its gather budget. Try again."),
                OriginReply.Certainty.UNKNOWN);
    }

    /** What is answered where this program is wrong. */
    static OriginReply defect() {
        return OriginReply.failure(
                DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "Heatshield failed to route a request."),
                OriginReply.Certainty.NOT_SENT);
    }

    /** The first error among the answers, a late one if there is none but one is missing, or null if all are well. */
    static @Nullable OriginReply failure(@Nullable OriginReply[] answers) {
        boolean missing = false;
        for (OriginReply answer : answers) {
            if (answer != null && !answer.ok()) {
                return answer;
            }
            missing |= answer == null;
        }
        return missing ? late() : null;
    }

    /** How many of the answers are missing or errors. */
    static int missing(@Nullable OriginReply[] answers) {
        int missing = 0;
        for (OriginReply answer : answers) {
            if (answer == null || !answer.ok()) {
                missing++;
            }
        }
        return missing;
    }
}
