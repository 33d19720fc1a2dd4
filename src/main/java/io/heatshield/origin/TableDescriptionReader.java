package io.heatshield.origin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.KeySchema.Attribute;
import io.heatshield.protocol.TableDescription;
import io.heatshield.protocol.TableId;
import java.io.IOException;
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
        Attribute partition = null;
        Attribute sort = null;
        for (JsonNode key : table.path("KeySchema")) {
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
        TableId id =
                new TableId(text(table, "TableArn", nameOrArn), text(table, "TableName", TableId.bareName(nameOrArn)));
        return new TableDescription(id, new KeySchema(partition, sort), incarnation(table));
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
