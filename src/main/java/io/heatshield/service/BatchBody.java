package io.heatshield.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heatshield.protocol.ItemKey;
import io.heatshield.protocol.KeyParts;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Where the items stand in the bytes of a BatchGetItem's answer, and what it says beside them. */
final class BatchBody {
    private static final JsonFactory JSON = new JsonFactory();

    private final byte[] bytes;
    private final Map<String, List<ItemBody.Slice>> items = new HashMap<>();
    private final Map<String, List<KeyParts>> unprocessed = new HashMap<>();
    private final Map<String, Double> capacity = new TreeMap<>();

    private BatchBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Finds the members, or gives null if the answer has others than these three, or is not what it should be. */
    static @Nullable BatchBody scan(Buffer body) {
        BatchBody found = new BatchBody(body.getBytes());
        try (JsonParser in = JSON.createParser(found.bytes)) {
            return found.read(in) ? found : null;
        } catch (IOException e) {
            // An answer that is not JSON is nothing to cut items out of; the caller passes the request on whole.
            return null;
        }
    }

    private boolean read(JsonParser in) throws IOException {
        if (in.nextToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            boolean understood = switch (name) {
                case "Responses" -> responses(in);
                case "UnprocessedKeys" -> unprocessed(in);
                case "ConsumedCapacity" -> capacity(in);
                default -> false;
            };
            if (!understood) {
                return false;
            }
        }
        return in.currentToken() == JsonToken.END_OBJECT && in.nextToken() == null;
    }

    private boolean responses(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            List<ItemBody.Slice> ofTable = new ArrayList<>();
            items.put(TableId.bareName(in.currentName()), ofTable);
            if (in.nextToken() != JsonToken.START_ARRAY) {
                return false;
            }
            while (in.nextToken() == JsonToken.START_OBJECT) {
                int from = (int) in.currentTokenLocation().getByteOffset();
                in.skipChildren();
                ofTable.add(new ItemBody.Slice(from, (int) in.currentLocation().getByteOffset()));
            }
        }
        return in.currentToken() == JsonToken.END_OBJECT;
    }

    private boolean unprocessed(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            List<KeyParts> ofTable = new ArrayList<>();
            unprocessed.put(TableId.bareName(in.currentName()), ofTable);
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                boolean keys = in.currentName().equals("Keys");
                in.nextToken();
                if (!keys) {
                    in.skipChildren();
                    continue;
                }
                while (in.nextToken() == JsonToken.START_OBJECT) {
                    ofTable.add(KeyParts.read(in));
                }
            }
        }
        return in.currentToken() == JsonToken.END_OBJECT;
    }

    private boolean capacity(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            return false;
        }
        while (in.nextToken() == JsonToken.START_OBJECT) {
            String table = null;
            double units = 0;
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                JsonToken value = in.nextToken();
                if (name.equals("TableName") && value == JsonToken.VALUE_STRING) {
                    table = in.getText();
                } else if (name.equals("CapacityUnits") && value.isNumeric()) {
                    units = in.getDoubleValue();
                } else {
                    in.skipChildren();
                }
            }
            if (table == null) {
                return false;
            }
            capacity.merge(TableId.bareName(table), units, Double::sum);
        }
        return in.currentToken() == JsonToken.END_ARRAY;
    }

    /** The answer's bytes. */
    byte[] bytes() {
        return bytes;
    }

    /** Where a table's items stand. */
    List<ItemBody.Slice> items(TableDescription table) {
        return items.getOrDefault(table.id().name(), List.of());
    }

    /** The identity of an item that stands there, or null if it lacks its key. */
    @Nullable
    ItemKey keyOf(ItemBody.Slice item, TableDescription table) {
        try (JsonParser in = JSON.createParser(bytes, item.from(), item.length())) {
            in.nextToken();
            return KeyParts.readOfItem(in, table.keys()).ofItem(table);
        } catch (IOException e) {
            // It was scanned before, so this cannot be; if it is, then this is no item.
            return null;
        }
    }

    /** The keys of a table that the origin did not process, or null if it says something that is no key. */
    @Nullable
    List<ItemKey> unprocessed(TableDescription table) {
        List<ItemKey> keys = new ArrayList<>();
        for (KeyParts parts : unprocessed.getOrDefault(table.id().name(), List.of())) {
            ItemKey key = parts.asKey(table);
            if (key == null) {
                return null;
            }
            keys.add(key);
        }
        return keys;
    }

    /** The capacity units that the tables took, by bare name. */
    Map<String, Double> capacity() {
        return capacity;
    }
}
