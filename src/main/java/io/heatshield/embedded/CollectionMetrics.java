package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.protocol.AttributeJson;
import io.heatshield.protocol.AttributeValue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code ItemCollectionMetrics}: how large the items of one partition key value are, in whole gigabytes. Only tables
 * with local indexes have them.
 *
 * @param key the partition key, or null if there is nothing to report
 * @param lower the whole gigabytes that the collection has at least
 */
record CollectionMetrics(@Nullable Map<String, AttributeValue> key, long lower) {
    private static final long GIGABYTE = 1L << 30;

    /** What a request that wrote an item is to be told. */
    static CollectionMetrics of(Input request, Mutation mutation) {
        if (!"SIZE".equals(request.text("ReturnItemCollectionMetrics"))
                || !mutation.table().hasLocalIndexes()) {
            return new CollectionMetrics(null, 0);
        }
        return measure(mutation);
    }

    /** The metrics of the collection that the item of a change belongs to. */
    static CollectionMetrics measure(Mutation mutation) {
        Table table = mutation.table();
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        AttributeValue value = mutation.attributes().get(table.keys().hash().name());
        if (value != null) {
            key.put(table.keys().hash().name(), value);
        }
        long bytes = 0;
        for (Map.Entry<StoreKey, StoredItem> each :
                table.items().in(Range.ofPartition(mutation.place().partition()))) {
            bytes += each.getValue().size();
        }
        return new CollectionMetrics(key, bytes / GIGABYTE);
    }

    /** Writes the member if there is anything to report. */
    void writeMember(JsonGenerator out) throws IOException {
        if (key != null) {
            out.writeFieldName("ItemCollectionMetrics");
            write(out);
        }
    }

    /** Writes the member of a request for several tables, if it asked for it and there is anything to report. */
    static void writeMembers(Input request, Map<String, List<CollectionMetrics>> byTable, JsonGenerator out)
            throws IOException {
        if (byTable.isEmpty() || !"SIZE".equals(request.text("ReturnItemCollectionMetrics"))) {
            return;
        }
        out.writeObjectFieldStart("ItemCollectionMetrics");
        for (Map.Entry<String, List<CollectionMetrics>> table : byTable.entrySet()) {
            out.writeArrayFieldStart(table.getKey());
            for (CollectionMetrics each : table.getValue()) {
                each.write(out);
            }
            out.writeEndArray();
        }
        out.writeEndObject();
    }

    /** Writes the structure. */
    void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        if (key != null) {
            out.writeFieldName("ItemCollectionKey");
            AttributeJson.writeItem(key, out);
        }
        out.writeArrayFieldStart("SizeEstimateRangeGB");
        out.writeNumber(lower);
        out.writeNumber(lower + 1);
        out.writeEndArray();
        out.writeEndObject();
    }
}
