package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.KeySchema.Attribute;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a query or a scan reads.
 *
 * @param table the table
 * @param index one of its indexes, or null for the table itself
 */
record Source(Table table, @Nullable SecondaryIndex index) {

    /** What a request names, with the service's error if there is none such. */
    static Source of(Table table, Input request) {
        String name = request.text("IndexName");
        if (name == null) {
            return new Source(table, null);
        }
        SecondaryIndex index = table.index(name);
        if (index == null) {
            throw DynamoError.validation("The table does not have the specified index: " + name)
                    .exception();
        }
        if (index.schema().global() && request.flag("ConsistentRead")) {
            throw DynamoError.validation("Consistent reads are not supported on global secondary indexes")
                    .exception();
        }
        return new Source(table, index);
    }

    SortedItems items() {
        return index == null ? table.items() : index.entries();
    }

    Keys keys() {
        return index == null ? table.keys() : index.schema().keys();
    }

    boolean global() {
        return index != null && index.schema().global();
    }

    /** The attributes that tell where a page ended: the keys of the table and of the index. */
    Map<String, Attribute> positionAttributes() {
        Map<String, Attribute> all = new LinkedHashMap<>();
        table.keys().all().forEach(attribute -> all.put(attribute.name(), attribute));
        if (index != null) {
            index.schema().keys().all().forEach(attribute -> all.put(attribute.name(), attribute));
        }
        return all;
    }

    /** The position of an item, as {@code LastEvaluatedKey} shows it. */
    Map<String, AttributeValue> position(StoredItem item) {
        Map<String, AttributeValue> position = new LinkedHashMap<>();
        for (String name : positionAttributes().keySet()) {
            AttributeValue value = item.attributes().get(name);
            if (value != null) {
                position.put(name, value);
            }
        }
        return position;
    }

    /** The place of a position that has all its attributes. */
    StoreKey place(Map<String, AttributeValue> position) {
        StoreKey base = table.keys().place(position);
        return index == null ? base : index.schema().keys().entryPlace(position, base);
    }
}
