package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import org.jspecify.annotations.Nullable;

/** The comparison operators. */
public enum Comparator {
    EQ("="),
    NE("<>"),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">=");

    private final String symbol;

    Comparator(String symbol) {
        this.symbol = symbol;
    }

    /** As expressions write it. */
    public String symbol() {
        return symbol;
    }

    /** The operator that says the same with its sides exchanged. */
    public Comparator mirrored() {
        return switch (this) {
            case EQ, NE -> this;
            case LT -> GT;
            case LE -> GE;
            case GT -> LT;
            case GE -> LE;
        };
    }

    /** The operator of a token, or null if it is none. */
    static @Nullable Comparator of(Token token) {
        if (token.kind() == Token.Kind.SYMBOL) {
            for (Comparator comparator : values()) {
                if (comparator.symbol.equals(token.text())) {
                    return comparator;
                }
            }
        }
        return null;
    }

    /** Whether two values, null where there is none, stand in this relation. */
    boolean holds(@Nullable AttributeValue left, @Nullable AttributeValue right) {
        if (this == EQ || this == NE) {
            boolean equal = left != null && left.equals(right);
            return equal == (this == EQ);
        }
        if (left == null
                || right == null
                || !Values.isOrdered(left)
                || !left.type().equals(right.type())) {
            return false;
        }
        int order = Values.compare(left, right);
        return switch (this) {
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            default -> order >= 0;
        };
    }
}
