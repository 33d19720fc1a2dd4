package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
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
        if (settings.onDemand()) {
            out.writeObjectFieldStart("BillingModeSummary");
            out.writeStringField("BillingMode", "PAY_PER_REQUEST");
            if (!status.equals("CREATING")) {
                out.writeFieldName("LastUpdateToPayPerRequestDateTime");
                seconds(table.created(), out);
            }
            out.writeEndObject();
        }
        indexes(table, false, status, out);
        indexes(table, true, status, out);
        extras(settings, out);
        stream(table.stream(), out);
        out.writeEndObject();
    }

    private static void extras(TableSettings settings, JsonGenerator out) throws IOException {
        if (settings.tableClass() != null) {
            out.writeObjectFieldStart("TableClassSummary");
            out.writeStringField("TableClass", settings.tableClass());
            out.writeEndObject();
        }
        if (settings.onDemandThroughput() != null) {
            out.writeFieldName("OnDemandThroughput");
            out.writeTree(settings.onDemandThroughput());
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
