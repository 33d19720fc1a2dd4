package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A condition on one item: a condition expression, a filter, or their legacy forms. Immutable and pure. Values of
 * different types are unequal and have no order; neither has a value that is not there.
 */
public sealed interface Condition {

    /** Whether the item fulfils the condition. An item that does not exist is the empty map. */
    boolean test(Map<String, AttributeValue> item);

    /** Adds the paths that the condition looks at. */
    void collectPaths(Set<DocumentPath> paths);

    /** The document paths that the condition looks at, in the order of the text. */
    default Set<DocumentPath> paths() {
        Set<DocumentPath> paths = new LinkedHashSet<>();
        collectPaths(paths);
        return paths;
    }

    /** All of them. */
    record And(List<Condition> parts) implements Condition {
        public And {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean test(Map<String, AttributeValue> item) {
            for (Condition part : parts) {
                if (!part.test(item)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            parts.forEach(part -> part.collectPaths(paths));
        }
    }

    /** Any of them. */
    record Or(List<Condition> parts) implements Condition {
        public Or {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean test(Map<String, AttributeValue> item) {
            for (Condition part : parts) {
                if (part.test(item)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            parts.forEach(part -> part.collectPaths(paths));
        }
    }

    /** The contrary. */
    record Not(Condition of) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item) {
            return !of.test(item);
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            of.collectPaths(paths);
        }
    }

    /** One value against another. */
    record Comparison(Comparator comparator, Operand left, Operand right) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item) {
            return comparator.holds(left.in(item), right.in(item));
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            left.collectPaths(paths);
            right.collectPaths(paths);
        }
    }

    /** A value within two bounds, both inclusive. */
    record Between(Operand value, Operand lower, Operand upper) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item) {
            AttributeValue tested = value.in(item);
            return Comparator.GE.holds(tested, lower.in(item)) && Comparator.LE.holds(tested, upper.in(item));
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            value.collectPaths(paths);
            lower.collectPaths(paths);
            upper.collectPaths(paths);
        }
    }

    /** A value equal to one of several. */
    record In(Operand value, List<Operand> candidates) implements Condition {
        public In {
            candidates = List.copyOf(candidates);
        }

        @Override
        public boolean test(Map<String, AttributeValue> item) {
            AttributeValue tested = value.in(item);
            for (Operand candidate : candidates) {
                if (tested != null && tested.equals(candidate.in(item))) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            value.collectPaths(paths);
            candidates.forEach(candidate -> candidate.collectPaths(paths));
        }
    }

    /** Something at a path, be it the null value. */
    record Exists(DocumentPath path) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item) {
            return path.in(item) != null;
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            paths.add(path);
        }
    }

    /** Nothing at a path. */
    record NotExists(DocumentPath path) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item) {
            return path.in(item) == null;
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            paths.add(path);
        }
    }

    /** A value of a type, given by its descriptor on the wire. */
    record TypeIs(Operand value, String type) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item) {
            AttributeValue tested = value.in(item);
            return tested != null && tested.type().equals(type);
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            value.collectPaths(paths);
        }
    }

    /** A string or binary that begins with another. */
    record BeginsWith(Operand value, Operand prefix) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item) {
            return Values.beginsWith(value.in(item), prefix.in(item));
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            value.collectPaths(paths);
            prefix.collectPaths(paths);
        }
    }

    /** A string or binary with another inside it, or a set or list with an element. */
    record Contains(Operand value, Operand part) implements Condition {
        @Override
        public boolean test(Map<String, AttributeValue> item) {
            return Values.contains(value.in(item), part.in(item));
        }

        @Override
        public void collectPaths(Set<DocumentPath> paths) {
            value.collectPaths(paths);
            part.collectPaths(paths);
        }
    }
}
