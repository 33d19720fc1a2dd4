package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileJournalTest {
    private static final String TABLE =
            "{'TableName':'Things','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':[%s,%s],"
                    + "'KeySchema':[{'AttributeName':'id','KeyType':'HASH'}],'GlobalSecondaryIndexes':[{'IndexName':'byG',"
                    + "'KeySchema':[{'AttributeName':'g','KeyType':'HASH'}],'Projection':{'ProjectionType':'ALL'}}],"
                    + "'Tags':[{'Key':'a','Value':'b'}],'StreamSpecification':{'StreamEnabled':true,"
                    + "'StreamViewType':'NEW_IMAGE'}}";

    @TempDir
    Path directory = Path.of("");

    private static void fill(Desk desk) {
        desk.ok("CreateTable", TABLE.formatted(Desk.definition("id", "S"), Desk.definition("g", "S")));
        desk.put("Things", "{'id':{'S':'kept'},'g':{'S':'x'},'n':{'N':'12.50'},'b':{'B':'AAE='}}");
        desk.put("Things", "{'id':{'S':'gone'}}");
        desk.ok("DeleteItem", "{'TableName':'Things','Key':{'id':{'S':'gone'}}}");
        desk.ok(
                "TransactWriteItems",
                "{'TransactItems':[{'Put':{'TableName':'Things','Item':{'id':{'S':'t1'}}}},"
                        + "{'Put':{'TableName':'Things','Item':{'id':{'S':'t2'}}}}]}");
    }

    private static void checkFilled(Desk desk) {
        JsonNode scan = desk.ok("Scan", "{'TableName':'Things'}");
        assertThat(scan.get("Items"))
                .extracting(item -> item.at("/id/S").asText())
                .containsExactlyInAnyOrder("kept", "t1", "t2");
        assertThat(desk.ok(
                                "Query",
                                "{'TableName':'Things','IndexName':'byG','KeyConditionExpression':'g = :g',"
                                        + "'ExpressionAttributeValues':{':g':{'S':'x'}}}")
                        .at("/Items/0/n/N")
                        .asText())
                .isEqualTo("12.5");
    }

    @Test
    void restart_bringsEverythingBack() {
        Desk first = new Desk(directory);
        fill(first);
        JsonNode before = first.ok("DescribeTable", "{'TableName':'Things'}");
        assertThat(first.origin.close().succeeded()).isTrue();
        Desk second = new Desk(directory);

        checkFilled(second);
        assertThat(second.ok("DescribeTable", "{'TableName':'Things'}")).isEqualTo(before);
        assertThat(second.origin.close().succeeded()).isTrue();
    }

    @Test
    void killedProcess_hasLostNothingThatItAnswered(@TempDir Path copy) throws IOException {
        Desk first = new Desk(directory);
        fill(first);
        // What another process would find at this moment, with the first one not closed.
        Path file = directory.resolve("tables.mv.db");
        Files.copy(file, copy.resolve("tables.mv.db"));
        Desk second = new Desk(copy);

        checkFilled(second);
        assertThat(second.origin.close().succeeded()).isTrue();
        assertThat(first.origin.close().succeeded()).isTrue();
    }

    @Test
    void itemWithTheLongestName_isBroughtBack() {
        Desk first = new Desk(directory);
        first.table("Long", "id");
        first.put("Long", "{'id':{'S':'a'},'" + "n".repeat(65_535) + "':{'N':'1'}}");
        assertThat(first.failure(
                        "PutItem",
                        "{'TableName':'Long','Item':{'id':{'S':'a'},'" + "n".repeat(65_536) + "':{'N':'1'}}}"))
                .startsWith("ValidationException");
        assertThat(first.origin.close().succeeded()).isTrue();
        Desk second = new Desk(directory);

        assertThat(second.ok("Scan", "{'TableName':'Long','Select':'COUNT'}")
                        .get("Count")
                        .asInt())
                .isEqualTo(1);
        assertThat(second.origin.close().succeeded()).isTrue();
    }

    @Test
    void deletedTable_isGone() {
        Desk first = new Desk(directory);
        fill(first);
        first.ok("DeleteTable", "{'TableName':'Things'}");
        assertThat(first.origin.close().succeeded()).isTrue();
        Desk second = new Desk(directory);

        assertThat(second.ok("ListTables", "{}").get("TableNames")).isEmpty();
        assertThat(second.origin.close().succeeded()).isTrue();
    }

    @Test
    void secondProcess_isRefused() {
        Desk first = new Desk(directory);

        assertThatThrownBy(() -> new Desk(directory))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(directory.toString());
        assertThat(first.origin.close().succeeded()).isTrue();
    }
}
