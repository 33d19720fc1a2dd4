package io.heatshield.expression;

import io.heatshield.expression.DocumentPath.Element;
import io.heatshield.expression.DocumentPath.Index;
import io.heatshield.expression.DocumentPath.Name;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Paths of which none is part of another, as the tree that they span: what siblings share stands once, indices in
 * ascending order.
 *
 * @param <T> what is kept at the end of each path
 */
final class PathTree<T> {

    /** A step that some path takes: the end of one path, or the way to several. */
    static final class Node<T> {
        final Map<String, Node<T>> names = new LinkedHashMap<>();
        final TreeMap<Integer, Node<T>> indices = new TreeMap<>();
        /** The first path that came this way. */
        private final DocumentPath first;

        private @Nullable T leaf;

        private Node(DocumentPath first) {
            this.first = first;
        }

        /** What is kept here, or null if paths lead on from here. */
        @Nullable
        T leaf() {
            return leaf;
        }
    }

    /**
     * Two paths that exclude each other.
     *
     * @param overlap whether one is part of the other, rather than one taking for a map what the other takes for a
     *     list
     * @param earlier the path that was there before
     */
    record Clash(boolean overlap, DocumentPath earlier) {
        /** The words of the service. */
        String message(DocumentPath later) {
            return "Two document paths " + (overlap ? "overlap" : "conflict")
                    + " with each other; must remove or rewrite one of these paths; path one: " + earlier
                    + ", path two: " + later;
        }
    }

    private final Map<String, Node<T>> roots = new LinkedHashMap<>();

    /** The attributes that paths begin at. */
    Map<String, Node<T>> roots() {
        return roots;
    }

    /** Adds a path, unless it clashes with an earlier one, which is then told. */
    @Nullable
    Clash add(DocumentPath path, T leaf) {
        int known = 1;
        Node<T> node = roots.get(path.head());
        if (node == null) {
            return grow(path, leaf, null, 0);
        }
        for (; known < path.elements().size(); known++) {
            if (node.leaf != null) {
                return new Clash(true, node.first);
            }
            Element step = path.elements().get(known);
            Clash conflict = conflict(node, step);
            if (conflict != null) {
                return conflict;
            }
            Node<T> next =
                    step instanceof Name name ? node.names.get(name.name()) : node.indices.get(((Index) step).index());
            if (next == null) {
                return grow(path, leaf, node, known);
            }
            node = next;
        }
        return new Clash(true, node.first);
    }

    private static <T> @Nullable Clash conflict(Node<T> node, Element step) {
        if (step instanceof Name ? node.indices.isEmpty() : node.names.isEmpty()) {
            return null;
        }
        // Nothing was ever added that conflicts, so all paths through this node take the one kind of step.
        return new Clash(false, node.first);
    }

    private @Nullable Clash grow(DocumentPath path, T leaf, @Nullable Node<T> from, int depth) {
        Node<T> node = from;
        for (int i = depth; i < path.elements().size(); i++) {
            Node<T> next = new Node<>(path);
            Element step = path.elements().get(i);
            if (node == null) {
                roots.put(path.head(), next);
            } else if (step instanceof Name name) {
                node.names.put(name.name(), next);
            } else {
                node.indices.put(((Index) step).index(), next);
            }
            node = next;
        }
        if (node != null) {
            node.leaf = leaf;
        }
        return null;
    }
}
