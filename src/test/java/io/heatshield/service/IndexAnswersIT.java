package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.RedisServer;
import io.heatshield.app.InProcess;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is written, and by whichever operation: once it is answered, no kept answer of a table, an index or a scan is
 * older. The origin has no lag here, so that every answer has to be the origin's own of that moment.
 */
final class IndexAnswersIT {
    private static final String TABLE = "Things";
    private static final String[] RULES = {
        "cache.settle-window=0",
        "tables." + TABLE + ".exact-indexes=byHolder, byPhase",
        "tables." + TABLE + ".scans=on",
        "tables." + TABLE + ".warm-items=on",
        "tables." + TABLE + ".coherence=strict"
    };

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static void create(Wire wire) {
        Wire.Answer made = wire.ask("CreateTable", json("""
                {'TableName':'Things','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':[
                {'AttributeName':'id','AttributeType':'S'},{'AttributeName':'at','AttributeType':'N'},
                {'AttributeName':'holder','AttributeType':'S'},{'AttributeName':'phase','AttributeType':'S'},
                {'AttributeName':'score','AttributeType':'N'}],
                'KeySchema':[{'AttributeName':'id','KeyType':'HASH'},{'AttributeName':'at','KeyType':'RANGE'}],
                'LocalSecondaryIndexes':[{'IndexName':'byScore','Projection':{'ProjectionType':'ALL'},'KeySchema':[
                {'AttributeName':'id','KeyType':'HASH'},{'AttributeName':'score','KeyType':'RANGE'}]}],
                'GlobalSecondaryIndexes':[{'IndexName':'byHolder','Projection':{'ProjectionType':'ALL'},'KeySchema':[
                {'AttributeName':'holder','KeyType':'HASH'},{'AttributeName':'score','KeyType':'RANGE'}]},
                {'IndexName':'byPhase','Projection':{'ProjectionType':'INCLUDE','NonKeyAttributes':['holder']},
                'KeySchema':[{'AttributeName':'phase','KeyType':'HASH'}]}]}"""));
        assertThat(made.status()).as(made.body()).isEqualTo(200);
        Tables.awaitActive(wire, TABLE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20_261_207})
    void noAnswerIsOlderThanTheLastWrite(long seed) {
        try (InProcess origin = InProcess.originAlone();
                InProcess node = InProcess.before(origin.dynamoDb(), "any", "any", RULES)) {
            Wire direct = new Wire(origin.dynamoDb());
            Wire wire = new Wire(node.dynamoDb());
            create(direct);
            assertThat(hits(new SplittableRandom(seed), direct, List.of(wire))).isGreaterThan(40);
        }
    }

    @Test
    void norIsItOnAnotherNode() throws Exception {
        try (RedisServer redis = RedisServer.start();
                InProcess origin = InProcess.originAlone()) {
            String[] rules = Stream.concat(Stream.of(RULES), Stream.of("shared-tier.redis=" + redis.uri()))
                    .toArray(String[]::new);
            try (InProcess one = InProcess.before(origin.dynamoDb(), "any", "any", rules);
                    InProcess two = InProcess.before(origin.dynamoDb(), "any", "any", rules)) {
                Wire direct = new Wire(origin.dynamoDb());
                create(direct);
                List<Wire> nodes = List.of(new Wire(one.dynamoDb()), new Wire(two.dynamoDb()));
                assertThat(hits(new SplittableRandom(3), direct, nodes)).isGreaterThan(40);
            }
        }
    }

    /** Writes and asks by turns, and counts what was answered from memory. */
    private static int hits(SplittableRandom random, Wire direct, List<Wire> nodes) {
        int hits = 0;
        for (int turn = 0; turn < 120; turn++) {
            Wire.Answer written = write(random, nodes.get(random.nextInt(nodes.size())));
            assertThat(written.status()).as(written.body()).isIn(200, 400);
            for (int i = 0; i < 4; i++) {
                String[] asked = question(random);
                Wire.Answer right = direct.ask(asked[0], asked[1]);
                assertThat(right.status()).as(right.body()).isEqualTo(200);
                for (int again = 0; again < 2; again++) {
                    Wire.Answer answer = nodes.get(random.nextInt(nodes.size())).ask(asked[0], asked[1]);
                    assertThat(new JsonObject(answer.body()))
                            .as("turn %d: %s, %s after %s", turn, asked[1], answer.cache(), written.body())
                            .isEqualTo(new JsonObject(right.body()));
                    hits += answer.cache().equals("local") ? 1 : 0;
                }
            }
        }
        return hits;
    }

