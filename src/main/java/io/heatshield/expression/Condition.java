package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import java.util.Map;
import java.util.Set;

/** A condition on one item: a condition expression, a filter, or their legacy forms. Immutable and pure. */
public interface Condition {
    /** Whether the item fulfils the condition. An item that does not exist is the empty map. */
    boolean test(Map<String, AttributeValue> item);

    /** The document paths that the condition looks at. */
    Set<DocumentPath> paths();
}
