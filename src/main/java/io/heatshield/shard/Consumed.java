package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Consumed capacity, added up over several answers of the origin. */
final class Consumed {
    private Consumed() {}

    /** The sum of what an answer has of it and what is known already, either of which may be nothing. */
    static @Nullable ObjectNode sum(@Nullable ObjectNode known, @Nullable JsonNode more) {
        if (!(more instanceof ObjectNode object)) {
            return known;
        }
        return known == null ? object.deepCopy() : add(known, object);
    }

    private static ObjectNode add(ObjectNode to, ObjectNode more) {
        for (Map.Entry<String, JsonNode> member : more.properties()) {
            JsonNode mine = to.get(member.getKey());
            JsonNode theirs = member.getValue();
            if (mine instanceof ObjectNode object && theirs instanceof ObjectNode other) {
                add(object, other);
            } else if (mine != null && mine.isNumber() && theirs.isNumber()) {
                to.put(member.getKey(), mine.doubleValue() + theirs.doubleValue());
            } else if (mine == null) {
                to.set(member.getKey(), theirs.deepCopy());
            }
        }
        return to;
    }

    /** Adds one table's to a list that has one of each. */
    static void addTo(ArrayNode list, @Nullable JsonNode more) {
        if (!(more instanceof ObjectNode object)) {
            return;
        }
        for (JsonNode each : list) {
            if (each.path("TableName").equals(object.path("TableName"))) {
                add((ObjectNode) each, object);
                return;
            }
        }
        list.add(object.deepCopy());
    }
}
