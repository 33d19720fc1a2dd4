package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StreamOperationsTest {
    private final Desk desk = new Desk();
    private String arn = "";

    private void tableWith(String view) {
        arn = desk.ok(
                        "CreateTable",
                        "{'TableName':'Things','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':["
                                + Desk.definition("id", "S")
                                + "],'KeySchema':[{'AttributeName':'id','KeyType':'HASH'}],"
                                + "'StreamSpecification':{'StreamEnabled':true,'StreamViewType':'" + view + "'}}")
                .at("/TableDescription/LatestStreamArn")
                .asText();
    }

    private List<String> iterators(String type) {
        List<String> all = new ArrayList<>();
        for (JsonNode shard :
                desk.ok("DescribeStream", "{'StreamArn':'" + arn + "'}").at("/StreamDescription/Shards")) {
            all.add(desk.ok(
                            "GetShardIterator",
                            "{'StreamArn':'" + arn + "','ShardId':'"
                                    + shard.get("ShardId").asText() + "','ShardIteratorType':'" + type + "'}")
                    .get("ShardIterator")
                    .asText());
        }
        return all;
    }

    private List<JsonNode> records(List<String> iterators) {
        List<JsonNode> all = new ArrayList<>();
        for (String iterator : iterators) {
            desk.ok("GetRecords", "{'ShardIterator':'" + iterator + "'}")
                    .get("Records")
                    .forEach(all::add);
        }
        return all;
    }

    private void changeOneItem() {
        desk.put("Things", "{'id':{'S':'a'},'v':{'N':'1'}}");
        desk.put("Things", "{'id':{'S':'a'},'v':{'N':'1'}}");
        desk.put("Things", "{'id':{'S':'a'},'v':{'N':'2'}}");
        desk.ok("DeleteItem", "{'TableName':'Things','Key':{'id':{'S':'a'}}}");
    }

    @Test
    void records_tellEachChangeOnceInOrder() {
        tableWith("NEW_AND_OLD_IMAGES");
        changeOneItem();

        List<JsonNode> records = records(iterators("TRIM_HORIZON"));
        assertThat(records)
                .extracting(record -> record.get("eventName").asText())
                .containsExactly("INSERT", "MODIFY", "REMOVE");
        assertThat(records.get(1).at("/dynamodb/OldImage/v/N").asText()).isEqualTo("1");
        assertThat(records.get(1).at("/dynamodb/NewImage/v/N").asText()).isEqualTo("2");
        assertThat(records.get(2).at("/dynamodb/SequenceNumber").asText())
                .isGreaterThan(records.get(1).at("/dynamodb/SequenceNumber").asText());
    }

    @ParameterizedTest
    @CsvSource({"KEYS_ONLY,false,false", "NEW_IMAGE,true,false", "OLD_IMAGE,false,true"})
    void records_showWhatTheViewSays(String view, boolean fresh, boolean old) {
        tableWith(view);
        changeOneItem();

        JsonNode change = records(iterators("TRIM_HORIZON")).get(1).get("dynamodb");
        assertThat(change.has("NewImage")).isEqualTo(fresh);
        assertThat(change.has("OldImage")).isEqualTo(old);
        assertThat(change.at("/Keys/id/S").asText()).isEqualTo("a");
    }

    @Test
    void latest_givesOnlyWhatComesLater() {
        tableWith("KEYS_ONLY");
        changeOneItem();
        List<String> iterators = iterators("LATEST");
        desk.put("Things", "{'id':{'S':'later'}}");

        assertThat(records(iterators))
                .extracting(record -> record.at("/dynamodb/Keys/id/S").asText())
                .containsExactly("later");
    }

    @Test
    void records_areTrimmedAfterADay() {
        tableWith("KEYS_ONLY");
        changeOneItem();
        desk.now.updateAndGet(now -> now.plus(Duration.ofHours(24).plusSeconds(1)));

        assertThat(records(iterators("TRIM_HORIZON"))).isEmpty();
    }

    @Test
    void iterator_atATrimmedRecord_isRefusedThoughLaterOnesAreThere() {
        tableWith("KEYS_ONLY");
        desk.put("Things", "{'id':{'S':'a'},'v':{'N':'1'}}");
        String first = records(iterators("TRIM_HORIZON"))
                .get(0)
                .at("/dynamodb/SequenceNumber")
                .asText();
        desk.now.updateAndGet(now -> now.plus(Duration.ofHours(25)));
        desk.put("Things", "{'id':{'S':'a'},'v':{'N':'2'}}");

        List<String> outcomes = new ArrayList<>();
        for (JsonNode shard :
                desk.ok("DescribeStream", "{'StreamArn':'" + arn + "'}").at("/StreamDescription/Shards")) {
            String request = "{'StreamArn':'" + arn + "','ShardId':'"
                    + shard.get("ShardId").asText() + "','SequenceNumber':'" + first + "','ShardIteratorType':'%s'}";
            outcomes.add(desk.raw(
                            "DynamoDBStreams_20120810.GetShardIterator",
                            Desk.json(request.formatted("AT_SEQUENCE_NUMBER")))
                    .payload()
                    .body()
                    .toString());
            desk.ok("GetShardIterator", request.formatted("AFTER_SEQUENCE_NUMBER"));
        }
        assertThat(outcomes)
                .filteredOn(each -> each.contains("TrimmedDataAccessException"))
                .hasSize(1);
        assertThat(records(iterators("TRIM_HORIZON"))).hasSize(1);
    }

    @Test
    void iterator_olderThanAQuarterOfAnHour_hasExpired() {
        tableWith("KEYS_ONLY");
        String iterator = iterators("TRIM_HORIZON").get(0);
        desk.now.updateAndGet(now -> now.plus(Duration.ofMinutes(16)));

        assertThat(desk.error("GetRecords", "{'ShardIterator':'" + iterator + "'}")
                        .get("kind")
                        .asText())
                .isEqualTo("ExpiredIteratorException");
    }

    @Test
    void itemsOfOnePartition_areInOneShard() {
        tableWith("KEYS_ONLY");
        for (int i = 0; i < 40; i++) {
            desk.put("Things", "{'id':{'S':'i" + i + "'}}");
        }
        List<String> iterators = iterators("TRIM_HORIZON");

        assertThat(iterators).hasSize(ChangeStream.SHARDS);
        assertThat(records(iterators)).hasSize(40);
        assertThat(records(iterators.subList(0, 1))).isNotEmpty().hasSizeLessThan(40);
    }

    @Test
    void disabledStream_endsItsShards() {
        tableWith("KEYS_ONLY");
        changeOneItem();
        desk.ok("UpdateTable", "{'TableName':'Things','StreamSpecification':{'StreamEnabled':false}}");

        String iterator = iterators("TRIM_HORIZON").get(0);
        assertThat(desk.ok("GetRecords", "{'ShardIterator':'" + iterator + "'}").has("NextShardIterator"))
                .isFalse();
        assertThat(desk.ok("ListStreams", "{}").get("Streams")).hasSize(1);
    }

    @Test
    void expiredItem_isRemovedByTheService() {
        tableWith("OLD_IMAGE");
        desk.ok(
                "UpdateTimeToLive",
                "{'TableName':'Things','TimeToLiveSpecification':{'Enabled':true,'AttributeName':'ttl'}}");
        long past = desk.clock.instant().getEpochSecond() - 10;
        desk.put("Things", "{'id':{'S':'old'},'ttl':{'N':'" + past + "'}}");
        desk.put("Things", "{'id':{'S':'text'},'ttl':{'S':'" + past + "'}}");
        desk.origin.sweepExpired();

        assertThat(desk.ok("Scan", "{'TableName':'Things'}").get("Count").asInt())
                .isEqualTo(1);
        assertThat(records(iterators("TRIM_HORIZON")))
                .filteredOn(record -> record.has("userIdentity"))
                .extracting(record -> record.get("eventName").asText())
                .containsExactly("REMOVE");
    }
}
