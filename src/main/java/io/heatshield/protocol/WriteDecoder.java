package io.heatshield.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items that a write names, in one pass. What cannot be told becomes a wider fence, never a narrower one. */
final class WriteDecoder {
    private static final Call UNKNOWN_WRITE = new Call.UnknownWrite();

    private WriteDecoder() {}

    static Call decode(Operation operation, Buffer body) throws IOException {
        try (JsonParser in = CallDecoder.parser(body)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return UNKNOWN_WRITE;
            }
            List<Call.Target> targets = new ArrayList<>();
            List<Call.Target> checks = new ArrayList<>();
            boolean understood = switch (operation) {
                case BATCH_WRITE_ITEM -> batch(in, targets);
                case TRANSACT_WRITE_ITEMS -> transaction(in, targets, checks);
                default -> single(in, targets);
            };
            if (understood && targets.isEmpty() && !checks.isEmpty()) {
                return new Call.Opaque(null);
            }
            return understood && !targets.isEmpty() ? new Call.ItemWrite(targets) : UNKNOWN_WRITE;
        }
    }

    /** {@code {"TableName":…, "Key" or "Item":…}}: reads to the closing brace of the object the parser is in. */
    private static boolean single(JsonParser in, List<Call.Target> targets) throws IOException {
        String table = null;
        KeyParts key = null;
        KeyParts item = null;
        boolean once = true;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            if (name.equals("TableName") && in.currentToken() == JsonToken.VALUE_STRING) {
                once &= table == null;
                table = in.getText();
            } else if (name.equals("Key")) {
                once &= key == null;
                key = KeyParts.read(in);
                once &= key.sound();
            } else if (name.equals("Item")) {
                once &= item == null;
                item = KeyParts.read(in);
                once &= item.sound();
            } else {
                in.skipChildren();
            }
            if (!once) {
                // Said twice or malformed: the parser may stand anywhere, and the origin will refuse it.
                return false;
            }
        }
        KeyParts parts = key == null ? item : key;
        if (table == null || parts == null || (key != null && item != null)) {
            return false;
        }
        targets.add(new Call.Target(table, parts, item != null));
        return true;
    }

    /** {@code {"RequestItems":{table:[{"PutRequest":{"Item":…}},{"DeleteRequest":{"Key":…}}]}}} */
    private static boolean batch(JsonParser in, List<Call.Target> targets) throws IOException {
        boolean understood = true;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            boolean items = in.currentName().equals("RequestItems");
            in.nextToken();
            if (!items) {
                in.skipChildren();
                continue;
            }
            if (in.currentToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (understood && in.nextToken() == JsonToken.FIELD_NAME) {
                understood = tableRequests(in.currentName(), in, targets);
            }
        }
        return understood;
    }

    private static boolean tableRequests(String table, JsonParser in, List<Call.Target> targets) throws IOException {
        if (in.nextToken() != JsonToken.START_ARRAY) {
            return false;
        }
        while (in.nextToken() == JsonToken.START_OBJECT) {
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                if (in.nextToken() != JsonToken.START_OBJECT) {
                    return false;
                }
                Call.Target target = request(table, in);
                if (target == null) {
                    return false;
                }
                targets.add(target);
            }
        }
        return in.currentToken() == JsonToken.END_ARRAY;
    }

    private static Call.@Nullable Target request(String table, JsonParser in) throws IOException {
        Call.Target target = null;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            if (name.equals("Item") || name.equals("Key")) {
                KeyParts parts = KeyParts.read(in);
                if (target != null || !parts.sound()) {
                    return null;
                }
                target = new Call.Target(table, parts, name.equals("Item"));
            } else {
                in.skipChildren();
            }
        }
        return target;
    }

    /** {@code {"TransactItems":[{"Put":{…}},{"Update":{…}},{"Delete":{…}},{"ConditionCheck":{…}}]}} */
    private static boolean transaction(JsonParser in, List<Call.Target> targets, List<Call.Target> checks)
            throws IOException {
        boolean understood = true;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            boolean items = in.currentName().equals("TransactItems");
            in.nextToken();
            if (!items) {
                in.skipChildren();
                continue;
            }
            if (in.currentToken() != JsonToken.START_ARRAY) {
                return false;
            }
            while (understood && in.nextToken() == JsonToken.START_OBJECT) {
                while (understood && in.nextToken() == JsonToken.FIELD_NAME) {
                    boolean check = in.currentName().equals("ConditionCheck");
                    understood = in.nextToken() == JsonToken.START_OBJECT && single(in, check ? checks : targets);
                }
            }
        }
        return understood;
    }
}
