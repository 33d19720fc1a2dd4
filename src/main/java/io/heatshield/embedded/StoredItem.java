package io.heatshield.embedded;

import io.heatshield.protocol.AttributeValue;
import java.util.Map;

/**
 * An item as it is stored. Immutable.
 *
 * @param attributes its attributes
 * @param size its weight in bytes by {@link ItemSize}
 */
record StoredItem(Map<String, AttributeValue> attributes, int size) {
    static StoredItem of(Map<String, AttributeValue> attributes) {
        return new StoredItem(attributes, ItemSize.of(attributes));
    }

    @Override
    public String toString() {
        return "item of " + size + " bytes";
    }
}
