package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.KeySchema.Attribute;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes tables as DescribeTable shows them. */
final class TableDescriptions {
    private static final int WARM_READS = 12_000;
    private static final int WARM_WRITES = 4_000;

    private TableDescriptions() {}

    /** Writes a {@code TableDescription}, braces included. */
    static void write(Table table, String status, JsonGenerator out) throws IOException {
        TableSettings settings = table.settings();
        out.writeStartObject();
        if (!status.equals("DELETING")) {
            out.writeArrayFieldStart("AttributeDefinitions");
            for (Map.Entry<String, KeySchema.Type> definition :
                    settings.definitions().entrySet()) {
                out.writeStartObject();
                out.writeStringField("AttributeName", definition.getKey());
                out.writeStringField("AttributeType", definition.getValue().name());
                out.writeEndObject();
            }
            out.writeEndArray();
            keySchema(table.keys(), out);
        }
        out.writeStringField("TableName", table.name());
        out.writeStringField("TableStatus", status);
        out.writeFieldName("CreationDateTime");
        seconds(table.created(), out);
        out.writeFieldName("ProvisionedThroughput");
        throughput(settings.throughput(), out);
        out.writeNumberField("TableSizeBytes", table.items().bytes());
        out.writeNumberField("ItemCount", table.items().count());
        out.writeStringField("TableArn", table.arn());
        out.writeStringField("TableId", table.id());
        billing(settings, status, out);
        warmth(settings, settings.throughput(), status, out);
        indexes(table, false, status, out);
        indexes(table, true, status, out);
        extras(settings, out);
        stream(table.stream(), out);
        out.writeEndObject();
    }

    /** A table that was never billed per request has no summary. */
    private static void billing(TableSettings settings, String status, JsonGenerator out) throws IOException {
        Instant since = settings.perRequestSince();
        if (!settings.onDemand() && since == null) {
            return;
        }
        out.writeObjectFieldStart("BillingModeSummary");
        out.writeStringField("BillingMode", settings.onDemand() ? "PAY_PER_REQUEST" : "PROVISIONED");
        if (since != null && !status.equals("CREATING")) {
            out.writeFieldName("LastUpdateToPayPerRequestDateTime");
            seconds(since, out);
        }
        out.writeEndObject();
    }

    /** What can be served at once: of a new table per request what the service documents, else what is provisioned. */
    private static void warmth(
            TableSettings settings, TableSettings.Throughput throughput, String status, JsonGenerator out)
            throws IOException {
        if (status.equals("DELETING")) {
            return;
        }
        out.writeObjectFieldStart("WarmThroughput");
        out.writeNumberField("ReadUnitsPerSecond", settings.onDemand() ? WARM_READS : throughput.read());
        out.writeNumberField("WriteUnitsPerSecond", settings.onDemand() ? WARM_WRITES : throughput.write());
        out.writeStringField("Status", status.equals("CREATING") ? "UPDATING" : "ACTIVE");
        out.writeEndObject();
    }

    /** A ceiling that was not given is shown as the service shows it: -1. */
    private static void ceilings(JsonNode given, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("OnDemandThroughput");
        for (String member : List.of("MaxReadRequestUnits", "MaxWriteRequestUnits")) {
            out.writeNumberField(member, given.path(member).asLong(-1));
        }
        out.writeEndObject();
    }

    private static void extras(TableSettings settings, JsonGenerator out) throws IOException {
        if (settings.tableClass() != null) {
            out.writeObjectFieldStart("TableClassSummary");
            out.writeStringField("TableClass", settings.tableClass());
            out.writeEndObject();
        }
        if (settings.onDemandThroughput() != null) {
            ceilings(settings.onDemandThroughput(), out);
        }
        if (settings.encryption() != null) {
            out.writeObjectFieldStart("SSEDescription");
            out.writeStringField("Status", "ENABLED");
            out.writeStringField("SSEType", settings.encryption());
            out.writeEndObject();
        }
        out.writeBooleanField("DeletionProtectionEnabled", settings.deletionProtection());
    }

    private static void stream(@Nullable ChangeStream stream, JsonGenerator out) throws IOException {
        if (stream == null) {
            return;
        }
        out.writeStringField("LatestStreamArn", stream.arn());
        out.writeStringField("LatestStreamLabel", stream.label());
        if (stream.enabled()) {
            out.writeObjectFieldStart("StreamSpecification");
            out.writeBooleanField("StreamEnabled", true);
            out.writeStringField("StreamViewType", stream.view().name());
            out.writeEndObject();
        }
    }

    private static void indexes(Table table, boolean global, String status, JsonGenerator out) throws IOException {
        List<SecondaryIndex> indexes = table.indexes().stream()
                .filter(index -> index.schema().global() == global)
                .toList();
        if (indexes.isEmpty() || (global && status.equals("DELETING"))) {
            return;
        }
        out.writeArrayFieldStart(global ? "GlobalSecondaryIndexes" : "LocalSecondaryIndexes");
        for (SecondaryIndex index : indexes) {
            index(table, index, status, out);
        }
        out.writeEndArray();
    }

    private static void index(Table table, SecondaryIndex index, String status, JsonGenerator out) throws IOException {
        IndexSchema schema = index.schema();
        out.writeStartObject();
        out.writeStringField("IndexName", schema.name());
        keySchema(schema.keys(), out);
        out.writeObjectFieldStart("Projection");
        out.writeStringField("ProjectionType", schema.projection().type().name());
        if (!schema.projection().included().isEmpty()) {
            out.writeArrayFieldStart("NonKeyAttributes");
            for (String attribute : schema.projection().included()) {
                out.writeString(attribute);
            }
            out.writeEndArray();
        }
        out.writeEndObject();
        if (schema.global()) {
            out.writeStringField("IndexStatus", status);
            out.writeFieldName("ProvisionedThroughput");
            throughput(index.throughput(), out);
            warmth(table.settings(), index.throughput(), status, out);
        }
        out.writeNumberField("IndexSizeBytes", index.entries().bytes());
        out.writeNumberField("ItemCount", index.entries().count());
        out.writeStringField("IndexArn", table.arn() + "/index/" + schema.name());
        out.writeEndObject();
    }

    static void keySchema(Keys keys, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("KeySchema");
        for (Attribute attribute : keys.partition()) {
            keyElement(attribute, "HASH", out);
        }
        for (Attribute attribute : keys.sort()) {
            keyElement(attribute, "RANGE", out);
        }
        out.writeEndArray();
    }

    private static void keyElement(Attribute attribute, String role, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("AttributeName", attribute.name());
        out.writeStringField("KeyType", role);
        out.writeEndObject();
    }

    private static void throughput(TableSettings.Throughput throughput, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("NumberOfDecreasesToday", 0);
        out.writeNumberField("ReadCapacityUnits", throughput.read());
        out.writeNumberField("WriteCapacityUnits", throughput.write());
        out.writeEndObject();
    }

    /** A time as the JSON protocol has it: seconds with a fraction. */
    static void seconds(Instant time, JsonGenerator out) throws IOException {
        out.writeNumber(BigDecimal.valueOf(time.toEpochMilli(), 3));
    }
}
