package io.heatshield.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * One thing that an origin does.
 *
 * @param name unlike that of every other case
 * @param steps what is done; what the last of it answers is what is looked at
 * @param documented what DynamoDB answers, in {@link Notation}; of an error, its name and its words
 */
record Case(String name, Steps steps, String documented) {
    /** What a case does. */
    @FunctionalInterface
    interface Steps {
        /** Does it; the answer, or null if the part of it that matters is not there. */
        @Nullable
        JsonNode run(Bench bench);
    }
}
