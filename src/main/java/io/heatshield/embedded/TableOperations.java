package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.KeySchema;
import io.heatshield.protocol.Operation;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CreateTable, UpdateTable, DescribeTable, ListTables, DeleteTable, DescribeLimits. */
final class TableOperations {
    private static final int MOST_NAMES = 100;
    private static final long MAX_UNITS = 1_000_000_000_000L;

    private final Tables tables;
    private final InstantSource clock;
    private final RequestIds ids;
    private final TableMaker maker;
    private final Journal journal;

    TableOperations(Tables tables, InstantSource clock, RequestIds ids, TableMaker maker, Journal journal) {
        this.maker = maker;
        this.journal = journal;
        this.tables = tables;
        this.clock = clock;
        this.ids = ids;
    }

    List<Route> routes() {
        return List.of(
                Route.kept(Operation.CREATE_TABLE, TableInputs.CREATE, this::create),
                Route.light(Operation.DESCRIBE_TABLE, TableInputs.DESCRIBE, this::describe),
                Route.light(Operation.LIST_TABLES, TableInputs.LIST, this::list),
                Route.kept(Operation.DELETE_TABLE, TableInputs.DELETE, this::delete),
                Route.heavy(Operation.UPDATE_TABLE, TableInputs.UPDATE, this::update),
                Route.light(Operation.DESCRIBE_LIMITS, TableInputs.NO_INPUT, request -> limits()));
    }

    private Answer create(Input request) {
        String name = Tables.bareName(request.needed("TableName"));
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
                encryption != null && encryption.flag("Enabled") ? "KMS" : null,
                onDemand ? clock.instant() : null);
        Table table = maker.table(name, ids.uuid(), clock.instant(), keys, settings);
        Map<String, TableSettings.Throughput> indexThroughput = new HashMap<>();
        for (Input index : request.structuresOrNone("GlobalSecondaryIndexes")) {
            indexThroughput.put(index.needed("IndexName"), indexThroughput(index));
        }
        for (IndexSchema index : indexes) {
            table.addIndex(new SecondaryIndex(
                    index,
                    keys,
                    indexThroughput.getOrDefault(index.name(), TableSettings.Throughput.NONE),
                    table.lag()));
        }
        table.tags(TagOperations.read(request.structuresOrNone("Tags")));
        Input stream = request.structure("StreamSpecification");
        if (stream != null && stream.flag("StreamEnabled")) {
            table.addStream(new ChangeStream(table, view(stream), clock));
        }
        if (!tables.add(table)) {
            throw DynamoError.of(ErrorKind.RESOURCE_IN_USE, "Table already exists: " + name)
                    .exception();
        }
        journal.keep(table);
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
        return throughput(given);
    }

    /** The units of a {@code ProvisionedThroughput}. */
    static TableSettings.Throughput throughput(Input given) {
        return new TableSettings.Throughput(units(given, "ReadCapacityUnits"), units(given, "WriteCapacityUnits"));
    }

    /** The units of an index, none if it is not given any. */
    static TableSettings.Throughput indexThroughput(Input index) {
        Input given = index.structure("ProvisionedThroughput");
        return given == null ? TableSettings.Throughput.NONE : throughput(given);
    }

    /** The view of a {@code StreamSpecification} that enables a stream. */
    static StreamView view(Input stream) {
        String view = stream.text("StreamViewType");
        if (view == null) {
            throw SchemaRules.invalid("StreamViewType is required when StreamEnabled is true");
        }
        return StreamView.valueOf(view);
    }

    private Answer update(Input request) {
        TableUpdate.check(request);
        Table table = tables.requireByName(request.needed("TableName"));
        TableUpdate.run(table, request, clock);
        journal.keep(table);
        return out -> {
            out.writeFieldName("TableDescription");
            TableDescriptions.write(table, "UPDATING", out);
        };
    }

    private static Answer limits() {
        return out -> {
            out.writeNumberField("AccountMaxReadCapacityUnits", 80_000);
            out.writeNumberField("AccountMaxWriteCapacityUnits", 80_000);
            out.writeNumberField("TableMaxReadCapacityUnits", 40_000);
            out.writeNumberField("TableMaxWriteCapacityUnits", 40_000);
        };
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
        journal.drop(table);
        return out -> {
            out.writeFieldName("TableDescription");
            TableDescriptions.write(table, "DELETING", out);
        };
    }
}