    private static String key(SplittableRandom random) {
        return "'id':{'S':'k" + random.nextInt(2) + "'},'at':{'N':'" + random.nextInt(3) + "'}";
    }

    private static String item(SplittableRandom random) {
        return "{" + key(random)
                + (random.nextBoolean() ? ",'holder':{'S':'h" + random.nextInt(3) + "'}" : "")
                + (random.nextBoolean() ? ",'phase':{'S':'p" + random.nextInt(3) + "'}" : "")
                + (random.nextBoolean() ? ",'score':{'N':'" + random.nextInt(3) + "'}" : "")
                + ",'n':{'N':'" + random.nextInt(100) + "'}}";
    }

    private static Wire.Answer write(SplittableRandom random, Wire wire) {
        String table = "'TableName':'Things'";
        String update = switch (random.nextInt(5)) {
            case 0 ->
                "'UpdateExpression':'SET n = :v','ExpressionAttributeValues':{':v':{'N':'" + random.nextInt(99) + "'}}";
            case 1 -> "'UpdateExpression':'REMOVE phase, score'";
            case 2 ->
                "'UpdateExpression':'SET holder = :v ADD score :o','ExpressionAttributeValues':{':v':{'S':'h"
                        + random.nextInt(3) + "'},':o':{'N':'1'}}";
            case 3 ->
                "'UpdateExpression':'SET phase = if_not_exists(phase, :v), holder = :v','ExpressionAttributeValues':{':v':{'S':'p"
                        + random.nextInt(3) + "'}}";
            default -> "'ReturnValues':'ALL_OLD','UpdateExpression':'REMOVE holder'";
        };
        String condition = random.nextInt(4) == 0 ? ",'ConditionExpression':'attribute_exists(n)'" : "";
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> wire.ask("PutItem", json("{" + table + ",'Item':" + item(random) + condition + "}"));
            case 3, 4 ->
                wire.ask("UpdateItem", json("{" + table + ",'Key':{" + key(random) + "}," + update + condition + "}"));
            case 5 -> wire.ask("DeleteItem", json("{" + table + ",'Key':{" + key(random) + "}" + condition + "}"));
            case 6 ->
                wire.ask(
                        "BatchWriteItem",
                        json("{'RequestItems':{'Things':[{'PutRequest':{'Item':" + item(random) + "}}]}}"));
            default ->
                wire.ask(
                        "TransactWriteItems",
                        json("{'TransactItems':[{'Put':{" + table + ",'Item':" + item(random) + "}}]}"));
        };
    }

    private static String[] question(SplittableRandom random) {
        String table = "{'TableName':'Things'";
        String value = "','ExpressionAttributeValues':{':v':{'S':'";
        String more = random.nextInt(3) == 0 ? ",'Limit':2" : "";
        return switch (random.nextInt(6)) {
            case 5 -> new String[] {"GetItem", json(table + ",'Key':{" + key(random) + "}}")};
            case 0 -> new String[] {"Scan", json(table + more + "}")};
            case 1 ->
                new String[] {
                    "Query",
                    json(table + ",'IndexName':'byHolder','KeyConditionExpression':'holder = :v" + value + "h"
                            + random.nextInt(3) + "'}}" + more + "}")
                };
            case 2 ->
                new String[] {
                    "Query",
                    json(table + ",'IndexName':'byPhase','KeyConditionExpression':'phase = :v" + value + "p"
                            + random.nextInt(3) + "'}}" + more + "}")
                };
            case 3 ->
                new String[] {
                    "Query",
                    json(table + ",'IndexName':'byScore','KeyConditionExpression':'id = :v" + value + "k"
                            + random.nextInt(2) + "'}}" + more + "}")
                };
            default ->
                new String[] {
                    "Query",
                    json(table + ",'KeyConditionExpression':'id = :v" + value + "k" + random.nextInt(2) + "'}}" + more
                            + "}")
                };
        };
    }
}
