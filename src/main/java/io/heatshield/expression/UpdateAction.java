package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.BS;
import io.heatshield.protocol.AttributeValue.L;
import io.heatshield.protocol.AttributeValue.N;
import io.heatshield.protocol.AttributeValue.NS;
import io.heatshield.protocol.AttributeValue.SS;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One action of an update, at one path. */
sealed interface UpdateAction {

    /** What an action does to the place that its path names. */
    enum Effect {
        REPLACE,
        DROP,
        LEAVE
    }

    /**
     * The outcome of an action for one item.
     *
     * @param value the value to have there; null unless it is to be replaced
     */
    record Edit(Effect effect, @Nullable AttributeValue value) {
        private static final Edit DROP = new Edit(Effect.DROP, null);
        private static final Edit LEAVE = new Edit(Effect.LEAVE, null);

        private static Edit replace(AttributeValue value) {
            return new Edit(Effect.REPLACE, value);
        }
    }

    /** The place. */
    DocumentPath target();

    /** The outcome for an item as it was before the update. */
    Edit edit(Map<String, AttributeValue> before);

    /** Whether the action makes an item where there is none. */
    default boolean createsItem() {
        return true;
    }

    /** {@code SET}. */
    record Put(DocumentPath target, UpdateValue value) implements UpdateAction {
        @Override
        public Edit edit(Map<String, AttributeValue> before) {
            return Edit.replace(value.in(before));
        }
    }

    /** {@code REMOVE}. */
    record Remove(DocumentPath target) implements UpdateAction {
        @Override
        public Edit edit(Map<String, AttributeValue> before) {
            return Edit.DROP;
        }

        @Override
        public boolean createsItem() {
            return false;
        }
    }

    /**
     * {@code ADD}: to a number or to a set, which begins as zero or as empty.
     *
     * @param legacy whether it comes from {@code AttributeUpdates}, which can also append to a list, and whose error
     *     has other words
     */
    record Add(DocumentPath target, AttributeValue value, boolean legacy) implements UpdateAction {
        @Override
        public Edit edit(Map<String, AttributeValue> before) {
            AttributeValue present = target.in(before);
            if (present == null) {
                return Edit.replace(value);
            }
            if (present instanceof N a && value instanceof N b) {
                return Edit.replace(UpdateValue.sum(a.value(), b.value()));
            }
            if (present instanceof SS a && value instanceof SS b) {
                return Edit.replace(new SS(union(a.values(), b.values())));
            }
            if (present instanceof NS a && value instanceof NS b) {
                return Edit.replace(new NS(union(a.values(), b.values())));
            }
            if (present instanceof BS a && value instanceof BS b) {
                return Edit.replace(new BS(union(a.values(), b.values())));
            }
            if (legacy && present instanceof L a && value instanceof L b) {
                List<AttributeValue> joined = new ArrayList<>(a.values());
                joined.addAll(b.values());
                return Edit.replace(new L(joined));
            }
            throw mismatch(legacy);
        }

        private static <T> Set<T> union(Set<T> left, Set<T> right) {
            Set<T> union = new LinkedHashSet<>(left);
            union.addAll(right);
            return union;
        }
    }

    /**
     * {@code DELETE}: elements from a set, which goes with its last element.
     *
     * @param legacy whether it comes from {@code AttributeUpdates}, whose error has other words
     */
    record Delete(DocumentPath target, AttributeValue value, boolean legacy) implements UpdateAction {
        @Override
        public Edit edit(Map<String, AttributeValue> before) {
            AttributeValue present = target.in(before);
            if (present == null) {
                return Edit.LEAVE;
            }
            if (present instanceof SS a && value instanceof SS b) {
                Set<String> rest = difference(a.values(), b.values());
                return rest.isEmpty() ? Edit.DROP : Edit.replace(new SS(rest));
            }
            if (present instanceof NS a && value instanceof NS b) {
                Set<N> rest = difference(a.values(), b.values());
                return rest.isEmpty() ? Edit.DROP : Edit.replace(new NS(rest));
            }
            if (present instanceof BS a && value instanceof BS b) {
                var rest = difference(a.values(), b.values());
                return rest.isEmpty() ? Edit.DROP : Edit.replace(new BS(rest));
            }
            throw mismatch(legacy);
        }

        private static <T> Set<T> difference(Set<T> left, Set<T> right) {
            Set<T> difference = new LinkedHashSet<>(left);
            difference.removeAll(right);
            return difference;
        }

        @Override
        public boolean createsItem() {
            return false;
        }
    }

    private static DynamoException mismatch(boolean legacy) {
        return legacy
                ? DynamoError.validation("Type mismatch for attribute to update")
                        .exception()
                : UpdateValue.incorrectType();
    }
}
