package io.heatshield.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.protocol.KeySchema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table's description as it is kept over restarts. */
final class TableImage {
    private TableImage() {}

    static ObjectNode write(Table table) {
        ObjectNode image = JsonNodeFactory.instance.objectNode();
        TableSettings settings = table.settings();
        image.put("name", table.name());
        image.put("id", table.id());
        image.put("created", table.created().toEpochMilli());
        ObjectNode definitions = image.putObject("definitions");
        settings.definitions().forEach((name, type) -> definitions.put(name, type.name()));
        keys(image, table.keys());
        image.put("onDemand", settings.onDemand());
        throughput(image, settings.throughput());
        image.put("protected", settings.deletionProtection());
        image.put("class", settings.tableClass());
        image.set("ceilings", settings.onDemandThroughput());
        image.put("encryption", settings.encryption());
        moment(image, "perRequestSince", settings.perRequestSince());
        moment(image, "recoverableSince", table.recoverableSince());
        ObjectNode tags = image.putObject("tags");
        table.tags().forEach(tags::put);
        image.put("timeToLive", table.timeToLive());
        ChangeStream stream = table.stream();
        if (stream != null && stream.enabled()) {
            image.putObject("stream")
                    .put("view", stream.view().name())
                    .put("created", stream.created().toEpochMilli());
        }
        ArrayNode indexes = image.putArray("indexes");
        for (SecondaryIndex index : table.indexes()) {
            ObjectNode node = indexes.addObject();
            node.put("name", index.schema().name());
            node.put("global", index.schema().global());
            keys(node, index.schema().keys());
            node.put("projection", index.schema().projection().type().name());
            ArrayNode included = node.putArray("included");
            index.schema().projection().included().forEach(included::add);
            throughput(node, index.throughput());
        }
        return image;
    }

    private static void moment(ObjectNode image, String member, @Nullable Instant moment) {
        if (moment != null) {
            image.put(member, moment.toEpochMilli());
        }
    }

    private static @Nullable Instant moment(JsonNode image, String member) {
        JsonNode millis = image.get(member);
        return millis == null ? null : Instant.ofEpochMilli(millis.asLong());
    }

    private static void keys(ObjectNode node, Keys keys) {
        ArrayNode partition = node.putArray("partition");
        keys.partition().forEach(attribute -> partition.add(attribute.name()));
        ArrayNode sort = node.putArray("sort");
        keys.sort().forEach(attribute -> sort.add(attribute.name()));
    }

    private static void throughput(ObjectNode node, TableSettings.Throughput throughput) {
        node.put("read", throughput.read());
        node.put("write", throughput.write());
    }

    /**
     * The table of an image, without its items.
     *
     * @param make makes the table itself
     */
    static Table read(JsonNode image, TableMaker make, InstantSource clock) {
        Map<String, KeySchema.Type> definitions = new LinkedHashMap<>();
        image.get("definitions")
                .properties()
                .forEach(each -> definitions.put(
                        each.getKey(), KeySchema.Type.valueOf(each.getValue().asText())));
        TableSettings settings = new TableSettings(
                definitions,
                image.get("onDemand").asBoolean(),
                throughput(image),
                image.get("protected").asBoolean(),
                text(image, "class"),
                image.path("ceilings").isObject() ? image.get("ceilings") : null,
                text(image, "encryption"),
                moment(image, "perRequestSince"));
        Table table = make.table(
                image.get("name").asText(),
                image.get("id").asText(),
                Instant.ofEpochMilli(image.get("created").asLong()),
                keys(image, definitions),
                settings);
        for (JsonNode index : image.get("indexes")) {
            table.addIndex(
                    new SecondaryIndex(schema(index, definitions), table.keys(), throughput(index), table.lag()));
        }
        Map<String, String> tags = new LinkedHashMap<>();
        image.get("tags")
                .properties()
                .forEach(each -> tags.put(each.getKey(), each.getValue().asText()));
        table.tags(tags);
        table.timeToLive(text(image, "timeToLive"));
        table.recoverableSince(moment(image, "recoverableSince"));
        JsonNode stream = image.get("stream");
        if (stream != null) {
            table.addStream(new ChangeStream(
                    table,
                    StreamView.valueOf(stream.get("view").asText()),
                    Instant.ofEpochMilli(stream.get("created").asLong()),
                    clock));
        }
        return table;
    }

    private static IndexSchema schema(JsonNode index, Map<String, KeySchema.Type> definitions) {
        List<String> included = new ArrayList<>();
        index.get("included").forEach(each -> included.add(each.asText()));
        return new IndexSchema(
                index.get("name").asText(),
                index.get("global").asBoolean(),
                keys(index, definitions),
                new IndexSchema.Projection(
                        IndexSchema.Projection.Type.valueOf(
                                index.get("projection").asText()),
                        included));
    }

    private static Keys keys(JsonNode node, Map<String, KeySchema.Type> definitions) {
        return new Keys(attributes(node.get("partition"), definitions), attributes(node.get("sort"), definitions));
    }

    private static List<KeySchema.Attribute> attributes(JsonNode names, Map<String, KeySchema.Type> definitions) {
        List<KeySchema.Attribute> attributes = new ArrayList<>();
        for (JsonNode name : names) {
            KeySchema.Type type = definitions.get(name.asText());
            if (type == null) {
                throw new IllegalStateException("a key attribute without a type in the data of the embedded origin");
            }
            attributes.add(new KeySchema.Attribute(name.asText(), type));
        }
        return attributes;
    }

    private static TableSettings.Throughput throughput(JsonNode node) {
        return new TableSettings.Throughput(
                node.get("read").asLong(), node.get("write").asLong());
    }

    private static @Nullable String text(JsonNode node, String member) {
        JsonNode value = node.get(member);
        return value == null || value.isNull() ? null : value.asText();
    }
}
