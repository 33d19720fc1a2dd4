package io.heatshield.http;

import io.heatshield.protocol.AttributeValue;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a merge patch (RFC 7396) does to one member. */
sealed interface Patch {
    /** Takes the member away. */
    record Remove() implements Patch {}

    /** Puts a value in its place, whatever it was. */
    record Replace(AttributeValue value) implements Patch {}

    /** Patches the members of a map; where there is none, makes one. */
    record Merge(Map<String, Patch> members) implements Patch {}

    /** The members after the patch; those given are not changed. */
    static Map<String, AttributeValue> apply(Map<String, Patch> patch, Map<String, AttributeValue> members) {
        Map<String, AttributeValue> after = new LinkedHashMap<>(members);
        patch.forEach((name, change) -> {
            AttributeValue value = change.applied(after.get(name));
            if (value == null) {
                after.remove(name);
            } else {
                after.put(name, value);
            }
        });
        return after;
    }

    /** The value after the patch, or null for none. */
    default @Nullable AttributeValue applied(@Nullable AttributeValue value) {
        if (this instanceof Replace replace) {
            return replace.value;
        }
        if (this instanceof Merge merge) {
            Map<String, AttributeValue> within = value instanceof AttributeValue.M map ? map.values() : Map.of();
            return new AttributeValue.M(apply(merge.members, within));
        }
        return null;
    }
}
