package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.AttributeValue.B;
import io.heatshield.protocol.AttributeValue.S;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema.Attribute;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What keys must be, in the service's words. */
final class KeyRules {
    private static final int MAX_HASH = 2048;
    private static final int MAX_RANGE = 1024;

    private KeyRules() {}

    /** The place that a key names. */
    static StoreKey place(Table table, Map<String, AttributeValue> key) {
        List<Attribute> attributes = table.keys().all();
        if (key.size() != attributes.size()) {
            throw mismatch();
        }
        for (Attribute attribute : attributes) {
            AttributeValue value = key.get(attribute.name());
            if (value == null || !value.type().equals(attribute.type().name())) {
                throw mismatch();
            }
            checkFilled(attribute.name(), value);
            checkSize(value, attribute.equals(table.keys().hash()));
        }
        return table.keys().place(key);
    }

    private static DynamoException mismatch() {
        return DynamoError.validation("The provided key element does not match the schema")
                .exception();
    }

    /** Refuses an item whose primary key is missing or of another type, in the words that a batch has for it. */
    static void requireKey(Table table, Map<String, AttributeValue> item) {
        if (!table.keys().coveredBy(item)) {
            throw mismatch();
        }
    }

    /** The place of a whole item, whose keys and index keys must be right. */
    static StoreKey placeOfItem(Table table, Map<String, AttributeValue> item) {
        for (Attribute attribute : table.keys().all()) {
            AttributeValue value = item.get(attribute.name());
            if (value == null) {
                throw SchemaRules.invalid("Missing the key " + attribute.name() + " in the item");
            }
            if (!value.type().equals(attribute.type().name())) {
                throw SchemaRules.invalid("Type mismatch for key " + attribute.name() + " expected: "
                        + attribute.type().name() + " actual: " + value.type());
            }
            checkFilled(attribute.name(), value);
            checkSize(value, attribute.equals(table.keys().hash()));
        }
        checkIndexKeys(table, item);
        return table.keys().place(item);
    }

    /** The attributes that an item has of an index's key must have its types. */
    static void checkIndexKeys(Table table, Map<String, AttributeValue> item) {
        for (SecondaryIndex index : table.indexes()) {
            for (Attribute attribute : index.schema().keys().all()) {
                AttributeValue value = item.get(attribute.name());
                if (value != null && !table.keys().contains(attribute.name())) {
                    checkIndexKey(index.schema().name(), attribute, value);
                    checkSize(value, index.schema().keys().partition().contains(attribute));
                }
            }
        }
    }

    private static void checkIndexKey(String index, Attribute attribute, AttributeValue value) {
        if (!value.type().equals(attribute.type().name())) {
            throw SchemaRules.invalid("Type mismatch for Index Key " + attribute.name() + " Expected: "
                    + attribute.type().name() + " Actual: " + value.type() + " IndexName: " + index);
        }
        String kind = emptyKind(value);
        if (kind != null) {
            throw DynamoError.validation("One or more parameter values are not valid. A value specified for a secondary"
                            + " index key is not supported. The AttributeValue for a key attribute cannot contain an"
                            + " empty " + kind + " value. IndexName: " + index + ", IndexKey: " + attribute.name())
                    .exception();
        }
    }

    /** Lets an error of an empty key through: it refuses a whole transaction, where other errors of keys cancel it. */
    static void rethrowIfEmptyKey(DynamoException e) {
        String message = e.error().message();
        if (message != null && message.contains(" cannot contain an empty ")) {
            throw e;
        }
    }

    static void checkFilled(String name, AttributeValue value) {
        String kind = emptyKind(value);
        if (kind != null) {
            throw DynamoError.validation("One or more parameter values are not valid. The AttributeValue for a key"
                            + " attribute cannot contain an empty " + kind + " value. Key: " + name)
                    .exception();
        }
    }

    private static @Nullable String emptyKind(AttributeValue value) {
        if (value instanceof S s && s.value().isEmpty()) {
            return "string";
        }
        return value instanceof B b && b.value().length() == 0 ? "binary" : null;
    }

    private static void checkSize(AttributeValue value, boolean hash) {
        if (value instanceof AttributeValue.N) {
            return;
        }
        int size = ItemSize.of(value);
        if (hash && size > MAX_HASH) {
            throw SchemaRules.invalid("Size of hashkey has exceeded the maximum size limit of2048 bytes");
        }
        if (!hash && size > MAX_RANGE) {
            throw SchemaRules.invalid("Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
        }
    }
}
