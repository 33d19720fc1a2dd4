package io.heatshield.http;

import io.heatshield.protocol.AttributeValue;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code fields=a,b.c} leaves of an item. A comma and a full stop within a name are written {@code %2C} and
 * {@code %2E}; a path that leads nowhere leaves nothing.
 */
final class FieldPaths {
    private static final int MOST = 100;

    private final Map<String, FieldPaths> members = new HashMap<>();
    private boolean whole;

    private FieldPaths() {}

    /** Reads the parameter's value as it stands in the query; null stands for the whole item. */
    static @Nullable FieldPaths of(@Nullable String raw) {
        if (raw == null) {
            return null;
        }
        String[] paths = raw.split(",", -1);
        if (paths.length > MOST) {
            throw QueryParameters.bad("fields", "no more than " + MOST + " paths");
        }
        FieldPaths root = new FieldPaths();
        for (String path : paths) {
            FieldPaths at = root;
            for (String name : path.split("\\.", -1)) {
                String decoded = PercentEncoding.decode(name, true);
                if (decoded.isEmpty()) {
                    throw QueryParameters.bad("fields", "paths of names, such as a,b.c");
                }
                at = at.members.computeIfAbsent(decoded, n -> new FieldPaths());
            }
            at.whole = true;
        }
        return root;
    }

    /** What these leave of the members. */
    Map<String, AttributeValue> cut(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> left = new TreeMap<>();
        members.forEach((name, below) -> {
            AttributeValue value = item.get(name);
            if (value != null && below.whole) {
                left.put(name, value);
            } else if (value instanceof AttributeValue.M map) {
                Map<String, AttributeValue> within = below.cut(map.values());
                if (!within.isEmpty()) {
                    left.put(name, new AttributeValue.M(within));
                }
            }
        });
        return left;
    }
}
