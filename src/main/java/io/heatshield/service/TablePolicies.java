package io.heatshield.service;

import io.heatshield.cache.Lifetimes;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How long the items of each table are kept, if at all, and the answers about them.
 *
 * @param standard for tables that nothing was said of
 * @param overrides by bare table name; a table that is named in {@code uncached} has none
 * @param uncached the bare names of the tables whose items are not kept
 * @param results for answers about tables that nothing was said of
 * @param answers the same by bare table name
 */
public record TablePolicies(
        Lifetimes standard,
        Map<String, Lifetimes> overrides,
        Set<String> uncached,
        AnswerPolicy results,
        Map<String, AnswerPolicy> answers) {
    /** Policies by which no answer is kept. */
    public TablePolicies(Lifetimes standard, Map<String, Lifetimes> overrides, Set<String> uncached) {
        this(standard, overrides, uncached, AnswerPolicy.NONE, Map.of());
    }

    /** Which answers about a table are kept: none, where its items are not. */
    AnswerPolicy answersAbout(String table) {
        if (!uncached.isEmpty() && uncached.contains(table)) {
            return AnswerPolicy.NONE;
        }
        return answers.isEmpty() ? results : answers.getOrDefault(table, results);
    }

    /** Whether a write of this table is answered only when every node has heard of it. */
    boolean strict(String table) {
        Lifetimes lifetimes = lifetimes(table);
        return lifetimes != null && lifetimes.strict();
    }

    /** The lifetimes of a table's items, or null if they are not kept. */
    @Nullable
    Lifetimes lifetimes(String table) {
        if (!uncached.isEmpty() && uncached.contains(table)) {
            return null;
        }
        return overrides.isEmpty() ? standard : overrides.getOrDefault(table, standard);
    }
}
