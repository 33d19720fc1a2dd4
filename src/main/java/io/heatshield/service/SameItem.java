package io.heatshield.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heatshield.cache.CachedItem;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import io.heatshield.protocol.DynamoException;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether two cached items are one by content: spellings of numbers and the order of members tell nothing. */
final class SameItem {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SameItem() {}

    static boolean test(CachedItem one, CachedItem other) {
        if (one.payload().body().equals(other.payload().body())) {
            return true;
        }
        if (!one.present() || !other.present()) {
            return one.present() == other.present();
        }
        Map<String, AttributeValue> attributes = read(one);
        return attributes != null && attributes.equals(read(other));
    }

    /** The attributes, or null if they cannot be understood; then only the same bytes are the same item. */
    private static @Nullable Map<String, AttributeValue> read(CachedItem item) {
        try {
            JsonNode body = JSON.readTree(item.payload().body().getBytes());
            return AttributeJson.readItem(body.path("Item"));
        } catch (IOException | DynamoException e) {
            return null;
        }
    }
}
