package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.Operation;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CreateTable, DescribeTable, ListTables, DeleteTable. */
final class TableOperations {
    private static final int MOST_NAMES = 100;
    private static final long MAX_UNITS = 1_000_000_000_000L;

    private final Tables tables;
    private final InstantSource clock;
    private final RequestIds ids;

    TableOperations(Tables tables, InstantSource clock, RequestIds ids) {
        this.tables = tables;
        this.clock = clock;
        this.ids = ids;
    }

    List<Route> routes() {
        return List.of(
                Route.light(Operation.CREATE_TABLE, TableInputs.CREATE, this::create),
                Route.light(Operation.DESCRIBE_TABLE, TableInputs.DESCRIBE, this::describe),
                Route.light(Operation.LIST_TABLES, TableInputs.LIST, this::list),
                Route.light(Operation.DELETE_TABLE, TableInputs.DELETE, this::delete));
    }

    private Answer create(Input request) {
        String name = Tables.bareName(request.needed("TableName"));
        TableNames.check(name);
        boolean onDemand = "PAY_PER_REQUEST".equals(request.text("BillingMode"));
        TableSettings.Throughput throughput = throughput(request, onDemand);
        Map<String, KeySchema.Type> definitions =
                SchemaRules.definitions(request.structuresOrNone("AttributeDefinitions"));
        Keys keys = SchemaRules.tableKeys(request.structuresOrNone("KeySchema"), definitions);
        List<IndexSchema> indexes = SchemaRules.indexes(request, keys, definitions, onDemand);
        SchemaRules.requireAllUsed(definitions, keys, indexes);
        Input encryption = request.structure("SSESpecification");
        TableSettings settings = new TableSettings(
                definitions,
                onDemand,
                throughput,
                request.flag("DeletionProtectionEnabled"),
                request.text("TableClass"),
                request.node("OnDemandThroughput"),
                encryption != null && encryption.flag("Enabled") ? "KMS" : null);
        Table table = new Table(name, tables.arn(name), ids.uuid(), clock.instant(), keys, settings);
        for (IndexSchema index : indexes) {
            table.addIndex(new SecondaryIndex(index, keys));
        }
        if (!tables.add(table)) {
            throw DynamoError.of(ErrorKind.RESOURCE_IN_USE, "Table already exists: " + name)
                    .exception();
        }
        return out -> {
            out.writeFieldName("TableDescription");
            TableDescriptions.write(table, "CREATING", out);
        };
    }

    private static TableSettings.Throughput throughput(Input request, boolean onDemand) {
        Input given = request.structure("ProvisionedThroughput");
        if (onDemand) {
            if (given != null) {
                throw SchemaRules.invalid("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when"
                        + " BillingMode is PAY_PER_REQUEST");
            }
            return TableSettings.Throughput.NONE;
        }
        if (given == null) {
            throw SchemaRules.invalid("ReadCapacityUnits and WriteCapacityUnits must both be specified when"
                    + " BillingMode is PROVISIONED");
        }
        return new TableSettings.Throughput(units(given, "ReadCapacityUnits"), units(given, "WriteCapacityUnits"));
    }

    private static long units(Input throughput, String member) {
        Long units = throughput.number(member);
        if (units == null || units > MAX_UNITS) {
            throw DynamoError.validation("Given value " + units + " for " + member + " is out of bounds")
                    .exception();
        }
        return units;
    }

    private Answer describe(Input request) {
        Table table = tables.requireByName(request.needed("TableName"));
        return out -> {
            out.writeFieldName("Table");
            TableDescriptions.write(table, "ACTIVE", out);
        };
    }

    private Answer list(Input request) {
        String after = request.text("ExclusiveStartTableName");
        Long limit = request.number("Limit");
        long most = limit == null ? MOST_NAMES : limit;
        List<String> names = new ArrayList<>();
        String last = null;
        for (String name : after == null
                ? tables.all().keySet()
                : tables.all().tailMap(after, false).keySet()) {
            if (names.size() == most) {
                last = names.get(names.size() - 1);
                break;
            }
            names.add(name);
        }
        return namesAnswer(names, last);
    }

    private static Answer namesAnswer(List<String> names, @Nullable String last) {
        return out -> {
            out.writeArrayFieldStart("TableNames");
            for (String name : names) {
                out.writeString(name);
            }
            out.writeEndArray();
            if (last != null) {
                out.writeStringField("LastEvaluatedTableName", last);
            }
        };
    }

    private Answer delete(Input request) {
        Table table = tables.requireByName(request.needed("TableName"));
        if (table.settings().deletionProtection()) {
            throw DynamoError.validation("Resource cannot be deleted as it is currently protected against deletion."
                            + " Disable deletion protection first.")
                    .exception();
        }
        tables.remove(table);
        return out -> {
            out.writeFieldName("TableDescription");
            TableDescriptions.write(table, "DELETING", out);
        };
    }
}
