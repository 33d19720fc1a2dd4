package io.heatshield.http;

import io.vertx.core.MultiMap;

/** What a write demands of the item that is there (RFC 9110, 13.1). */
sealed interface Precondition {
    /** Nothing. */
    record None() implements Precondition {}

    /** That there is one: {@code If-Match: *}. */
    record Exists() implements Precondition {}

    /** That there is none: {@code If-None-Match: *}. */
    record Absent() implements Precondition {}

    /** That it is one of those with these tags. */
    record Tagged(EntityTags tags) implements Precondition {}

    /**
     * What the headers demand.
     *
     * @param mayBeAbsent whether {@code If-None-Match: *} makes sense
     * @throws ItemRefusal if they demand what cannot be held to
     */
    static Precondition of(MultiMap headers, boolean mayBeAbsent) {
        EntityTags match = EntityTags.of(headers.getAll(HeaderNames.IF_MATCH));
        EntityTags noneMatch = EntityTags.of(headers.getAll(HeaderNames.IF_NONE_MATCH));
        if (noneMatch != null) {
            if (!mayBeAbsent || !noneMatch.any() || match != null) {
                throw Problem.badRequest(
                                "bad-condition", "If-None-Match of a write: only * is taken, of PUT, without If-Match")
                        .refusal();
            }
            return new Absent();
        }
        if (match == null) {
            return new None();
        }
        return match.any() ? new Exists() : new Tagged(match);
    }

    /** What there is to say where the demand was not met. */
    static Problem lost() {
        return new Problem(412, "condition-failed", "The item is not, or no longer, as the request demands");
    }
}
