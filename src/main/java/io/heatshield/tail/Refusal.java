package io.heatshield.tail;

import java.io.Serial;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A call about a stream was refused, or not answered. */
final class Refusal extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private static final Set<String> THROTTLES = Set.of(
            "LimitExceededException",
            "ProvisionedThroughputExceededException",
            "RequestLimitExceeded",
            "ThrottlingException",
            "Throttling");

    private static final Set<String> DENIALS = Set.of(
            "AccessDeniedException",
            "ExpiredTokenException",
            "IncompleteSignatureException",
            "InvalidSignatureException",
            "MissingAuthenticationTokenException",
            "UnrecognizedClientException");

    enum Kind {
        /** The table, stream or shard is not there. */
        NOT_FOUND,
        /** Not with these credentials. */
        DENIED,
        /** Too many calls. */
        THROTTLED,
        /** The iterator is too old. */
        EXPIRED,
        /** The records that were asked for are not kept any more. */
        TRIMMED,
        /** The place that was asked for is none. */
        INVALID,
        /** No answer, or that there is none at the moment. */
        DOWN,
        /** Anything else. */
        OTHER
    }

    private final Kind kind;

    Refusal(Kind kind, String words) {
        super(words, null, false, false);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    /** What kind a cause is, whatever it is. */
    static Kind kindOf(Throwable cause) {
        return cause instanceof Refusal refusal ? refusal.kind : Kind.OTHER;
    }

    /** What an error's name amounts to. */
    static Kind named(@Nullable String shape, boolean down) {
        if (shape != null && THROTTLES.contains(shape)) {
            return Kind.THROTTLED;
        }
        if (down || shape == null) {
            return down ? Kind.DOWN : Kind.OTHER;
        }
        if (DENIALS.contains(shape)) {
            return Kind.DENIED;
        }
        return switch (shape) {
            case "ResourceNotFoundException" -> Kind.NOT_FOUND;
            case "ExpiredIteratorException" -> Kind.EXPIRED;
            case "TrimmedDataAccessException" -> Kind.TRIMMED;
            case "ValidationException" -> Kind.INVALID;
            default -> Kind.OTHER;
        };
    }
}
