package io.heatshield.embedded;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import org.jspecify.annotations.Nullable;

/** Why a transaction was cancelled: one reason for each of its actions, in their order. */
final class Cancellation {

    /**
     * Why one action failed.
     *
     * @param code the service's word, such as {@code ConditionalCheckFailed}
     * @param message what the client reads
     * @param members what else it tells, such as the item where the action asked for it; JSON without braces
     */
    record Reason(String code, String message, @Nullable String members) {
        /** The reason that an error of a single action comes to, as part of a transaction. */
        static Reason of(DynamoError error) {
            String message = error.message();
            // The reasons of throttling have no place here: the service's model gives a reason three members.
            return new Reason(
                    code(error.kind()),
                    message == null ? "" : message,
                    Throttle.is(error.exception()) ? null : error.members());
        }

        private static String code(ErrorKind kind) {
            return switch (kind) {
                case PROVISIONED_THROUGHPUT_EXCEEDED -> "ProvisionedThroughputExceeded";
                case THROTTLING -> "ThrottlingError";
                case DUPLICATE_ITEM -> "DuplicateItem";
                case CONDITIONAL_CHECK_FAILED -> "ConditionalCheckFailed";
                default -> "ValidationError";
            };
        }
    }

    private final @Nullable Reason[] reasons;
    private boolean any;

    Cancellation(int actions) {
        this.reasons = new Reason[actions];
    }

    /** Notes why an action failed. */
    void add(int action, Reason reason) {
        reasons[action] = reason;
        any = true;
    }

    boolean isClear(int action) {
        return reasons[action] == null;
    }

    /** Throws the TransactionCanceledException if any action failed. */
    void throwIfAny() {
        if (any) {
            throw exception();
        }
    }

    private DynamoException exception() {
        StringBuilder codes = new StringBuilder();
        StringBuilder members = new StringBuilder("\"CancellationReasons\":[");
        for (int i = 0; i < reasons.length; i++) {
            Reason reason = reasons[i];
            codes.append(i > 0 ? ", " : "").append(reason == null ? "None" : reason.code());
            members.append(i > 0 ? "," : "").append(json(reason));
        }
        return new DynamoError(
                        ErrorKind.TRANSACTION_CANCELED,
                        "Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes + "]",
                        members.append(']').toString())
                .exception();
    }

    private static String json(@Nullable Reason reason) {
        if (reason == null) {
            return "{\"Code\":\"None\"}";
        }
        StringBuilder json =
                new StringBuilder("{\"Code\":\"").append(reason.code()).append("\",\"Message\":\"");
        JsonStringEncoder.getInstance().quoteAsString(reason.message(), json);
        json.append('"');
        if (reason.members() != null) {
            json.append(',').append(reason.members());
        }
        return json.append('}').toString();
    }
}
