package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heatshield.cache.CachedItem;
import io.heatshield.cache.Lifetimes;
import io.heatshield.cache.TieredCache;
import io.heatshield.protocol.Call;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.ResultKey;
import io.heatshield.protocol.TableDescription;
import java.io.IOException;

/** Keeps the items of an answer as items too, for as long as the answer could be kept. */
final class WarmItems {
    private static final JsonFactory JSON = new JsonFactory();

    private WarmItems() {}

    /** Whether the answer to this holds whole items of the table. */
    static boolean holdsItems(Call.Search call) {
        String select = call.select();
        return call.index() == null && call.projection() == null && (select == null || select.equals("ALL_ATTRIBUTES"));
    }

    /**
     * Keeps the items of an answer.
     *
     * @param answer the key under which the answer itself is kept
     * @param kept the answer
     */
    static void keep(
            TieredCache cache, ResultKey answer, TableDescription table, CachedItem kept, Lifetimes lifetimes) {
        byte[] bytes = kept.payload().body().getBytes();
        try (JsonParser in = JSON.createParser(bytes)) {
            in.nextToken();
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                boolean items = in.currentName().equals("Items");
                if (in.nextToken() != JsonToken.START_ARRAY || !items) {
                    in.skipChildren();
                    continue;
                }
                while (in.nextToken() == JsonToken.START_OBJECT) {
                    int from = (int) in.currentTokenLocation().getByteOffset();
                    ItemKey key = KeyParts.readOfItem(in, table.keys()).ofItem(table);
                    int to = (int) in.currentLocation().getByteOffset();
                    if (key != null) {
                        cache.keepWith(
                                answer,
                                key,
                                () -> ItemBody.alone(bytes, new ItemBody.Slice(from, to)),
                                lifetimes.hard());
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("an answer that was kept is no JSON", e);
        }
    }
}
