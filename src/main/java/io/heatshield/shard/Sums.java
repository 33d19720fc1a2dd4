package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.protocol.AttributeValue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** The value of a counter: of its shards' items, the sum of every number that is not in the key. */
final class Sums {
    private Sums() {}

    /** The sum of some items, of which there is one at least; attributes that are no numbers are the first item's. */
    static ObjectNode of(List<ObjectNode> items, TableKeys keys) {
        ObjectNode sum = items.get(0).deepCopy();
        for (ObjectNode item : items.subList(1, items.size())) {
            add(sum, item, keys);
        }
        return sum;
    }

    /** Adds an item to a sum. */
    static void add(ObjectNode sum, ObjectNode item, TableKeys keys) {
        for (Map.Entry<String, JsonNode> attribute : item.properties()) {
            String name = attribute.getKey();
            boolean key = name.equals(keys.partition()) || name.equals(keys.sort());
            if (!key && !sum.has(name)) {
                sum.set(name, attribute.getValue());
            } else if (!key
                    && TableKeys.value(sum, name) instanceof AttributeValue.N one
                    && TableKeys.value(item, name) instanceof AttributeValue.N other) {
                BigDecimal both = one.value().add(other.value());
                sum.putObject(name).put("N", new AttributeValue.N(both).text());
            }
        }
    }
}
