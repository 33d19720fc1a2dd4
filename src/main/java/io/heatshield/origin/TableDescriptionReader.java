package io.heatshield.origin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heatshield.protocol.IndexDescription;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.KeySchema.Attribute;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the answer of DescribeTable. */
final class TableDescriptionReader {
    /** States in which a table's key schema is settled and its items can be read. */
    private static final Set<String> USABLE = Set.of("ACTIVE", "UPDATING");

    private final ObjectMapper json = new ObjectMapper();

    /**
     * What the answer says.
     *
     * @param nameOrArn as it was asked for: the identity, where the origin reports no ARN
     * @return null for a table that is being made or deleted, or otherwise not readable
     * @throws IOException if the answer is not one of DescribeTable
     */
    @Nullable
    TableDescription read(byte[] answer, String nameOrArn) throws IOException {
        JsonNode table = json.readTree(answer).path("Table");
        if (!USABLE.contains(table.path("TableStatus").asText())) {
            if (table.isObject()) {
                return null;
            }
            throw new IOException("no member Table");
        }
        KeySchema keys = keys(table, table);
        TableId id =
                new TableId(text(table, "TableArn", nameOrArn), text(table, "TableName", TableId.bareName(nameOrArn)));
        List<IndexDescription> indexes = new ArrayList<>();
        indexes(table, table.path("GlobalSecondaryIndexes"), false, indexes);
        indexes(table, table.path("LocalSecondaryIndexes"), true, indexes);
        return new TableDescription(id, keys, incarnation(table), List.copyOf(indexes));
    }

    private static void indexes(JsonNode table, JsonNode listed, boolean local, List<IndexDescription> indexes)
            throws IOException {
        for (JsonNode index : listed) {
            long partitions = 0;
            for (JsonNode key : index.path("KeySchema")) {
                partitions += key.path("KeyType").asText().equals("HASH") ? 1 : 0;
            }
            // A global index may have keys of up to four attributes each: of those nothing is kept.
            if (partitions == 1 && index.path("KeySchema").size() <= 2) {
                indexes.add(index(table, index, local));
            }
        }
    }

    private static IndexDescription index(JsonNode table, JsonNode index, boolean local) throws IOException {
        JsonNode projection = index.path("Projection");
        Set<String> projected = new HashSet<>();
        projection.path("NonKeyAttributes").forEach(name -> projected.add(name.asText()));
        boolean all = projection.path("ProjectionType").asText("ALL").equals("ALL");
        return new IndexDescription(
                index.path("IndexName").asText(), keys(table, index), local, all ? null : Set.copyOf(projected));
    }

    /** The key schema of a table, or of an index of it. */
    private static KeySchema keys(JsonNode table, JsonNode of) throws IOException {
        Attribute partition = null;
        Attribute sort = null;
        for (JsonNode key : of.path("KeySchema")) {
            Attribute attribute = attribute(table, key.path("AttributeName").asText());
            if (key.path("KeyType").asText().equals("HASH")) {
                partition = attribute;
            } else {
                sort = attribute;
            }
        }
        if (partition == null) {
            throw new IOException("no partition key");
        }
        return new KeySchema(partition, sort);
    }

    private static Attribute attribute(JsonNode table, String name) throws IOException {
        for (JsonNode definition : table.path("AttributeDefinitions")) {
            if (definition.path("AttributeName").asText().equals(name)) {
                String type = definition.path("AttributeType").asText();
                for (KeySchema.Type known : KeySchema.Type.values()) {
                    if (known.name().equals(type)) {
                        return new Attribute(name, known);
                    }
                }
            }
        }
        throw new IOException("a key attribute without a known type");
    }

    private static @Nullable String incarnation(JsonNode table) {
        JsonNode id = table.path("TableId");
        JsonNode created = table.path("CreationDateTime");
        return id.isTextual() ? id.asText() : created.isValueNode() ? created.asText() : null;
    }

    private static String text(JsonNode table, String member, String otherwise) {
        JsonNode value = table.path(member);
        return value.isTextual() ? value.asText() : otherwise;
    }
}
