package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.B;
import io.heatshield.protocol.AttributeValue.BS;
import io.heatshield.protocol.AttributeValue.L;
import io.heatshield.protocol.AttributeValue.M;
import io.heatshield.protocol.AttributeValue.N;
import io.heatshield.protocol.AttributeValue.NS;
import io.heatshield.protocol.AttributeValue.S;
import io.heatshield.protocol.AttributeValue.SS;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a condition compares. */
public sealed interface Operand {

    /** The operand's value for an item, or null if it has none. */
    @Nullable
    AttributeValue in(Map<String, AttributeValue> item);

    /** Adds the paths that the operand looks at. */
    void collectPaths(Set<DocumentPath> paths);

    /** What the item has at a path. */
    record Path(DocumentPath path) implements Operand {
        @Override
        public @Nullable AttributeValue in(Map<String, AttributeValue> item) {
            return path.in(item);
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            paths.add(path);
        }
    }

    /** A value that the request brings. */
    record Literal(AttributeValue value) implements Operand {
        @Override
        public AttributeValue in(Map<String, AttributeValue> item) {
            return value;
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {}
    }

    /**
     * {@code size(…)}: of a string its UTF-16 code units, of binary its bytes, of a set, a list or a map its elements;
     * other types have no size.
     */
    record Size(Operand of) implements Operand {
        @Override
        public @Nullable AttributeValue in(Map<String, AttributeValue> item) {
            AttributeValue value = of.in(item);
            int size = value == null ? -1 : size(value);
            return size < 0 ? null : new N(BigDecimal.valueOf(size));
        }

        private static int size(AttributeValue value) {
            if (value instanceof S s) {
                return s.value().length();
            }
            if (value instanceof B b) {
                return b.value().length();
            }
            if (value instanceof L list) {
                return list.values().size();
            }
            if (value instanceof M map) {
                return map.values().size();
            }
            if (value instanceof SS set) {
                return set.values().size();
            }
            if (value instanceof NS set) {
                return set.values().size();
            }
            return value instanceof BS set ? set.values().size() : -1;
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            of.collectPaths(paths);
        }
    }
}
