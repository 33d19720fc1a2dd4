package io.heatshield.expression;

import io.heatshield.expression.UpdateAction.Edit;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.L;
import io.heatshield.protocol.AttributeValue.M;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An update of one item: an update expression or its legacy form. Immutable and pure.
 *
 * <p>All actions see the item as it was before, and all indices of a list count in the list as it was before. So the
 * actions are first evaluated, each by itself, and their outcomes are then worked into the item in one pass: in a
 * list, elements are replaced in place, elements beyond its end are appended in the order of their indices, and only
 * then removed ones close up.
 */
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

        /**
         * What {@code ReturnValues=UPDATED_NEW} shows: what is now at the touched paths. As in the service, indices
         * are taken literally: an element appended by an index far beyond the end of its list is not shown, and of a
         * removed element its successor is. May be empty.
         */
        public Map<String, AttributeValue> updatedNew() {
            return new Projection(touched).apply(after);
        }
    }

    private final List<UpdateAction> actions;

    /** An update of actions whose targets exclude each other. */
    Update(List<UpdateAction> actions) {
        this.actions = List.copyOf(actions);
    }

    /** The paths that the update writes to, in the order given: none may be part of the primary key. */
    public List<DocumentPath> targets() {
        return actions.stream().map(UpdateAction::target).toList();
    }

    /**
     * The value that the update sets a whole attribute to, where the request alone tells it, so that the key of an
     * index can be checked before the item is read; null in all other cases.
     */
    public @Nullable AttributeValue literalFor(String attribute) {
        for (UpdateAction action : actions) {
            if (action instanceof UpdateAction.Put put
                    && put.target().equals(DocumentPath.of(attribute))
                    && put.value() instanceof UpdateValue.Literal literal) {
                return literal.value();
            }
        }
        return null;
    }

    /** Whether the update makes an item where there is none: it does so unless it only removes and deletes. */
    public boolean createsItem() {
        return actions.isEmpty() || actions.stream().anyMatch(UpdateAction::createsItem);
    }

    /**
     * The item after the update. The item given is not altered; values may be shared with it.
     *
     * @param item the item as it is
     * @throws DynamoException a ValidationException in the service's words, if the update does not fit the item
     */
    public Result apply(Map<String, AttributeValue> item) {
        return new Result(item, edited(actions, item), targets());
    }

    /**
     * The item that the update makes where there is none; see {@link #createsItem}. What it would remove, at whatever
     * depth, is passed over.
     *
     * @param key the primary key of the item to be
     * @throws DynamoException a ValidationException in the service's words, if the update needs what is not there
     */
    public Result create(Map<String, AttributeValue> key) {
        List<UpdateAction> effective = actions.stream()
                .filter(action -> !(action instanceof UpdateAction.Remove))
                .toList();
        return new Result(Map.of(), edited(effective, key), targets());
    }

    private static Map<String, AttributeValue> edited(List<UpdateAction> actions, Map<String, AttributeValue> item) {
        PathTree<Edit> edits = new PathTree<>();
        for (UpdateAction action : actions) {
            edits.add(action.target(), action.edit(item));
        }
        return members(edits.roots(), item);
    }

    private static Map<String, AttributeValue> members(
            Map<String, PathTree.Node<Edit>> edits, Map<String, AttributeValue> before) {
        Map<String, AttributeValue> after = new LinkedHashMap<>(before);
        edits.forEach((name, node) -> {
            Edit edit = node.leaf();
            if (edit == null) {
                after.put(name, inner(node, before.get(name)));
                return;
            }
            AttributeValue value = edit.value();
            if (value != null) {
                after.put(name, value);
            } else if (edit.effect() == UpdateAction.Effect.DROP) {
                after.remove(name);
            }
        });
        return after;
    }

    /** A map or list with what the paths through it make of it. */
    private static AttributeValue inner(PathTree.Node<Edit> node, @Nullable AttributeValue value) {
        if (value instanceof M map && node.indices.isEmpty()) {
            return new M(members(node.names, map.values()));
        }
        if (value instanceof L list && node.names.isEmpty()) {
            return new L(elements(node, list.values()));
        }
        throw DynamoError.validation("The document path provided in the update expression is invalid for update")
                .exception();
    }

    private static List<AttributeValue> elements(PathTree.Node<Edit> node, List<AttributeValue> before) {
        List<AttributeValue> after = new ArrayList<>(before);
        List<Integer> dropped = new ArrayList<>();
        node.indices.forEach((index, next) -> {
            boolean present = index < before.size();
            Edit edit = next.leaf();
            if (edit == null) {
                AttributeValue inner = inner(next, present ? before.get(index) : null);
                after.set(index, inner);
                return;
            }
            AttributeValue value = edit.value();
            if (value != null && present) {
                after.set(index, value);
            } else if (value != null) {
                after.add(value);
            } else if (present && edit.effect() == UpdateAction.Effect.DROP) {
                dropped.add(index);
            }
        });
        for (int i = dropped.size() - 1; i >= 0; i--) {
            after.remove((int) dropped.get(i));
        }
        return after;
    }
}
