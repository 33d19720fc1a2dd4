package io.heatshield.expression;

import io.heatshield.protocol.AttributeValue;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The way to a value inside an item, such as {@code a.b[3]}: an attribute's name, then names of map members and
 * indices of list elements. Placeholders are resolved already.
 *
 * @param elements the steps; never empty, and the first is a name
 */
public record DocumentPath(List<Element> elements) {

    /** One step. */
    public sealed interface Element {}

    /** A step into a map, or the attribute itself. */
    public record Name(String name) implements Element {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A step into a list, counted from zero. */
    public record Index(int index) implements Element {
        @Override
        public String toString() {
            return "[" + index + "]";
        }
    }

    public DocumentPath {
        elements = List.copyOf(elements);
        if (elements.isEmpty() || !(elements.get(0) instanceof Name)) {
            throw new IllegalArgumentException("a path begins with a name");
        }
    }

    /** The path that is one attribute's name, taken as it is, dots and all. */
    public static DocumentPath of(String attribute) {
        return new DocumentPath(List.of(new Name(attribute)));
    }

    /** The attribute that the path begins at. */
    public String head() {
        return ((Name) elements.get(0)).name();
    }

    /** Whether the path is a whole attribute. */
    public boolean isTopLevel() {
        return elements.size() == 1;
    }

    /** The value at the end of this path, or null if the item has none there. */
    public @Nullable AttributeValue in(Map<String, AttributeValue> item) {
        AttributeValue value = item.get(head());
        for (int i = 1; value != null && i < elements.size(); i++) {
            value = step(value, elements.get(i));
        }
        return value;
    }

    /** The value one step further, or null if there is none. */
    static @Nullable AttributeValue step(AttributeValue value, Element element) {
        if (element instanceof Name name) {
            return value instanceof AttributeValue.M map ? map.values().get(name.name()) : null;
        }
        int index = ((Index) element).index();
        if (value instanceof AttributeValue.L list && index < list.values().size()) {
            return list.values().get(index);
        }
        return null;
    }

    /** The path as the service's errors show it: {@code [a, b, [3]]}. */
    @Override
    public String toString() {
        StringJoiner joined = new StringJoiner(", ", "[", "]");
        elements.forEach(element -> joined.add(element.toString()));
        return joined.toString();
    }
}
