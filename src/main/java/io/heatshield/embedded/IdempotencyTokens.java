package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code ClientRequestToken}s of transactions that were carried out, each remembered for ten minutes with what was
 * asked under it. Safe for use from any thread.
 */
final class IdempotencyTokens {
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int MOST = 100_000;

    /**
     * A transaction that was carried out.
     *
     * @param request what was asked
     * @param replay what to answer when it is asked again
     */
    record Done(JsonNode request, Answer replay, Instant until) {}

    private final InstantSource clock;
    private final Map<String, Done> byToken = new LinkedHashMap<>();

    IdempotencyTokens(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * What was answered under a token, or null if it is new.
     *
     * @throws io.heatshield.protocol.DynamoException if something else was asked under it
     */
    synchronized @Nullable Answer replay(String token, JsonNode request) {
        forgetOld();
        Done done = byToken.get(token);
        if (done == null) {
            return null;
        }
        if (!done.request().equals(request)) {
            throw DynamoError.of(
                            ErrorKind.IDEMPOTENT_PARAMETER_MISMATCH,
                            "Request parameters do not match those of the original request with this client token")
                    .exception();
        }
        return done.replay();
    }

    synchronized void remember(String token, JsonNode request, Answer replay) {
        forgetOld();
        byToken.put(token, new Done(request, replay, clock.instant().plus(LIFE)));
    }

    /** The oldest stand first, since each lives equally long. */
    private void forgetOld() {
        Instant now = clock.instant();
        var each = byToken.values().iterator();
        while (each.hasNext()) {
            if (each.next().until().isAfter(now) && byToken.size() <= MOST) {
                return;
            }
            each.remove();
        }
    }
}
