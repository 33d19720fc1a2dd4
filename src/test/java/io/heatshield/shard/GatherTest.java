package io.heatshield.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GatherTest {
    private static final String ALL =
            "{'TableName':'Days','KeyConditionExpression':'pk = :d','ExpressionAttributeValues':{':d':{'S':'DAY#1'}}";

    @Test
    void query_withoutLimit_asksEachShardOnceAndNoMoreThanAllowedAtOnce() {
        Sharded sharded = filled(12, false);
        int[] open = new int[2];
        java.util.List<Promise<OriginReply>> held = new java.util.ArrayList<>();
        java.util.List<io.heatshield.origin.OriginRequest> asked = new java.util.ArrayList<>();
        sharded.between = request -> {
            open[1] = Math.max(open[1], ++open[0]);
            Promise<OriginReply> promise = Promise.promise();
            held.add(promise);
            asked.add(request);
            return promise.future();
        };
        Future<OriginReply> answer = sharded.future("Query", ALL + "}", null);
        for (int at = 0; at < held.size(); at++) {
            open[0]--;
            held.get(at).complete(sharded.embedded.send(asked.get(at)).result());
        }

        assertThat(Sharded.answered(answer.result()).path("Count").asInt()).isEqualTo(36);
        assertThat(asked).hasSize(12);
        assertThat(open[1]).isEqualTo(4);
        assertThat(sharded.timers).isEmpty();
    }

    @Test
    void query_thatAsksForCapacity_hearsTheSum() {
        Sharded sharded = filled(3, false);

        ObjectNode answer = sharded.ask("Query", ALL + ",'ReturnConsumedCapacity':'INDEXES'}");

        assertThat(answer.path("ConsumedCapacity").path("CapacityUnits").asDouble())
                .isEqualTo(answer.path("ConsumedCapacity")
                        .path("Table")
                        .path("CapacityUnits")
                        .asDouble())
                .isEqualTo(1.5);
    }

    @Test
    void partial_withOneShardHungAndOneThrottled_saysWhatIsMissing() {
        Sharded sharded = filled(12, true);
        sharded.between = request -> {
            String body = request.body().toString();
            return body.contains("DAY#1#03")
                    ? Promise.<OriginReply>promise().future()
                    : body.contains("DAY#1#05") ? Future.succeededFuture(throttled()) : null;
        };
        Future<OriginReply> answer = sharded.future("Query", ALL + "}", null);
        assertThat(answer.isComplete()).isFalse();

        assertThat(sharded.timers).hasSize(1);
        sharded.millis.addAndGet(1_000);
        sharded.timers.get(0).run();

        assertThat(answer.result().partial()).isEqualTo("2/12");
        assertThat(answer.result().ok()).isTrue();
        assertThat(Sharded.answered(answer.result()).path("Items").size()).isBetween(20, 35);
    }

    @Test
    void partial_ofWhichNothingArrives_isTheError() {
        Sharded sharded = filled(3, true);
        sharded.between = request -> Future.succeededFuture(throttled());

        assertThat(sharded.ask("Query", ALL + "}").path("kind").asText())
                .isEqualTo("ProvisionedThroughputExceededException");
    }

    @Test
    void fail_withOneShardThrottled_isTheOriginsError() {
        Sharded sharded = filled(12, false);
        sharded.between =
                request -> request.body().toString().contains("DAY#1#05") ? Future.succeededFuture(throttled()) : null;

        assertThat(sharded.ask("Query", ALL + "}").path("kind").asText())
                .isEqualTo("ProvisionedThroughputExceededException");
    }

    @Test
    void fail_withOneShardLate_says503InTime() {
        Sharded sharded = filled(12, false);
        sharded.between = request -> request.body().toString().contains("DAY#1#05")
                ? Promise.<OriginReply>promise().future()
                : null;
        Future<OriginReply> answer = sharded.future("Query", ALL + "}", null);
        sharded.timers.get(0).run();

        assertThat(answer.result().status()).isEqualTo(503);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'pk':{'S':'DAY#2'},'sk':{'S':'a'}}",
                "{'pk':{'S':'DAY#1#01'},'sk':{'S':'a'}}",
                "{'pk':{'S':'DAY#1'}}",
                "{'pk':{'S':'DAY#1'},'sk':{'N':'1'}}",
                "{'pk':{'S':'DAY#1'},'sk':{'S':'a'},'x':{'S':'a'}}"
            })
    void cursor_thatIsNoneOfThisWalk_isRefused(String cursor) {
        ObjectNode error = filled(3, false).ask("Query", ALL + ",'ExclusiveStartKey':" + cursor + "}");

        assertThat(error.path("kind").asText()).isEqualTo("ValidationException");
    }

    @Test
    void cursor_outsideTheRange_isRefusedInTheOriginsWords() {
        ObjectNode error = filled(3, false)
                .ask(
                        "Query",
                        "{'TableName':'Days','KeyConditionExpression':'pk = :d AND sk > :s','ExpressionAttributeValues':"
                                + "{':d':{'S':'DAY#1'},':s':{'S':'event-10'}},"
                                + "'ExclusiveStartKey':{'pk':{'S':'DAY#1'},'sk':{'S':'event-01'}}}");

        assertThat(error.path("message").asText()).contains("does not match the range key predicate");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ,'FilterExpression':'sk = :d'}                     | Filter Expression can only contain non-primary key attributes
            ,'Limit':0}                                        | greater than or equal to 1
            ,'Select':'SPECIFIC_ATTRIBUTES'}                   | Must specify
            ,'Select':'COUNT','ProjectionExpression':'sk'}     | Cannot specify
            ,'ExpressionAttributeNames':{'#x':'x'}}            | unused in expressions
            ,'SomethingNew':1}                                 | SomethingNew is not supported
            """)
    void query_thatIsWrong_isRefused(String rest, String why) {
        ObjectNode error = filled(3, false).ask("Query", ALL + rest);

        assertThat(error.path("kind").asText()).isEqualTo("ValidationException");
        assertThat(error.path("message").asText()).contains(why);
    }

    @Test
    void legacyQuery_isSpreadToo() {
        JsonNode answer = filled(12, false)
                .ask(
                        "Query",
                        "{'TableName':'Days','KeyConditions':{'pk':{'ComparisonOperator':'EQ','AttributeValueList':"
                                + "[{'S':'DAY#1'}]},'sk':{'ComparisonOperator':'BEGINS_WITH','AttributeValueList':"
                                + "[{'S':'event-1'}]}},'QueryFilter':{'amount':{'ComparisonOperator':'GT',"
                                + "'AttributeValueList':[{'N':'12'}]}},'AttributesToGet':['amount']}");

        assertThat(answer.path("Items").findValuesAsText("N"))
                .containsExactly("13", "14", "15", "16", "17", "18", "19", "20");
    }

    /** The worked example: 36 events over 12 shards, of amounts 1 to 36. */
    @ParameterizedTest
    @ValueSource(strings = {"hash", "random"})
    void workedExample_thirtySixEvents_comeInOrderInPagesOfTwoAndSumTo666(String choice) {
        Sharded sharded = filled(choice.equals("hash") ? new Choice.HashOf(null) : new Choice.Random(), 12, false);
        // The same call again, as an SDK repeats one whose answer was lost.
        put(sharded, 1);

        List<String> amounts = GatherPropertyTest.items(sharded, ALL + "}", 2).findValuesAsText("N");

        assertThat(amounts).hasSize(36).first().isEqualTo("1");
        assertThat(amounts.stream().mapToInt(Integer::parseInt).sum()).isEqualTo(666);
        assertThat(amounts.stream().map(Integer::parseInt).toList()).isSorted();
    }

    static Sharded filled(int shards, boolean partial) {
        return filled(new Choice.HashOf(null), shards, partial);
    }

    static Sharded filled(Choice choice, int shards, boolean partial) {
        ShardedKey key = ShardedKey.of(
                KeyPattern.of("DAY#*"),
                choice,
                List.of(Layout.of(1, shards, "#%02d")),
                1,
                List.of(1),
                new GatherRules(4, Duration.ofSeconds(1), partial));
        Sharded sharded = new Sharded("S", key);
        for (int event = 1; event <= 36; event++) {
            put(sharded, event);
        }
        sharded.sent.clear();
        return sharded;
    }

    private static void put(Sharded sharded, int event) {
        ObjectNode answer = sharded.ask(
                "PutItem",
                "{'TableName':'Days','Item':{'pk':{'S':'DAY#1'},'sk':{'S':'event-" + String.format("%02d", event - 1)
                        + "'},'amount':{'N':'" + event + "'}}}",
                new io.heatshield.protocol.Invocation("call-" + event, 1));
        assertThat(answer.has("kind")).as("%s", answer).isFalse();
    }

    private static OriginReply throttled() {
        return OriginReply.error(DynamoError.of(ErrorKind.PROVISIONED_THROUGHPUT_EXCEEDED, "too much"), "id");
    }
}
