package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.KeySchema.Attribute;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the schema of a table or an index out of a request, by the service's rules and in its words. */
final class SchemaRules {
    private static final int MAX_LOCAL = 5;
    /** The most global indexes of one table. */
    static final int MAX_GLOBAL = 20;

    private static final int MAX_OF_A_ROLE = 4;

    private SchemaRules() {}

    /** The definitions of key attributes. */
    static Map<String, KeySchema.Type> definitions(List<Input> definitions) {
        Map<String, KeySchema.Type> types = new LinkedHashMap<>();
        for (Input definition : definitions) {
            String name = definition.needed("AttributeName");
            if (types.put(name, KeySchema.Type.valueOf(definition.needed("AttributeType"))) != null) {
                throw invalid("Duplicate AttributeName in AttributeDefinitions: " + name);
            }
        }
        return types;
    }

    /** The primary key of a table. */
    static Keys tableKeys(List<Input> schema, Map<String, KeySchema.Type> definitions) {
        List<String> names = names(schema);
        if (schema.size() > 2) {
            throw DynamoError.validation("1 validation error detected: Value '"
                            + schema.stream().map(Input::json).toList()
                            + "' at 'keySchema' failed to satisfy constraint: Member must have length less than or"
                            + " equal to 2")
                    .exception();
        }
        requireDefined(names, definitions);
        requireOrder(schema);
        return keys(schema, definitions);
    }

    /** The declared indexes of a table, LSIs first. */
    static List<IndexSchema> indexes(
            Input table, Keys tableKeys, Map<String, KeySchema.Type> definitions, boolean onDemand) {
        List<IndexSchema> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<Input> local = table.structures("LocalSecondaryIndexes");
        if (local != null) {
            requireSome(local, "LocalSecondaryIndexes");
            if (tableKeys.sort().isEmpty()) {
                throw invalid("Table KeySchema does not have a range key, which is required when specifying a"
                        + " LocalSecondaryIndex");
            }
            for (Input index : local) {
                all.add(localIndex(index, tableKeys, definitions));
                requireNew(names, index);
            }
            if (local.size() > MAX_LOCAL) {
                throw invalid("Number of LocalSecondaryIndexes exceeds per-table limit of " + MAX_LOCAL);
            }
        }
        List<Input> global = table.structures("GlobalSecondaryIndexes");
        if (global != null) {
            requireSome(global, "GlobalSecondaryIndexes");
            for (Input index : global) {
                all.add(globalIndex(index, definitions, onDemand));
                requireNew(names, index);
            }
            if (global.size() > MAX_GLOBAL) {
                throw invalid("GlobalSecondaryIndex count exceeds the per-table limit of " + MAX_GLOBAL);
            }
        }
        return all;
    }

    private static void requireSome(List<Input> indexes, String member) {
        if (indexes.isEmpty()) {
            throw invalid("List of " + member + " is empty");
        }
    }

    private static void requireNew(Set<String> names, Input index) {
        if (!names.add(index.needed("IndexName"))) {
            throw invalid("Duplicate index name: " + index.needed("IndexName"));
        }
    }

    private static IndexSchema localIndex(Input index, Keys tableKeys, Map<String, KeySchema.Type> definitions) {
        String name = index.needed("IndexName");
        List<Input> schema = index.structuresOrNone("KeySchema");
        requireDefined(names(schema), definitions);
        requireOrder(schema);
        if (schema.size() != 2) {
            throw invalid("Index KeySchema does not have a range key for index: " + name);
        }
        Keys keys = keys(schema, definitions);
        String hash = keys.hash().name();
        if (!hash.equals(tableKeys.hash().name())) {
            throw invalid(
                    "Index KeySchema does not have the same leading hash key as table KeySchema for index: " + name
                            + ". index hash key: " + hash + ", table hash key: "
                            + tableKeys.hash().name());
        }
        return new IndexSchema(name, false, keys, projection(index));
    }

    /** One declared GSI. */
    static IndexSchema globalIndex(Input index, Map<String, KeySchema.Type> definitions, boolean onDemand) {
        String name = index.needed("IndexName");
        List<Input> schema = index.structuresOrNone("KeySchema");
        requireDefined(names(schema), definitions);
        if (schema.size() > 2 || (schema.size() == 2 && isHash(schema.get(1)))) {
            requireGroups(schema);
        } else {
            requireOrder(schema);
        }
        IndexSchema.Projection projection = projection(index);
        if (onDemand && index.has("ProvisionedThroughput")) {
            throw invalid("ProvisionedThroughput should not be specified for index: " + name
                    + " when BillingMode is PAY_PER_REQUEST");
        }
        if (!onDemand && !index.has("ProvisionedThroughput")) {
            throw invalid("ProvisionedThroughput must be specified for index: " + name);
        }
        return new IndexSchema(name, true, keys(schema, definitions), projection);
    }

