package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The {@code ClientRequestToken}s of transactions that were carried out, each remembered for ten minutes with what was
 * asked under it. Safe for use from any thread.
 */
final class IdempotencyTokens {
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int MOST = 100_000;

    /**
     * A transaction that was begun.
     *
     * @param request what was asked
     * @param outcome what came of it, or null as long as it runs
     */
    private record Begun(JsonNode request, Transaction.@Nullable Outcome outcome, Instant until) {}

    private final InstantSource clock;
    private final Map<String, Begun> byToken = new LinkedHashMap<>();

    IdempotencyTokens(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Carries a transaction out unless it was under the request's token, and tells what came of it. One that failed
     * may be tried again.
     *
     * @throws io.heatshield.protocol.DynamoException if it fails, if something else was asked under the token, or if
     *     the same is being carried out at this moment
     */
    Transaction.Outcome once(Input request, Supplier<Transaction.Outcome> run) {
        String token = request.text("ClientRequestToken");
        if (token == null) {
            return run.get();
        }
        JsonNode asked = asked(request);
        Transaction.Outcome before = begin(token, asked);
        if (before != null) {
            return before.again();
        }
        Transaction.Outcome outcome = null;
        try {
            outcome = run.get();
            return outcome;
        } finally {
            end(token, asked, outcome);
        }
    }

    /** What two requests under one token must have in common. */
    private static JsonNode asked(Input request) {
        ObjectNode asked = request.json().deepCopy();
        asked.remove(List.of("ClientRequestToken", "ReturnConsumedCapacity", "ReturnItemCollectionMetrics"));
        return asked;
    }

    private synchronized Transaction.@Nullable Outcome begin(String token, JsonNode asked) {
        Instant now = clock.instant();
        forgetOld(now);
        Begun begun = byToken.get(token);
        if (begun == null) {
            byToken.put(token, new Begun(asked, null, now.plus(LIFE)));
            return null;
        }
        if (!begun.request().equals(asked)) {
            throw DynamoError.of(
                            ErrorKind.IDEMPOTENT_PARAMETER_MISMATCH,
                            "Request parameters do not match those of the original request with this client token")
                    .exception();
        }
        if (begun.outcome() == null) {
            throw DynamoError.of(
                            ErrorKind.TRANSACTION_IN_PROGRESS,
                            "The transaction with the given request token is already in progress.")
                    .exception();
        }
        return begun.outcome();
    }

    private synchronized void end(String token, JsonNode asked, Transaction.@Nullable Outcome outcome) {
        // Out and in again: the oldest must stand first.
        byToken.remove(token);
        if (outcome != null) {
            byToken.put(token, new Begun(asked, outcome, clock.instant().plus(LIFE)));
        }
    }

    /** The oldest stand first, since each lives equally long. */
    private void forgetOld(Instant now) {
        var each = byToken.values().iterator();
        while (each.hasNext()) {
            if (each.next().until().isAfter(now) && byToken.size() <= MOST) {
                return;
            }
            each.remove();
        }
    }
}
