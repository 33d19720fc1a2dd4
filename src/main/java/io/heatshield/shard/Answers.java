package io.heatshield.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the origin's answers say logical keys. */
final class Answers {
    private final KnownTables tables;

    Answers(KnownTables tables) {
        this.tables = tables;
    }

    /**
     * The answer to a write.
     *
     * @param elements the items it was of; for a transaction in its order, null where there was none
     */
    OriginReply ofWrite(OriginReply reply, List<? extends @Nullable Element> elements) {
        ObjectNode body = Json.object(reply.payload().body());
        if (body == null) {
            return reply;
        }
        Element first = elements.isEmpty() ? null : elements.get(0);
        TableKeys keys = first == null ? null : tables.of(first.table());
        if (keys != null) {
            keys.restore(body.path("Attributes"));
            keys.restore(body.path("Item"));
        }
        int at = 0;
        for (JsonNode reason : body.path("CancellationReasons")) {
            Element element = at < elements.size() ? elements.get(at++) : null;
            TableKeys of = element == null ? null : tables.of(element.table());
            if (of != null) {
                of.restore(reason.path("Item"));
            }
        }
        unprocessedItems(body.path("UnprocessedItems"));
        metrics(body.path("ItemCollectionMetrics"), keys);
        return Json.with(reply, body);
    }

    private void unprocessedItems(JsonNode unprocessed) {
        for (Map.Entry<String, JsonNode> table : unprocessed.properties()) {
            TableKeys keys = tables.of(table.getKey());
            for (JsonNode request : table.getValue()) {
                if (keys != null) {
                    keys.restore(request.path("PutRequest").path("Item"));
                    keys.restore(request.path("DeleteRequest").path("Key"));
                }
            }
        }
    }

    /** Of one table, or of several by name. */
    private void metrics(JsonNode metrics, @Nullable TableKeys only) {
        if (metrics.has("ItemCollectionKey")) {
            if (only != null) {
                only.restore(metrics.path("ItemCollectionKey"));
            }
            return;
        }
        for (Map.Entry<String, JsonNode> table : metrics.properties()) {
            TableKeys keys = tables.of(table.getKey());
            for (JsonNode each : table.getValue()) {
                if (keys != null) {
                    keys.restore(each.path("ItemCollectionKey"));
                }
            }
        }
    }

    /** The answer to a GetItem, or to a Scan. */
    OriginReply ofRead(OriginReply reply, TableKeys keys) {
        ObjectNode body = Json.object(reply.payload().body());
        if (body == null) {
            return reply;
        }
        keys.restore(body.path("Item"));
        body.path("Items").forEach(keys::restore);
        return Json.with(reply, body);
    }

    /** Restores what a BatchGetItem answered. */
    void ofBatchGet(ObjectNode body) {
        for (Map.Entry<String, JsonNode> table : body.path("Responses").properties()) {
            TableKeys keys = tables.of(table.getKey());
            if (keys != null) {
                table.getValue().forEach(keys::restore);
            }
        }
        for (Map.Entry<String, JsonNode> table : body.path("UnprocessedKeys").properties()) {
            TableKeys keys = tables.of(table.getKey());
            if (keys != null) {
                table.getValue().path("Keys").forEach(keys::restore);
            }
        }
    }
}