    private static IndexSchema.Projection projection(Input index) {
        Input projection = index.neededStructure("Projection");
        String type = projection.text("ProjectionType");
        if (type == null) {
            throw invalid("Unknown ProjectionType: null");
        }
        List<String> included = projection.texts("NonKeyAttributes");
        if (included != null && !type.equals("INCLUDE")) {
            throw invalid("ProjectionType is " + type + ", but NonKeyAttributes is specified");
        }
        if (included == null && type.equals("INCLUDE")) {
            throw invalid("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
        }
        return new IndexSchema.Projection(
                IndexSchema.Projection.Type.valueOf(type), included == null ? List.of() : included);
    }

    private static List<String> names(List<Input> schema) {
        return schema.stream().map(element -> element.needed("AttributeName")).toList();
    }

    private static void requireDefined(List<String> names, Map<String, KeySchema.Type> definitions) {
        if (names.size() > definitions.size()) {
            throw DynamoError.validation("Invalid KeySchema: Some index key attribute have no definition")
                    .exception();
        }
        if (!definitions.keySet().containsAll(names)) {
            throw invalid("Some index key attributes are not defined in AttributeDefinitions. Keys: ["
                    + String.join(", ", names) + "], AttributeDefinitions: ["
                    + String.join(", ", definitions.keySet()) + "]");
        }
    }

    private static void requireOrder(List<Input> schema) {
        if (new HashSet<>(names(schema)).size() < schema.size()) {
            throw DynamoError.validation(
                            "Both the Hash Key and the Range Key element in the KeySchema have the same name")
                    .exception();
        }
        if (!schema.get(0).needed("KeyType").equals("HASH")) {
            throw DynamoError.validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
                    .exception();
        }
        if (schema.size() == 2 && !schema.get(1).needed("KeyType").equals("RANGE")) {
            throw DynamoError.validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type")
                    .exception();
        }
    }

    private static boolean isHash(Input element) {
        return element.needed("KeyType").equals("HASH");
    }

    /** A global index may have up to four attributes of each role, those of the partition key first. */
    private static void requireGroups(List<Input> schema) {
        if (new HashSet<>(names(schema)).size() < schema.size()) {
            throw DynamoError.validation("Invalid KeySchema: The same attribute stands twice in the KeySchema")
                    .exception();
        }
        long hashes = schema.stream().filter(SchemaRules::isHash).count();
        for (int i = 0; i < schema.size(); i++) {
            if (isHash(schema.get(i)) != i < hashes) {
                throw DynamoError.validation("Invalid KeySchema: All HASH key types must stand before RANGE key types")
                        .exception();
            }
        }
        if (hashes == 0) {
            throw DynamoError.validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
                    .exception();
        }
        if (hashes > MAX_OF_A_ROLE || schema.size() - hashes > MAX_OF_A_ROLE) {
            throw invalid("KeySchema has more than " + MAX_OF_A_ROLE + " attributes of one key type");
        }
    }

    private static Keys keys(List<Input> schema, Map<String, KeySchema.Type> definitions) {
        List<Attribute> partition = new ArrayList<>();
        List<Attribute> sort = new ArrayList<>();
        for (Input element : schema) {
            String name = element.needed("AttributeName");
            KeySchema.Type type = definitions.get(name);
            if (type == null) {
                throw new IllegalStateException("key attribute without a definition");
            }
            (element.needed("KeyType").equals("HASH") ? partition : sort).add(new Attribute(name, type));
        }
        return new Keys(partition, sort);
    }

    /** Every defined attribute must be part of a key. */
    static void requireAllUsed(Map<String, KeySchema.Type> definitions, Keys tableKeys, List<IndexSchema> indexes) {
        Set<String> used = new HashSet<>();
        tableKeys.all().forEach(attribute -> used.add(attribute.name()));
        indexes.forEach(index -> index.keys().all().forEach(attribute -> used.add(attribute.name())));
        if (used.size() != definitions.size()) {
            throw invalid(
                    indexes.isEmpty()
                            ? "Number of attributes in KeySchema does not exactly match number of attributes defined in"
                                    + " AttributeDefinitions"
                            : "Some AttributeDefinitions are not used. AttributeDefinitions: ["
                                    + String.join(", ", definitions.keySet()) + "], keys used: ["
                                    + String.join(", ", used) + "]");
        }
    }

    static DynamoException invalid(String words) {
        return DynamoError.validation("One or more parameter values were invalid: " + words)
                .exception();
    }
}
