package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One item's part of a write.
 *
 * @param kind what is done to it
 * @param table the table as the request names it
 * @param node the object that holds its key or the item, and its expressions if it has any
 */
record Element(Kind kind, String table, ObjectNode node) {
    enum Kind {
        PUT,
        UPDATE,
        DELETE,
        CHECK
    }

    /** Where the key is: in the whole item, or alone. */
    @Nullable
    ObjectNode attributes() {
        return node.get(kind == Kind.PUT ? "Item" : "Key") instanceof ObjectNode attributes ? attributes : null;
    }

    boolean conditional() {
        return node.hasNonNull("ConditionExpression") || node.hasNonNull("Expected");
    }

    /** Whether the answer is to hold attributes of the item. */
    boolean returns() {
        String values = Json.text(node, "ReturnValues");
        return values != null && !values.equals("NONE");
    }

    /** The element of a write of one item. */
    static List<Element> single(Kind kind, ObjectNode body) {
        String table = Json.text(body, "TableName");
        return table == null ? List.of() : List.of(new Element(kind, table, body));
    }

    /** The elements of a BatchWriteItem, table by table. */
    static List<Element> batch(ObjectNode body) {
        List<Element> elements = new ArrayList<>();
        for (Map.Entry<String, JsonNode> table : body.path("RequestItems").properties()) {
            for (JsonNode request : table.getValue()) {
                add(elements, Kind.PUT, table.getKey(), request.get("PutRequest"));
                add(elements, Kind.DELETE, table.getKey(), request.get("DeleteRequest"));
            }
        }
        return elements;
    }

    /** The elements of a TransactWriteItems, in its order; null for one that is none. */
    static List<@Nullable Element> transaction(ObjectNode body) {
        List<@Nullable Element> elements = new ArrayList<>();
        for (JsonNode item : body.path("TransactItems")) {
            int before = elements.size();
            addNamed(elements, Kind.PUT, item.get("Put"));
            addNamed(elements, Kind.UPDATE, item.get("Update"));
            addNamed(elements, Kind.DELETE, item.get("Delete"));
            addNamed(elements, Kind.CHECK, item.get("ConditionCheck"));
            if (elements.size() == before) {
                elements.add(null);
            }
        }
        return elements;
    }

    private static void addNamed(List<@Nullable Element> elements, Kind kind, @Nullable JsonNode node) {
        String table = node == null ? null : Json.text(node, "TableName");
        if (table != null && node instanceof ObjectNode object) {
            elements.add(new Element(kind, table, object));
        }
    }

    private static void add(List<Element> elements, Kind kind, String table, @Nullable JsonNode node) {
        if (node instanceof ObjectNode object) {
            elements.add(new Element(kind, table, object));
        }
    }
}
