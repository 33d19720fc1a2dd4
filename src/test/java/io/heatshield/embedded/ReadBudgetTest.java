package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ReadBudgetTest {
    private static final String SCAN = "{'TableName':'Things'%s}";

    private final Desk desk = new Desk();
    private final Laboratory laboratory = desk.origin.laboratory();

    /** Three partitions of some 16 KB each: a consistent scan takes four read units of each. */
    @BeforeEach
    void tables() {
        desk.table("Things", "id", "n:N");
        for (String id : new String[] {"a", "b", "c"}) {
            for (int n = 0; n < 4; n++) {
                desk.put(
                        "Things",
                        "{'id':{'S':'" + id + "'},'n':{'N':'" + n + "'},'v':{'S':'" + "x".repeat(4000) + "'}}");
            }
        }
    }

    private static String get(String id) {
        return "{'TableName':'Things','ConsistentRead':true,'Key':{'id':{'S':'" + id + "'},'n':{'N':'0'}}}";
    }

    private static String query(String id) {
        return "{'TableName':'Things','ConsistentRead':true,'KeyConditionExpression':'id = :i',"
                + "'ExpressionAttributeValues':{':i':{'S':'" + id + "'}}}";
    }

    @Test
    void scan_chargesEveryPartitionThatItReads() {
        laboratory.budgets(new Laboratory.Budgets(5, 100, Duration.ZERO, 1, 0));

        assertThat(desk.ok("Scan", SCAN.formatted(",'ConsistentRead':true"))
                        .get("Count")
                        .asInt())
                .isEqualTo(12);
        for (String id : new String[] {"a", "b", "c"}) {
            desk.ok("GetItem", get(id));
            assertThat(desk.failure("GetItem", get(id))).startsWith("ProvisionedThroughputExceededException");
        }
    }

    @Test
    void scan_endsItsPageBeforeASpentPartitionAndIsRefusedAtOne() {
        JsonNode all = desk.ok("Scan", SCAN.formatted(""));
        String second = all.at("/Items/4/id/S").asText();
        laboratory.budgets(new Laboratory.Budgets(4, 100, Duration.ZERO, 1, 0));
        desk.ok("Query", query(second));

        JsonNode page = desk.ok("Scan", SCAN.formatted(""));
        assertThat(page.get("Count").asInt()).isEqualTo(4);
        String resumed = SCAN.formatted(",'ExclusiveStartKey':"
                + page.get("LastEvaluatedKey").toString().replace('"', '\''));
        JsonNode error = desk.error("Scan", resumed);
        assertThat(error.at("/ThrottlingReasons/0/reason").asText()).isEqualTo("TableReadKeyRangeThroughputExceeded");

        desk.now.updateAndGet(now -> now.plusSeconds(2));
        assertThat(desk.ok("Scan", resumed).get("Count").asInt()).isEqualTo(8);
    }

    @Test
    void query_ofNothing_isChargedToWhereItLooked() {
        laboratory.budgets(new Laboratory.Budgets(1, 100, Duration.ZERO, 1, 0));

        desk.ok("Query", query("nothing"));
        assertThat(desk.failure("Query", query("nothing"))).startsWith("ProvisionedThroughputExceededException");
    }

    @Test
    void transactGet_ofASpentPartition_isCancelled() {
        laboratory.budgets(new Laboratory.Budgets(2, 100, Duration.ZERO, 1, 0));
        String reads = "{'TransactItems':[{'Get':{'TableName':'Things','Key':{'id':{'S':'a'},'n':{'N':'0'}}}},"
                + "{'Get':{'TableName':'Things','Key':{'id':{'S':'b'},'n':{'N':'0'}}}}]}";

        desk.ok("Query", query("b"));
        assertThat(desk.failure("TransactGetItems", reads)).endsWith("[None, ProvisionedThroughputExceeded]");
    }
}
