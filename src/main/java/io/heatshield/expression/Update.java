package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.util.List;
import java.util.Map;

/** An update of one item: an update expression or its legacy form. Immutable and pure. */
public final class Update {

    /**
     * What an update made.
     *
     * @param before the item as it was; empty if there was none
     * @param after the item as it is now
     * @param touched the paths that the update set, removed, added to or deleted from
     */
    public record Result(
            Map<String, AttributeValue> before, Map<String, AttributeValue> after, List<DocumentPath> touched) {

        /** What {@code ReturnValues=UPDATED_OLD} shows: the touched paths as they were. May be empty. */
        public Map<String, AttributeValue> updatedOld() {
            return new Projection(touched).apply(before);
        }

        /** What {@code ReturnValues=UPDATED_NEW} shows: the touched paths as they are. May be empty. */
        public Map<String, AttributeValue> updatedNew() {
            return new Projection(touched).apply(after);
        }
    }

    Update() {}

    /** The paths that the update writes to, in the order given: none may be part of the primary key. */
    public List<DocumentPath> targets() {
        throw new UnsupportedOperationException();
    }

    /**
     * The item after the update. Every operand sees the item as it was before; the item given is not altered.
     *
     * @param item the item as it is, or the key alone if there is none yet
     * @throws DynamoException a ValidationException in the service's words, if the update does not fit the item
     */
    public Result apply(Map<String, AttributeValue> item) {
        throw new UnsupportedOperationException();
    }
}
