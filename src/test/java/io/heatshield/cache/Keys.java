package io.heatshield.cache;

import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.TableId;
import io.vertx.core.buffer.Buffer;

/** Keys and items for tests. */
public final class Keys {
    public static final TableId TABLE = new TableId("arn:aws:dynamodb:us-east-1:000000000000:table/T", "T");

    private Keys() {}

    public static ItemKey key(String id) {
        return key(TABLE, id);
    }

    public static ItemKey key(TableId table, String id) {
        return ItemKey.of(table, ItemKey.canonical(KeySchema.Type.S, id), null);
    }

    public static CachedItem item(String text) {
        return new CachedItem(Payload.of(Buffer.buffer("{\"Item\":{\"v\":{\"S\":\"" + text + "\"}}}")), true);
    }

    /** An item with a minute to live. */
    public static SharedItem shared(String text) {
        long minute = 60_000_000_000L;
        return new SharedItem(item(text), new Ages(minute, minute, minute), 1_000_000);
    }

    public static CachedItem absent() {
        return new CachedItem(Payload.of(Buffer.buffer("{}")), false);
    }

    public static String text(CachedItem item) {
        return item.payload().body().toString();
    }
}
