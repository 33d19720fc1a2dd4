package io.heatshield.embedded;

import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.DynamoException;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.KeySchema;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** UpdateTable: one change at a time of a table's capacity, indexes, stream or protection. */
final class TableUpdate {
    private static final List<String> CHANGES = List.of(
            "ProvisionedThroughput",
            "BillingMode",
            "StreamSpecification",
            "SSESpecification",
            "TableClass",
            "DeletionProtectionEnabled",
            "OnDemandThroughput");

    private final Table table;
    private final Input request;
    private final InstantSource clock;

    private TableUpdate(Table table, Input request, InstantSource clock) {
        this.table = table;
        this.request = request;
        this.clock = clock;
    }

    /** Validates what can be without the table. */
    static void check(Input request) {
        List<Input> updates = request.structuresOrNone("GlobalSecondaryIndexUpdates");
        if (updates.isEmpty() && CHANGES.stream().noneMatch(request::has)) {
            throw invalid("At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled,"
                    + " GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
        }
        if ("PROVISIONED".equals(request.text("BillingMode")) && !request.has("ProvisionedThroughput")) {
            throw SchemaRules.invalid("ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
        }
        Set<String> names = new HashSet<>();
        for (Input update : updates) {
            Input action = action(update);
            if (action == null) {
                throw SchemaRules.invalid("One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create,"
                        + " GlobalSecondaryIndexUpdate.Delete must not be null");
            }
            if (!names.add(action.needed("IndexName"))) {
                throw SchemaRules.invalid("Only one global secondary index update per index is allowed simultaneously."
                        + " Index: " + action.needed("IndexName"));
            }
        }
    }

    private static @Nullable Input action(Input update) {
        for (String member : List.of("Update", "Create", "Delete")) {
            Input action = update.structure(member);
            if (action != null) {
                return action;
            }
        }
        return null;
    }

    /** Carries it out under the table's lock. */
    static void run(Table table, Input request, InstantSource clock) {
        table.lock().lock();
        try {
            new TableUpdate(table, request, clock).run();
        } finally {
            table.lock().unlock();
        }
    }

    private void run() {
        TableSettings old = table.settings();
        boolean onDemand =
                request.has("BillingMode") ? request.needed("BillingMode").equals("PAY_PER_REQUEST") : old.onDemand();
        TableSettings.Throughput throughput = throughput(old, onDemand);
        Map<String, KeySchema.Type> definitions = definitions(old);
        // All that can be wrong is looked at before anything is changed.
        checkIndexes(old, onDemand);
        checkStream();
        updateIndexes(definitions, onDemand);
        updateStream();
        definitions.keySet().retainAll(table.usedAttributes());
        Input encryption = request.structure("SSESpecification");
        table.settings(new TableSettings(
                definitions,
                onDemand,
                throughput,
                request.flag("DeletionProtectionEnabled", old.deletionProtection()),
                request.has("TableClass") ? request.text("TableClass") : old.tableClass(),
                request.has("OnDemandThroughput") ? request.node("OnDemandThroughput") : old.onDemandThroughput(),
                encryption == null ? old.encryption() : encryption.flag("Enabled") ? "KMS" : null,
                onDemand && !old.onDemand() ? clock.instant() : old.perRequestSince()));
    }

    private Map<String, KeySchema.Type> definitions(TableSettings old) {
        Map<String, KeySchema.Type> definitions = new LinkedHashMap<>(old.definitions());
        SchemaRules.definitions(request.structuresOrNone("AttributeDefinitions"))
                .forEach((name, type) -> {
                    KeySchema.Type known = definitions.putIfAbsent(name, type);
                    if (known != null && known != type) {
                        throw SchemaRules.invalid("The type of the key attribute " + name + " cannot be changed");
                    }
                });
        return definitions;
    }

    private TableSettings.Throughput throughput(TableSettings old, boolean onDemand) {
        Input given = request.structure("ProvisionedThroughput");
        if (onDemand && given != null) {
            throw SchemaRules.invalid("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when"
                    + " BillingMode is PAY_PER_REQUEST");
        }
        if (onDemand) {
            return TableSettings.Throughput.NONE;
        }
        if (given == null) {
            return old.throughput();
        }
        TableSettings.Throughput wanted = TableOperations.throughput(given);
        if (wanted.equals(old.throughput()) && !request.has("BillingMode")) {
            throw invalid("The provisioned throughput for the table will not change. The requested value equals the"
                    + " current value. Current ReadCapacityUnits provisioned for the table: " + wanted.read()
                    + ". Requested ReadCapacityUnits: " + wanted.read()
                    + ". Current WriteCapacityUnits provisioned for the table: " + wanted.write()
                    + ". Requested WriteCapacityUnits: " + wanted.write()
                    + ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher"
                    + " limits.");
        }
        return wanted;
    }

    private void checkIndexes(TableSettings old, boolean onDemand) {
        List<Input> updates = request.structuresOrNone("GlobalSecondaryIndexUpdates");
        if (updates.stream().filter(update -> !update.has("Update")).count() > 1) {
            throw DynamoError.of(
                            ErrorKind.LIMIT_EXCEEDED,
                            "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously"
                                    + " per table")
                    .exception();
        }
        for (Input update : updates) {
            Input create = update.structure("Create");
            if (create == null) {
                Input change = update.structure("Update");
                existing(change == null ? update.neededStructure("Delete") : change);
            } else if (table.index(create.needed("IndexName")) != null) {
                throw invalid("Attempting to create an index which already exists");
            } else if (globalIndexes().size() >= SchemaRules.MAX_GLOBAL) {
                throw SchemaRules.invalid(
                        "GlobalSecondaryIndex count exceeds the per-table limit of " + SchemaRules.MAX_GLOBAL);
            }
        }
        if (old.onDemand() && !onDemand) {
            globalIndexes().forEach(index -> requireThroughput(index, updates));
        }
    }

    private List<SecondaryIndex> globalIndexes() {
        return table.indexes().stream().filter(index -> index.schema().global()).toList();
    }

    private static void requireThroughput(SecondaryIndex index, List<Input> updates) {
        String name = index.schema().name();
        for (Input update : updates) {
            Input action = action(update);
            if (action != null
                    && action.needed("IndexName").equals(name)
                    && (update.has("Delete") || action.has("ProvisionedThroughput"))) {
                return;
            }
        }
        throw SchemaRules.invalid("ProvisionedThroughput must be specified for index: " + name);
    }

    private SecondaryIndex existing(Input action) {
        SecondaryIndex index = table.index(action.needed("IndexName"));
        if (index == null || !index.schema().global()) {
            throw DynamoError.of(ErrorKind.RESOURCE_NOT_FOUND, "Requested resource not found")
                    .exception();
        }
        return index;
    }

    private void updateIndexes(Map<String, KeySchema.Type> definitions, boolean onDemand) {
        for (Input update : request.structuresOrNone("GlobalSecondaryIndexUpdates")) {
            Input create = update.structure("Create");
            Input change = update.structure("Update");
            if (create != null) {
                create(create, definitions, onDemand);
            } else if (change == null) {
                table.removeIndex(existing(update.neededStructure("Delete")));
            } else if (change.has("ProvisionedThroughput")) {
                existing(change)
                        .throughput(TableOperations.throughput(change.neededStructure("ProvisionedThroughput")));
            }
        }
        if (onDemand) {
            globalIndexes().forEach(index -> index.throughput(TableSettings.Throughput.NONE));
        }
    }

    private void create(Input create, Map<String, KeySchema.Type> definitions, boolean onDemand) {
        IndexSchema schema = SchemaRules.globalIndex(create, definitions, onDemand);
        table.addIndex(new SecondaryIndex(schema, table.keys(), TableOperations.indexThroughput(create), table.lag()));
    }

    private @Nullable ChangeStream running() {
        ChangeStream stream = table.stream();
        return stream != null && stream.enabled() ? stream : null;
    }

    private void checkStream() {
        Input wanted = request.structure("StreamSpecification");
        if (wanted == null) {
            return;
        }
        boolean enable = wanted.flag("StreamEnabled");
        if (enable && running() != null) {
            throw invalid("Table already has an enabled stream: TableName: " + table.name());
        }
        if (enable) {
            TableOperations.view(wanted);
        } else if (running() == null) {
            throw invalid("Table has no stream to disable: TableName: " + table.name());
        }
    }

    private void updateStream() {
        Input wanted = request.structure("StreamSpecification");
        ChangeStream running = running();
        if (wanted != null && wanted.flag("StreamEnabled")) {
            table.addStream(new ChangeStream(table, TableOperations.view(wanted), clock));
        } else if (wanted != null && running != null) {
            running.disable();
        }
    }

    private static DynamoException invalid(String words) {
        return DynamoError.validation(words).exception();
    }
}
