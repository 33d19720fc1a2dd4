package io.heatshield.expression;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with an expression whose syntax is right. The service reads on to the end, and then reports the
 * problem of the highest rank, the first of its rank; so does this.
 */
final class Problems {

    /** The ranks in the order of conditions; updates have their own order. */
    enum Rank {
        PARENTHESES(0, 0),
        OPERATOR_COUNT(1, 0),
        UNKNOWN_FUNCTION(2, 2),
        MISUSED_FUNCTION(3, 3),
        RESERVED_WORD(4, 1),
        INDEX_RANGE(5, 1),
        NESTING(6, 4),
        SECTION(6, 4),
        UNDEFINED_NAME(7, 5),
        UNDEFINED_VALUE(7, 6),
        OPERAND_COUNT(8, 10),
        DISTINCT(9, 9),
        OVERLAP(9, 7),
        CONFLICT(10, 8),
        ACTION_OPERAND(10, 9),
        OPERAND_TYPE(10, 10);

        private final int inConditions;
        private final int inUpdates;

        Rank(int inConditions, int inUpdates) {
            this.inConditions = inConditions;
            this.inUpdates = inUpdates;
        }

        /** Whether the first comparison or function that has any such problem goes before later ones. */
        private boolean isOfOneComparison() {
            return inConditions >= UNDEFINED_NAME.inConditions;
        }
    }

    private record Problem(int order, String message) {}

    private final boolean updates;
    private @Nullable Problem worst;
    private @Nullable Problem pending;
    private boolean settled;

    private Problems(boolean updates) {
        this.updates = updates;
    }

    static Problems ofUpdate() {
        return new Problems(true);
    }

    static Problems ofCondition() {
        return new Problems(false);
    }

    void note(Rank rank, String message) {
        if (updates) {
            worst = worse(worst, new Problem(rank.inUpdates, message));
        } else if (rank.isOfOneComparison()) {
            pending = worse(pending, new Problem(rank.inConditions, message));
        } else {
            worst = worse(worst, new Problem(rank.inConditions, message));
        }
    }

    private static Problem worse(@Nullable Problem known, Problem found) {
        return known == null || found.order < known.order ? found : known;
    }

    /** Ends a comparison or function: what was wrong with it counts before whatever is wrong with later ones. */
    void settle() {
        if (pending != null && !settled) {
            settled = true;
            worst = worse(worst, new Problem(Rank.UNDEFINED_NAME.inConditions, pending.message));
        }
        pending = null;
    }

    /** Throws the worst of the problems, if there is one. */
    void raise(Tokens tokens) {
        settle();
        if (worst != null) {
            throw tokens.invalid(worst.message);
        }
    }
}
