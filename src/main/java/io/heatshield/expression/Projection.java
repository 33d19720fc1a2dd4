package io.heatshield.expression;

import io.heatshield.expression.Problems.Rank;
import io.heatshield.expression.Token.Kind;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.L;
import io.heatshield.protocol.AttributeValue.M;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a read keeps of an item. Immutable, and safe for use by several threads. */
public final class Projection {
    private static final String MEMBER = "ProjectionExpression";

    private final List<DocumentPath> paths;
    private final PathTree<DocumentPath> tree = new PathTree<>();

    /**
     * The projection onto some paths.
     *
     * @throws IllegalArgumentException if one of them is part of another
     */
    public Projection(List<DocumentPath> paths) {
        this.paths = List.copyOf(paths);
        for (DocumentPath path : this.paths) {
            PathTree.Clash clash = tree.add(path, path);
            if (clash != null) {
                throw new IllegalArgumentException(clash.message(path));
            }
        }
    }

    static Projection parse(String text, Placeholders placeholders) {
        Tokens tokens = Tokens.of(MEMBER, text, placeholders.wording());
        Problems problems = Problems.ofUpdate();
        PathReader reader = new PathReader(tokens, placeholders, problems, Set.of());
        PathTree<DocumentPath> seen = new PathTree<>();
        List<DocumentPath> paths = new ArrayList<>();
        do {
            DocumentPath path = reader.path();
            PathTree.Clash clash = seen.add(path, path);
            if (clash != null) {
                problems.note(clash.overlap() ? Rank.OVERLAP : Rank.CONFLICT, clash.message(path));
            }
            paths.add(path);
        } while (tokens.takeSymbol(","));
        tokens.expect(Kind.END);
        problems.raise(tokens);
        return new Projection(paths);
    }

    /** The paths asked for, in the order given. */
    public List<DocumentPath> paths() {
        return paths;
    }

    /**
     * The part of an item that the paths name, as the service shapes it: elements of lists in ascending order without
     * gaps, siblings merged, nothing where a path matches nothing. The result may be empty. The item is not altered;
     * values may be shared with it.
     */
    public Map<String, AttributeValue> apply(Map<String, AttributeValue> item) {
        return members(tree.roots(), item);
    }

    private static Map<String, AttributeValue> members(
            Map<String, PathTree.Node<DocumentPath>> wanted, Map<String, AttributeValue> from) {
        Map<String, AttributeValue> kept = new LinkedHashMap<>();
        wanted.forEach((name, node) -> {
            AttributeValue part = part(node, from.get(name));
            if (part != null) {
                kept.put(name, part);
            }
        });
        return kept;
    }

    private static @Nullable AttributeValue part(PathTree.Node<DocumentPath> node, @Nullable AttributeValue value) {
        if (node.leaf() != null) {
            return value;
        }
        if (value instanceof M map) {
            Map<String, AttributeValue> kept = members(node.names, map.values());
            return kept.isEmpty() ? null : new M(kept);
        }
        if (value instanceof L list) {
            List<AttributeValue> kept = new ArrayList<>();
            node.indices.forEach((index, next) -> {
                AttributeValue part =
                        index < list.values().size() ? part(next, list.values().get(index)) : null;
                if (part != null) {
                    kept.add(part);
                }
            });
            return kept.isEmpty() ? null : new L(kept);
        }
        return null;
    }
}
