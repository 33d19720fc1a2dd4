package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TableUpdateTest {
    private static final String TO_PROVISIONED =
            "{'TableName':'Things','BillingMode':'PROVISIONED','ProvisionedThroughput':{'ReadCapacityUnits':5,"
                    + "'WriteCapacityUnits':6}%s}";

    private final Desk desk = new Desk();

    @BeforeEach
    void table() {
        desk.ok(
                "CreateTable",
                "{'TableName':'Things','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':["
                        + Desk.definition("id", "S") + "," + Desk.definition("g", "S")
                        + "],'KeySchema':[{'AttributeName':'id','KeyType':'HASH'}],"
                        + "'OnDemandThroughput':{'MaxReadRequestUnits':50},'GlobalSecondaryIndexes':["
                        + "{'IndexName':'byG','KeySchema':[{'AttributeName':'g','KeyType':'HASH'}],"
                        + "'Projection':{'ProjectionType':'ALL'}}]}");
    }

    private JsonNode described() {
        return desk.ok("DescribeTable", "{'TableName':'Things'}").get("Table");
    }

    @Test
    void describe_tellsWhatIsWarmAndWhatIsCapped() {
        assertThat(described().get("WarmThroughput"))
                .isEqualTo(Desk.parse(
                        Desk.json("{'ReadUnitsPerSecond':12000,'WriteUnitsPerSecond':4000,'Status':'ACTIVE'}")));
        assertThat(described()
                        .at("/GlobalSecondaryIndexes/0/WarmThroughput/Status")
                        .asText())
                .isEqualTo("ACTIVE");
        assertThat(described().get("OnDemandThroughput"))
                .isEqualTo(Desk.parse(Desk.json("{'MaxReadRequestUnits':50,'MaxWriteRequestUnits':-1}")));
    }

    @Test
    void billingMode_changedAndBack_remembersWhenItWasPerRequest() {
        double created = described().get("CreationDateTime").asDouble();
        desk.ok(
                "UpdateTable",
                TO_PROVISIONED.formatted(",'GlobalSecondaryIndexUpdates':[{'Update':{'IndexName':'byG',"
                        + "'ProvisionedThroughput':{'ReadCapacityUnits':7,'WriteCapacityUnits':8}}}]"));
        assertThat(described().at("/BillingModeSummary/BillingMode").asText()).isEqualTo("PROVISIONED");
        assertThat(described()
                        .at("/BillingModeSummary/LastUpdateToPayPerRequestDateTime")
                        .asDouble())
                .isEqualTo(created);
        assertThat(described()
                        .at("/GlobalSecondaryIndexes/0/ProvisionedThroughput/ReadCapacityUnits")
                        .asInt())
                .isEqualTo(7);
        desk.now.updateAndGet(now -> now.plus(Duration.ofDays(1)));
        desk.ok("UpdateTable", "{'TableName':'Things','BillingMode':'PAY_PER_REQUEST'}");

        assertThat(described()
                        .at("/BillingModeSummary/LastUpdateToPayPerRequestDateTime")
                        .asDouble())
                .isEqualTo(created + 86_400);
        assertThat(described()
                        .at("/GlobalSecondaryIndexes/0/ProvisionedThroughput/ReadCapacityUnits")
                        .asInt())
                .isZero();
    }

    @Test
    void billingMode_toProvisionedWithoutThatOfAnIndex_isRefused() {
        assertThat(desk.failure("UpdateTable", TO_PROVISIONED.formatted("")))
                .isEqualTo(
                        "ValidationException One or more parameter values were invalid: ProvisionedThroughput must be"
                                + " specified for index: byG");
    }

    @Test
    void update_thatFailsInOnePart_changesNothing() {
        assertThat(desk.failure(
                        "UpdateTable",
                        "{'TableName':'Things','StreamSpecification':{'StreamEnabled':false},"
                                + "'GlobalSecondaryIndexUpdates':[{'Delete':{'IndexName':'byG'}}]}"))
                .startsWith("ValidationException Table has no stream to disable");
        assertThat(described().get("GlobalSecondaryIndexes")).hasSize(1);
    }

    @Test
    void attributeDefinition_ofAKeyWithAnotherType_isRefused() {
        assertThat(desk.failure(
                        "UpdateTable",
                        "{'TableName':'Things','DeletionProtectionEnabled':true,'AttributeDefinitions':["
                                + Desk.definition("id", "N") + "]}"))
                .startsWith("ValidationException");
        assertThat(described().at("/AttributeDefinitions/0/AttributeType").asText())
                .isEqualTo("S");
    }

    @Test
    void indexKey_tooLarge_isRefused() {
        assertThat(desk.failure(
                        "PutItem",
                        "{'TableName':'Things','Item':{'id':{'S':'a'},'g':{'S':'" + "x".repeat(2049) + "'}}}"))
                .isEqualTo("ValidationException One or more parameter values were invalid: Size of hashkey has exceeded"
                        + " the maximum size limit of2048 bytes");
    }

    @Test
    void batchWrite_toATableWithLocalIndexes_measuresCollections() {
        desk.ok(
                "CreateTable",
                "{'TableName':'Local','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':["
                        + Desk.definition("p", "S") + "," + Desk.definition("s", "S") + "," + Desk.definition("l", "S")
                        + "],'KeySchema':[{'AttributeName':'p','KeyType':'HASH'},"
                        + "{'AttributeName':'s','KeyType':'RANGE'}],'LocalSecondaryIndexes':[{'IndexName':'byL',"
                        + "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'},{'AttributeName':'l',"
                        + "'KeyType':'RANGE'}],'Projection':{'ProjectionType':'ALL'}}]}");
        assertThat(desk.ok(
                                "BatchWriteItem",
                                "{'ReturnItemCollectionMetrics':'SIZE','RequestItems':{'Local':[{'PutRequest':{'Item':"
                                        + "{'p':{'S':'a'},'s':{'S':'b'}}}}]}}")
                        .get("ItemCollectionMetrics"))
                .isEqualTo(Desk.parse(Desk.json(
                        "{'Local':[{'ItemCollectionKey':{'p':{'S':'a'}}," + "'SizeEstimateRangeGB':[0,1]}]}")));
    }
}
