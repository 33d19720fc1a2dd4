package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ControlOperationsTest {
    private final Desk desk = new Desk();

    @ParameterizedTest
    @CsvSource({
        "ListBackups,BackupSummaries",
        "ListExports,ExportSummaries",
        "ListImports,ImportSummaryList",
        "ListGlobalTables,GlobalTables",
        "ListContributorInsights,ContributorInsightsSummaries"
    })
    void list_ofWhatNeverIsThere_isEmpty(String operation, String member) {
        assertThat(desk.ok(operation, "{}").get(member)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DescribeBackup,BackupArn,BackupNotFoundException",
        "DescribeExport,ExportArn,ExportNotFoundException",
        "DescribeImport,ImportArn,ImportNotFoundException",
        "DescribeGlobalTable,GlobalTableName,GlobalTableNotFoundException",
        "GetResourcePolicy,ResourceArn,PolicyNotFoundException"
    })
    void describe_ofWhatNeverIsThere_isNotFound(String operation, String member, String kind) {
        assertThat(desk.failure(operation, "{'" + member + "':'something'}")).startsWith(kind + " ");
        assertThat(desk.failure(operation, "{}")).startsWith("ValidationException 1 validation error detected");
    }

    @Test
    void describeEndpoints_namesTheService() {
        assertThat(desk.ok("DescribeEndpoints", "{}").at("/Endpoints/0/Address").asText())
                .isEqualTo("dynamodb.us-east-1.amazonaws.com");
    }

    @Test
    void operationOfTheServiceThatIsNotHere_isToldFromOneThatNobodyHas() {
        assertThat(desk.failure("CreateBackup", "{}"))
                .isEqualTo("ValidationException CreateBackup is not supported by the embedded origin");
        assertThat(desk.failure("MakeCoffee", "{}")).startsWith("UnknownOperationException");
    }

    @Test
    void continuousBackups_switchedOn_tellFromWhenAndSurviveARestart(@TempDir Path directory) {
        Desk first = new Desk(directory);
        first.table("Things", "id");
        assertThat(first.ok("DescribeContinuousBackups", "{'TableName':'Things'}")
                        .at("/ContinuousBackupsDescription/PointInTimeRecoveryDescription/PointInTimeRecoveryStatus")
                        .asText())
                .isEqualTo("DISABLED");
        first.ok(
                "UpdateContinuousBackups",
                "{'TableName':'Things','PointInTimeRecoverySpecification':{'PointInTimeRecoveryEnabled':true}}");
        assertThat(first.origin.close().succeeded()).isTrue();
        Desk second = new Desk(directory);
        second.now.updateAndGet(now -> now.plus(Duration.ofHours(1)));

        JsonNode recovery = second.ok("DescribeContinuousBackups", "{'TableName':'Things'}")
                .at("/ContinuousBackupsDescription/PointInTimeRecoveryDescription");
        assertThat(recovery.get("PointInTimeRecoveryStatus").asText()).isEqualTo("ENABLED");
        assertThat(recovery.get("LatestRestorableDateTime").asDouble()
                        - recovery.get("EarliestRestorableDateTime").asDouble())
                .isEqualTo(55 * 60);
        assertThat(second.origin.close().succeeded()).isTrue();
    }

    @Test
    void continuousBackups_ofNoTable_haveTheirOwnError() {
        assertThat(desk.failure("DescribeContinuousBackups", "{'TableName':'Nowhere'}"))
                .isEqualTo("TableNotFoundException Table not found: Nowhere");
    }

    @Test
    void tags_reservedOrTwice_areRefused() {
        desk.table("Things", "id");
        String arn = desk.ok("DescribeTable", "{'TableName':'Things'}")
                .at("/Table/TableArn")
                .asText();
        assertThat(desk.failure("TagResource", "{'ResourceArn':'" + arn + "','Tags':[{'Key':'aws:a','Value':'b'}]}"))
                .startsWith("ValidationException");
        assertThat(desk.failure(
                        "TagResource",
                        "{'ResourceArn':'" + arn + "','Tags':[{'Key':'a','Value':'b'},{'Key':'a','Value':'c'}]}"))
                .startsWith("ValidationException");
        assertThat(desk.failure("TagResource", "{'ResourceArn':'" + arn + "','Tags':[{'Key':'','Value':'b'}]}"))
                .contains("'tags.1.member.key' failed to satisfy constraint: Member must have length greater than or"
                        + " equal to 1");
    }
}
