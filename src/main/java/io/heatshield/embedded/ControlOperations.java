package io.heatshield.embedded;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Operation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * What surrounds tables: endpoints, point-in-time recovery, and the reads of backups, exports, imports, global tables,
 * insights and policies, of which this origin never has any and says so as the service does.
 */
final class ControlOperations {
    private static final int RECOVERY_DAYS = 35;
    /** How far the latest point that a table can be restored to is behind, by the service's documentation. */
    private static final Duration RESTORABLE_BEHIND = Duration.ofMinutes(5);

    private final Tables tables;
    private final InstantSource clock;
    private final String region;

    ControlOperations(Tables tables, InstantSource clock, String region) {
        this.tables = tables;
        this.clock = clock;
        this.region = region;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(
                Route.light(Operation.DESCRIBE_ENDPOINTS, ControlInputs.NONE, request -> this::writeEndpoints),
                Route.light(
                        Operation.DESCRIBE_CONTINUOUS_BACKUPS,
                        ControlInputs.CONTINUOUS_BACKUPS,
                        request -> recovery(table(request))),
                Route.kept(
                        Operation.UPDATE_CONTINUOUS_BACKUPS,
                        ControlInputs.UPDATE_CONTINUOUS_BACKUPS,
                        this::updateRecovery),
                Route.light(Operation.DESCRIBE_CONTRIBUTOR_INSIGHTS, ControlInputs.OF_TABLE, this::insights),
                Route.light(
                        Operation.DESCRIBE_KINESIS_STREAMING_DESTINATION, ControlInputs.OF_TABLE, this::destinations),
                empty(Operation.LIST_BACKUPS, "BackupSummaries"),
                empty(Operation.LIST_EXPORTS, "ExportSummaries"),
                empty(Operation.LIST_IMPORTS, "ImportSummaryList"),
                empty(Operation.LIST_GLOBAL_TABLES, "GlobalTables"),
                empty(Operation.LIST_CONTRIBUTOR_INSIGHTS, "ContributorInsightsSummaries")));
        routes.addAll(List.of(
                absent(Operation.DESCRIBE_BACKUP, "BackupArn", ErrorKind.BACKUP_NOT_FOUND, "Backup not found: "),
                absent(Operation.DELETE_BACKUP, "BackupArn", ErrorKind.BACKUP_NOT_FOUND, "Backup not found: "),
                absent(Operation.DESCRIBE_EXPORT, "ExportArn", ErrorKind.EXPORT_NOT_FOUND, "Export not found: "),
                absent(Operation.DESCRIBE_IMPORT, "ImportArn", ErrorKind.IMPORT_NOT_FOUND, "Import not found: "),
                absent(
                        Operation.DESCRIBE_GLOBAL_TABLE,
                        "GlobalTableName",
                        ErrorKind.GLOBAL_TABLE_NOT_FOUND,
                        "Global table not found: "),
                absent(
                        Operation.GET_RESOURCE_POLICY,
                        "ResourceArn",
                        ErrorKind.POLICY_NOT_FOUND,
                        "Resource-based policy not found for the provided ResourceArn: ")));
        return routes;
    }

    /** A list that is always empty. */
    private static Route empty(Operation operation, String member) {
        return Route.light(operation, ControlInputs.NONE, request -> out -> {
            out.writeArrayFieldStart(member);
            out.writeEndArray();
        });
    }

    /** A look at something that never is there. */
    private static Route absent(Operation operation, String member, ErrorKind kind, String words) {
        return Route.light(operation, ControlInputs.naming(operation.wireName(), member), request -> {
            throw DynamoError.of(kind, words + request.needed(member)).exception();
        });
    }

    private void writeEndpoints(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("Endpoints");
        out.writeStartObject();
        out.writeStringField("Address", "dynamodb." + region + ".amazonaws.com");
        out.writeNumberField("CachePeriodInMinutes", Duration.ofDays(1).toMinutes());
        out.writeEndObject();
        out.writeEndArray();
    }

    /** Unlike other operations, those of backups have an error of their own for a table that is not there. */
    private Table table(Input request) {
        String name = request.needed("TableName");
        Table table = tables.find(name);
        if (table == null) {
            throw DynamoError.of(ErrorKind.TABLE_NOT_FOUND, "Table not found: " + Tables.bareName(name))
                    .exception();
        }
        return table;
    }

    private Answer updateRecovery(Input request) {
        Table table = table(request);
        boolean wanted =
                request.neededStructure("PointInTimeRecoverySpecification").flag("PointInTimeRecoveryEnabled");
        synchronized (table) {
            if (wanted != (table.recoverableSince() != null)) {
                table.recoverableSince(wanted ? clock.instant() : null);
                table.journal().keep(table);
            }
        }
        return recovery(table);
    }

    private Answer recovery(Table table) {
        Instant since = table.recoverableSince();
        return out -> {
            out.writeObjectFieldStart("ContinuousBackupsDescription");
            out.writeStringField("ContinuousBackupsStatus", "ENABLED");
            out.writeObjectFieldStart("PointInTimeRecoveryDescription");
            out.writeStringField("PointInTimeRecoveryStatus", since == null ? "DISABLED" : "ENABLED");
            if (since != null) {
                Instant latest = clock.instant().minus(RESTORABLE_BEHIND);
                out.writeNumberField("RecoveryPeriodInDays", RECOVERY_DAYS);
                out.writeFieldName("EarliestRestorableDateTime");
                TableDescriptions.seconds(since, out);
                out.writeFieldName("LatestRestorableDateTime");
                TableDescriptions.seconds(latest.isAfter(since) ? latest : since, out);
            }
            out.writeEndObject();
            out.writeEndObject();
        };
    }

    private Answer insights(Input request) {
        Table table = tables.requireByName(request.needed("TableName"));
        return out -> {
            out.writeStringField("TableName", table.name());
            out.writeStringField("ContributorInsightsStatus", "DISABLED");
        };
    }

    private Answer destinations(Input request) {
        Table table = tables.requireByName(request.needed("TableName"));
        return out -> {
            out.writeStringField("TableName", table.name());
            out.writeArrayFieldStart("KinesisDataStreamDestinations");
            out.writeEndArray();
        };
    }
}
