package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import java.util.List;
import java.util.Map;

/**
 * What a read keeps of an item. Immutable.
 *
 * @param paths the paths asked for, in the order given; none is part of another
 */
public record Projection(List<DocumentPath> paths) {
    public Projection {
        paths = List.copyOf(paths);
    }

    /**
     * The part of an item that the paths name, as the service shapes it: elements of lists in ascending order without
     * gaps, siblings merged, nothing where a path matches nothing. The result may be empty. The item is not altered.
     */
    public Map<String, AttributeValue> apply(Map<String, AttributeValue> item) {
        throw new UnsupportedOperationException();
    }
}
