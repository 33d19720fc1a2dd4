package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code AttributeUpdates} and {@code AttributesToGet}, the members that came before update and projection
 * expressions, as the same trees. Names of actions are checked by whoever reads the request.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html">
 *     Legacy conditional parameters</a>
 */
public final class LegacyUpdates {
    private static final Set<String> SETS = Set.of("SS", "NS", "BS");
    private static final Set<String> ADDABLE = Set.of("N", "SS", "NS", "BS", "L");

    /** {@code Action}. */
    public enum Action {
        ADD,
        PUT,
        DELETE
    }

    /**
     * An {@code AttributeValueUpdate}.
     *
     * @param action what to do; null, as in the request, for PUT
     * @param value what with; null for a DELETE of the whole attribute
     */
    public record Change(@Nullable Action action, @Nullable AttributeValue value) {}

    private LegacyUpdates() {}

    /**
     * Reads {@code AttributeUpdates}.
     *
     * @param changes by attribute; may be empty, which makes an item of the key alone where there is none
     * @throws DynamoException a ValidationException in the service's words
     */
    public static Update attributeUpdates(Map<String, Change> changes) {
        List<UpdateAction> actions = new ArrayList<>();
        changes.forEach((attribute, change) -> actions.add(action(DocumentPath.of(attribute), change)));
        return new Update(actions);
    }

    private static UpdateAction action(DocumentPath target, Change change) {
        Action action = change.action == null ? Action.PUT : change.action;
        AttributeValue value = change.value;
        if (value == null) {
            if (action != Action.DELETE) {
                throw invalid("Only DELETE action is allowed when no attribute value is specified");
            }
            return new UpdateAction.Remove(target);
        }
        String type = value.type();
        return switch (action) {
            case PUT -> new UpdateAction.Put(target, new UpdateValue.Literal(value));
            case DELETE -> {
                if (!SETS.contains(type)) {
                    throw invalid("DELETE action with value is not supported for the type " + type);
                }
                yield new UpdateAction.Delete(target, value, true);
            }
            case ADD -> {
                if (!ADDABLE.contains(type)) {
                    throw invalid("ADD action is not supported for the type " + type);
                }
                yield new UpdateAction.Add(target, value, true);
            }
        };
    }

    /**
     * Reads {@code AttributesToGet}.
     *
     * @param names whole attributes, dots and all
     * @throws DynamoException a ValidationException in the service's words, if a name stands twice
     */
    public static Projection attributesToGet(List<String> names) {
        PathTree<DocumentPath> seen = new PathTree<>();
        List<DocumentPath> paths = new ArrayList<>();
        for (String name : names) {
            DocumentPath path = DocumentPath.of(name);
            if (seen.add(path, path) != null) {
                throw invalid("Duplicate value in attribute name: " + name);
            }
            paths.add(path);
        }
        return new Projection(paths);
    }

    private static DynamoException invalid(String message) {
        return DynamoError.validation("One or more parameter values were invalid: " + message)
                .exception();
    }
}
