package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LaboratoryTest {
    private static final String KILOBYTE = "x".repeat(900);

    private final Desk desk = new Desk();
    private final Laboratory laboratory = desk.origin.laboratory();

    @BeforeEach
    void tables() {
        desk.table("Things", "id", "n:N");
    }

    private OriginReply write(String id, int n) {
        return desk.raw(
                "DynamoDB_20120810.PutItem",
                Desk.json("{'TableName':'Things','Item':{'id':{'S':'" + id + "'},'n':{'N':'" + n + "'},'v':{'S':'"
                        + KILOBYTE + "'}}}"));
    }

    private void pass(Duration time) {
        desk.now.updateAndGet(now -> now.plus(time));
    }

    /** 6,000 writes over one second of the clock; how many were accepted. */
    private int sixThousandWrites(int keys) {
        int accepted = 0;
        for (int i = 0; i < 6000; i++) {
            accepted += write("k" + i % keys, i).ok() ? 1 : 0;
            pass(Duration.ofNanos(1_000_000_000 / 6000));
        }
        return accepted;
    }

    @Test
    void budgets_oneKey_acceptAThousandWritesASecondAfterTheBurst() {
        laboratory.budgets(new Laboratory.Budgets(3000, 1000, Duration.ofSeconds(2), 1, 0));
        sixThousandWrites(1);

        assertThat(sixThousandWrites(1)).isCloseTo(1000, Percentage.withPercentage(5));
        assertThat(sixThousandWrites(1)).isCloseTo(1000, Percentage.withPercentage(5));
    }

    @Test
    void budgets_overTwelveKeys_acceptAll() {
        laboratory.budgets(new Laboratory.Budgets(3000, 1000, Duration.ZERO, 1, 0));
        sixThousandWrites(12);

        assertThat(sixThousandWrites(12)).isEqualTo(6000);
    }

    @Test
    void budgets_spent_tellReasonAndResource() {
        laboratory.budgets(new Laboratory.Budgets(3, 1, Duration.ZERO, 1, 0));
        write("a", 1);
        JsonNode error = Desk.parse(write("a", 2).payload().body().toString());

        assertThat(error.get("__type").asText()).endsWith("#ProvisionedThroughputExceededException");
        assertThat(error.at("/ThrottlingReasons/0/reason").asText()).isEqualTo("TableWriteKeyRangeThroughputExceeded");
        assertThat(error.at("/ThrottlingReasons/0/resource").asText())
                .isEqualTo("arn:aws:dynamodb:us-east-1:000000000000:table/Things");
        assertThat(write("b", 2).ok()).isTrue();
    }

    @Test
    void budgets_batchPartlySpent_leavesTheRestUnprocessed() {
        laboratory.budgets(new Laboratory.Budgets(3, 1, Duration.ZERO, 1, 0));
        JsonNode answer = desk.ok(
                "BatchWriteItem",
                "{'RequestItems':{'Things':[{'PutRequest':{'Item':{'id':{'S':'a'},'n':{'N':'1'}}}},"
                        + "{'PutRequest':{'Item':{'id':{'S':'a'},'n':{'N':'2'}}}}]}}");

        assertThat(answer.at("/UnprocessedItems/Things/0/PutRequest/Item/n/N").asText())
                .isEqualTo("2");
    }

    @Test
    void budgets_indexSpent_pushBackOnTheTable() {
        desk.ok(
                "UpdateTable",
                "{'TableName':'Things','AttributeDefinitions':[" + Desk.definition("g", "S")
                        + "],'GlobalSecondaryIndexUpdates':[{'Create':{'IndexName':'byG','KeySchema':["
                        + "{'AttributeName':'g','KeyType':'HASH'}],'Projection':{'ProjectionType':'ALL'}}}]}");
        laboratory.budgets(new Laboratory.Budgets(3, 1, Duration.ZERO, 1, 0));
        desk.put("Things", "{'id':{'S':'a'},'n':{'N':'1'},'g':{'S':'same'}}");

        JsonNode error =
                desk.error("PutItem", "{'TableName':'Things','Item':{'id':{'S':'b'},'n':{'N':'1'},'g':{'S':'same'}}}");
        assertThat(error.at("/ThrottlingReasons/0/reason").asText()).isEqualTo("IndexWriteKeyRangeThroughputExceeded");
        assertThat(error.at("/ThrottlingReasons/0/resource").asText()).endsWith("table/Things/index/byG");
    }

    @Test
    void lag_eventuallyConsistentReadsGoBackwards_consistentOnesNever() {
        laboratory.lag(Duration.ofSeconds(1));
        Set<String> seen = new HashSet<>();
        boolean backwards = false;
        int last = 0;
        for (int version = 1; version <= 50; version++) {
            desk.put("Things", "{'id':{'S':'a'},'n':{'N':'1'},'v':{'N':'" + version + "'}}");
            pass(Duration.ofMillis(100));
            assertThat(version("true")).isEqualTo(version);
            int read = version("false");
            backwards |= read < last;
            last = read;
            seen.add(Integer.toString(version - read));
        }

        assertThat(backwards).isTrue();
        assertThat(seen).contains("0").hasSizeGreaterThan(3).doesNotContain("12");
    }

    private int version(String consistent) {
        return desk.ok(
                        "GetItem",
                        "{'TableName':'Things','Key':{'id':{'S':'a'},'n':{'N':'1'}},'ConsistentRead':" + consistent
                                + "}")
                .at("/Item/v/N")
                .asInt();
    }

    @Test
    void lag_queryMaySeeWhatWasDeleted() {
        laboratory.lag(Duration.ofSeconds(10));
        desk.put("Things", "{'id':{'S':'a'},'n':{'N':'1'}}");
        pass(Duration.ofSeconds(60));
        desk.ok("DeleteItem", "{'TableName':'Things','Key':{'id':{'S':'a'},'n':{'N':'1'}}}");
        pass(Duration.ofSeconds(1));
        int found = 0;
        for (int i = 0; i < 20; i++) {
            found += desk.ok(
                            "Query",
                            "{'TableName':'Things','KeyConditionExpression':'id = :a',"
                                    + "'ExpressionAttributeValues':{':a':{'S':'a'}}}")
                    .get("Count")
                    .asInt();
        }

        assertThat(found).isBetween(1, 20);
    }

    @Test
    void faults_lostAnswer_wasApplied() {
        laboratory.faults(new Laboratory.Faults(0, 1, 0));
        OriginReply reply = await(send("PutItem", "'Item':{'id':{'S':'a'},'n':{'N':'1'}}"));
        laboratory.faults(null);

        assertThat(reply.certainty()).isEqualTo(OriginReply.Certainty.UNKNOWN);
        assertThat(desk.ok("Scan", "{'TableName':'Things'}").get("Count").asInt())
                .isEqualTo(1);
    }

    @Test
    void faults_error_didNothing() {
        laboratory.faults(new Laboratory.Faults(1, 0, 0));
        OriginReply reply = await(send("PutItem", "'Item':{'id':{'S':'a'},'n':{'N':'1'}}"));
        laboratory.faults(null);

        assertThat(reply.status()).isEqualTo(500);
        assertThat(desk.ok("Scan", "{'TableName':'Things'}").get("Count").asInt())
                .isZero();
    }

    @Test
    void pause_holdsRequestsUntilResumed() {
        laboratory.pause("Things");
        Future<OriginReply> held = send("GetItem", "'Key':{'id':{'S':'a'},'n':{'N':'1'}}");
        assertThat(held.isComplete()).isFalse();
        laboratory.resume("Things");

        assertThat(await(held).ok()).isTrue();
    }

    @Test
    void latency_delaysTheOperationsNamed() {
        laboratory.latency(Map.of("Scan", new Laboratory.Latency(Duration.ofMinutes(1), Duration.ofMinutes(1))));

        assertThat(send("Scan", "'Limit':1").isComplete()).isFalse();
        assertThat(await(send("GetItem", "'Key':{'id':{'S':'a'},'n':{'N':'1'}}"))
                        .ok())
                .isTrue();
    }

    private Future<OriginReply> send(String operation, String members) {
        return desk.origin.send(new OriginRequest(
                "DynamoDB_20120810." + operation,
                "application/x-amz-json-1.0",
                Buffer.buffer(Desk.json("{'TableName':'Things'," + members + "}")),
                "Things",
                false,
                null));
    }

    private static OriginReply await(Future<OriginReply> future) {
        Awaitility.await().until(future::isComplete);
        return future.result();
    }
}
