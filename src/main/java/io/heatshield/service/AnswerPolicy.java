package io.heatshield.service;

import io.heatshield.cache.Lifetimes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which answers about many items of a table are kept.
 *
 * @param lifetimes for how long; null if none is
 * @param scans whether those to Scan are: then each write of the table ends them
 * @param warm whether the items of an answer are kept as items too
 * @param exact the global secondary indexes whose answers end with the writes that change them
 * @param timed those whose answers end by age alone
 */
public record AnswerPolicy(
        @Nullable Lifetimes lifetimes, boolean scans, boolean warm, Set<String> exact, Set<String> timed) {
    /** Nothing is kept. */
    public static final AnswerPolicy NONE = new AnswerPolicy(null, false, false, Set.of(), Set.of());

    /** Answers to queries of a table itself, and of its local secondary indexes. */
    public static AnswerPolicy ofTables(@Nullable Lifetimes lifetimes) {
        return new AnswerPolicy(lifetimes, false, false, Set.of(), Set.of());
    }
}
