package io.heatshield.shard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.heatshield.expression.KeyCondition.SortCondition;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is asked of one shard: the same key condition, and all of each item that the answer may need. */
final class ShardRequest {
    private ShardRequest() {}

    /**
     * The body of one page.
     *
     * @param start ExclusiveStartKey, or null
     * @param limit how many items
     */
    static ObjectNode of(ShardSearch search, TableKeys keys, String physical, @Nullable ObjectNode start, int limit) {
        ObjectNode body = Json.object().put("TableName", search.table());
        if (search.index() != null) {
            body.put("IndexName", search.index());
        }
        ObjectNode names = body.putObject("ExpressionAttributeNames").put("#p", search.attribute());
        ObjectNode values = body.putObject("ExpressionAttributeValues");
        values.putObject(":p").put("S", physical);
        SortCondition sort = search.condition();
        String condition = "#p = :p";
        if (sort != null) {
            names.put("#s", search.sort());
            values.set(":s", json(sort.operand()));
            if (sort.upper() != null) {
                values.set(":t", json(sort.upper()));
            }
            condition += " AND " + text(sort);
        }
        body.put("KeyConditionExpression", condition);
        body.put("ConsistentRead", search.consistent());
        body.put("ScanIndexForward", search.forward());
        body.put("Limit", limit);
        if (search.capacity() != null) {
            body.put("ReturnConsumedCapacity", search.capacity());
        }
        if (search.count() && search.filter() == null) {
            keysOnly(body, names, search.needed(keys));
        } else if (search.select() != null) {
            body.put("Select", search.select());
        }
        if (start != null) {
            body.set("ExclusiveStartKey", start);
        }
        return body;
    }

    private static void keysOnly(ObjectNode body, ObjectNode names, List<String> needed) {
        StringBuilder projection = new StringBuilder();
        for (int at = 0; at < needed.size(); at++) {
            if (!needed.get(at).isEmpty() && needed.indexOf(needed.get(at)) == at) {
                names.put("#k" + at, needed.get(at));
                projection.append(projection.isEmpty() ? "#k" : ", #k").append(at);
            }
        }
        body.put("ProjectionExpression", projection.toString());
    }

    private static String text(SortCondition sort) {
        return switch (sort.operator()) {
            case EQ -> "#s = :s";
            case LT -> "#s < :s";
            case LE -> "#s <= :s";
            case GE -> "#s >= :s";
            case GT -> "#s > :s";
            case BETWEEN -> "#s BETWEEN :s AND :t";
            case BEGINS_WITH -> "begins_with(#s, :s)";
        };
    }

    /** An item as the wire has it. */
    static ObjectNode json(Map<String, AttributeValue> item) {
        try (TokenBuffer out = new TokenBuffer(null, false)) {
            AttributeJson.writeItem(item, out);
            return Json.tree(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
    }

    /** A value as the wire has it. */
    static ObjectNode json(AttributeValue value) {
        try (TokenBuffer out = new TokenBuffer(null, false)) {
            AttributeJson.write(value, out);
            return Json.tree(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
    }
}
