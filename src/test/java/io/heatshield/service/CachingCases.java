package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.app.InProcess;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/**
 * What a proxy that caches must get right, case by case as the page of cases lists them, in front of an origin that is
 * also asked directly. Each test has a table {@code id} (S), and one {@code n} (N), of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CachingCases {
    private InProcess heatshield;
    private int tests;
    Wire through;
    Wire direct;
    String table;

    /** Where the origin is. */
    abstract URI origin();

    abstract void stopOrigin();

    @BeforeAll
    void start() {
        URI origin = origin();
        direct = new Wire(origin);
        heatshield = InProcess.before(origin, "any", "any", "cache.settle-window=2s", "cache.max-item-bytes=500KiB");
        through = new Wire(heatshield.dynamoDb());
    }

    @AfterAll
    void stop() {
        heatshield.close();
        stopOrigin();
    }

    @BeforeEach
    void makeTable(TestInfo test) {
        table = "Case" + tests++;
        Tables.create(direct, table);
    }

    static String quoted(String json) {
        return json.replace('\'', '"');
    }

    Wire.Answer ask(String operation, String json) {
        return through.ask(operation, json);
    }

    /** Through Heatshield, which must accept it. */
    void write(String operation, String json) {
        Wire.Answer written = ask(operation, json);
        assertThat(written.status()).as(written.body()).isEqualTo(200);
    }

    void put(String id, String attributes) {
        write("PutItem", quoted("{'TableName':'" + table + "','Item':{'id':{'S':'" + id + "'}" + attributes + "}}"));
    }

    String key(String id) {
        return quoted("{'id':{'S':'" + id + "'}}");
    }

    String get(String id) {
        return get(id, "");
    }

    String get(String id, String more) {
        return quoted("{'TableName':'" + table + "','Key':" + key(id) + more + "}");
    }

    String keys(String... ids) {
        return Stream.of(ids).map(this::key).collect(Collectors.joining(",", "[", "]"));
    }

    String batch(String... ids) {
        return quoted("{'RequestItems':{'" + table + "':{'Keys':" + keys(ids) + "}}}");
    }

    void warm(String... ids) {
        for (String id : ids) {
            ask("GetItem", get(id));
            assertThat(ask("GetItem", get(id)).cache()).as(id).isEqualTo("local");
        }
    }

    /** The answer, which is the same as the origin's own, once that lags no more. */
    Wire.Answer asDirect(String operation, String json) {
        Wire.Answer seen = ask(operation, json);
        Awaitility.await().untilAsserted(() -> {
            Wire.Answer expected = direct.ask(operation, json);
            assertThat(seen.status()).as(seen.body()).isEqualTo(expected.status());
            assertThat(new JsonObject(seen.body())).isEqualTo(new JsonObject(expected.body()));
        });
        return seen;
    }

    // Identity of a key

    @Test
    void numberKey_inAnySpelling_isOneIdentityAndComesBackAsStored() {
        String numbers = table + "N";
        direct.ask("CreateTable", quoted("""
                {'TableName':'%s','BillingMode':'PAY_PER_REQUEST',
                'AttributeDefinitions':[{'AttributeName':'n','AttributeType':'N'}],
                'KeySchema':[{'AttributeName':'n','KeyType':'HASH'}]}""".formatted(numbers)));
        Tables.awaitActive(direct, numbers);
        write("PutItem", quoted("{'TableName':'" + numbers + "','Item':{'n':{'N':'1'}}}"));
        String get = "{'TableName':'" + numbers + "','Key':{'n':{'N':'%s'}}}";
        assertThat(ask("GetItem", quoted(get.formatted("1.0"))).body()).isEqualTo(quoted("{'Item':{'n':{'N':'1'}}}"));
        for (String spelling : List.of("1", "1e0", "+1", "01", "10e-1")) {
            Wire.Answer hit = ask("GetItem", quoted(get.formatted(spelling)));
            assertThat(hit.cache()).as(spelling).isEqualTo("local");
            assertThat(hit.body()).isEqualTo(quoted("{'Item':{'n':{'N':'1'}}}"));
        }
    }

    @Test
    void stringKeys_areToldApartByEveryByte() {
        for (String id : List.of("a", "A", "\u00e9", "e\u0301", "a ")) {
            put(id, ",'is':{'S':'" + id + "'}");
            warm(id);
        }
        for (String id : List.of("a", "A", "\u00e9", "e\u0301", "a ")) {
            assertThat(new JsonObject(ask("GetItem", get(id)).body())
                            .getJsonObject("Item")
                            .getJsonObject("is")
                            .getString("S"))
                    .isEqualTo(id);
        }
    }

    @Test
    void tableMadeAgain_startsEmpty() {
        put("a", "");
        warm("a");
        write("DeleteTable", quoted("{'TableName':'" + table + "'}"));
        Awaitility.await()
                .until(() -> direct.ask("DescribeTable", quoted("{'TableName':'" + table + "'}"))
                                .status()
                        == 400);
        Tables.create(through, table);
        assertThat(ask("GetItem", get("a")).body()).isEqualTo("{}");
    }

    // Point reads

    @Test
    void missingItem_hasNoItemMemberAndIsRemembered() {
        assertThat(asDirect("GetItem", get("none")).body()).isEqualTo("{}");
        Wire.Answer again = ask("GetItem", get("none"));
        assertThat(again.body()).isEqualTo("{}");
        assertThat(again.cache()).isEqualTo("local");
        put("none", "");
        assertThat(ask("GetItem", get("none")).body()).contains("Item");
    }

    @Test
    void projection_thatMatchesNothing_isAnEmptyItemAndNoMiss() {
        put("a", ",'v':{'N':'1'}");
        warm("a");
        for (int i = 0; i < 3; i++) {
            assertThat(asDirect("GetItem", get("a", ",'ProjectionExpression':'zz','ConsistentRead':false"))
                            .body())
                    .isEqualTo(quoted("{'Item':{}}"));
        }
    }

    @Test
    void projection_ofACachedItem_hasTheServicesShapesAndLeavesTheItemWhole() {
        put("a", ",'l':{'L':[{'N':'0'},{'N':'1'},{'N':'2'}]},'m':{'M':{'x':{'N':'1'},'y':{'N':'2'},'z':{'N':'3'}}}");
        warm("a");
        String whole = ask("GetItem", get("a")).body();
        for (String expression : List.of("l[2], l[0]", "m.y, m.x", "id, m.z, l[1]", "l[7]")) {
            for (int i = 0; i < 2; i++) {
                asDirect("GetItem", get("a", ",'ConsistentRead':false,'ProjectionExpression':'" + expression + "'"));
            }
        }
        assertThat(ask("GetItem", get("a")).body()).isEqualTo(whole);
    }

    @Test
    void projection_thatIsInvalid_isRefusedOnAHitToo() {
        put("a", ",'v':{'N':'1'}");
        warm("a");
        for (String more : List.of(
                "'ProjectionExpression':'v, v'",
                "'ProjectionExpression':'#x'",
                "'ProjectionExpression':'v','ExpressionAttributeNames':{'#y':'v'}",
                "'ProjectionExpression':'name'",
                "'ProjectionExpression':'v','AttributesToGet':['v']")) {
            for (int i = 0; i < 2; i++) {
                assertThat(asDirect("GetItem", get("a", "," + more)).status()).isEqualTo(400);
            }
        }
    }

    @Test
    void names_ofOtherSpellings_meanTheSame() {
        put("a", ",'v':{'N':'1'}");
        warm("a");
        for (String alias : List.of("#v", "#w", "#v", "#w")) {
            asDirect(
                    "GetItem",
                    get(
                            "a",
                            ",'ProjectionExpression':'" + alias + "','ExpressionAttributeNames':{'" + alias
                                    + "':'v'}"));
        }
    }

    @Test
    void attributesToGet_areServedAsAProjection() {
        put("a", ",'v':{'N':'1'}");
        warm("a");
        asDirect("GetItem", get("a", ",'AttributesToGet':['v','none']"));
        assertThat(asDirect("GetItem", get("a", ",'AttributesToGet':['v','none']"))
                        .cache())
                .isEqualTo("local");
    }

    @Test
    void consistentRead_isNeverServedFromATier() {
        put("a", ",'v':{'N':'1'}");
        warm("a");
        direct.ask("PutItem", quoted("{'TableName':'" + table + "','Item':{'id':{'S':'a'},'v':{'N':'2'}}}"));
        Wire.Answer read = ask("GetItem", get("a", ",'ConsistentRead':true"));
        assertThat(read.cache()).isEqualTo("bypass");
        assertThat(read.body()).contains(quoted("'v':{'N':'2'}"));
    }

    @Test
    void consumedCapacity_ofAHit_isZeroInTheServicesShape() {
        put("a", "");
        warm("a");
        assertThat(new JsonObject(ask("GetItem", get("a", ",'ReturnConsumedCapacity':'TOTAL'"))
                                .body())
                        .getJsonObject("ConsumedCapacity"))
                .isEqualTo(new JsonObject().put("TableName", table).put("CapacityUnits", 0.0));
        assertThat(new JsonObject(ask("GetItem", get("a", ",'ReturnConsumedCapacity':'INDEXES'"))
                                .body())
                        .getJsonObject("ConsumedCapacity"))
                .isEqualTo(new JsonObject()
                        .put("TableName", table)
                        .put("CapacityUnits", 0.0)
                        .put("Table", new JsonObject().put("CapacityUnits", 0.0)));
        assertThat(ask("GetItem", get("a", ",'ReturnConsumedCapacity':'NONE'")).body())
                .doesNotContain("Consumed");
    }

    @Test
    void unknownMember_goesPastTheTiers() {
        put("a", "");
        warm("a");
        // Past the tiers the origin's lag shows, until it is over.
        Awaitility.await().untilAsserted(() -> {
            Wire.Answer seen = ask("GetItem", get("a", ",'Newer':1"));
            assertThat(seen.cache()).isEqualTo("bypass");
            assertThat(seen.body()).contains(quoted("'id':{'S':'a'}"));
        });
    }

    // Batch

    @Test
    void batch_ofHitsAndMisses_isMerged() {
        put("a", ",'v':{'N':'1'}");
        put("b", ",'v':{'N':'2'}");
        warm("a");
        JsonArray items = new JsonObject(
                        ask("BatchGetItem", batch("a", "b", "none")).body())
                .getJsonObject("Responses")
                .getJsonArray(table);
        assertThat(items).hasSize(2);
        Wire.Answer hit = ask("BatchGetItem", batch("a", "b", "none"));
        assertThat(hit.cache()).isEqualTo("local");
        assertThat(new JsonObject(hit.body()).getJsonObject("Responses").getJsonArray(table))
                .isEqualTo(items);
        assertThat(ask("GetItem", get("b")).cache()).isEqualTo("local");
    }

    @Test
    void batch_thatIsInvalid_isRefusedThoughAllOfItIsCached() {
        put("a", "");
        warm("a");
        String many = batch(IntStream.range(0, 101).mapToObj(i -> "k" + i).toArray(String[]::new));
        for (String json : List.of(
                batch("a", "a"),
                many,
                batch("a").replace("\"S\":", "\"N\":"),
                batch("a").replace(table, "Nowhere"),
                quoted("{'RequestItems':{}}"))) {
            Wire.Answer refused = ask("BatchGetItem", json);
            Wire.Answer expected = direct.ask("BatchGetItem", json);
            assertThat(refused.status()).as(json).isEqualTo(400);
            assertThat(refused.body()).isEqualTo(expected.body());
        }
    }

    @Test
    void batch_hasEveryTableAndAlwaysUnprocessedKeys() {
        JsonObject answer = new JsonObject(ask("BatchGetItem", batch("none")).body());
        assertThat(answer.getJsonObject("Responses").getJsonArray(table)).isEmpty();
        assertThat(answer.getJsonObject("UnprocessedKeys")).isEmpty();
        assertThat(ask("BatchGetItem", batch("none")).body()).contains(quoted("'UnprocessedKeys':{}"));
    }

    @Test
    void batch_readsEachTableAsItIsAskedTo() {
        put("a", ",'v':{'N':'1'},'w':{'N':'1'}");
        warm("a");
        String other = table + "Other";
        Tables.create(direct, other);
        String item = "{'TableName':'" + other + "','Item':{'id':{'S':'a'},'v':{'N':'%d'}}}";
        String json = quoted("{'RequestItems':{'" + table + "':{'Keys':" + keys("a") + ",'ProjectionExpression':'w'},'"
                + other + "':{'Keys':" + keys("a") + ",'ConsistentRead':true}}}");
        for (int i = 0; i < 3; i++) {
            direct.ask("PutItem", quoted(item.formatted(i)));
            JsonObject tables = new JsonObject(ask("BatchGetItem", json).body()).getJsonObject("Responses");
            assertThat(tables.getJsonArray(table).encode()).isEqualTo(quoted("[{'w':{'N':'1'}}]"));
            assertThat(tables.getJsonArray(other).encode()).contains(quoted("'v':{'N':'" + i + "'}"));
        }
    }

    @Test
    void batch_ofMoreThanAnAnswerHolds_leavesTheRestUnprocessed() {
        String large = "x".repeat(380_000);
        String[] ids = IntStream.range(0, 46).mapToObj(i -> "k" + i).toArray(String[]::new);
        for (String id : ids) {
            put(id, ",'v':{'S':'" + large + "'}");
            warm(id);
        }
        JsonObject answer = new JsonObject(ask("BatchGetItem", batch(ids)).body());
        int found = answer.getJsonObject("Responses").getJsonArray(table).size();
        int left = answer.getJsonObject("UnprocessedKeys")
                .getJsonObject(table)
                .getJsonArray("Keys")
                .size();
        assertThat(left).isPositive();
        assertThat(found + left).isEqualTo(ids.length);
    }

    // Writes

    @Test
    void batchWriteItem_endsWhatItWrites() {
        put("a", "");
        warm("a", "b");
        Wire.Answer written = ask(
                "BatchWriteItem",
                quoted("{'RequestItems':{'" + table + "':[{'PutRequest':{'Item':"
                        + "{'id':{'S':'b'},'v':{'N':'2'}}}},{'DeleteRequest':{'Key':{'id':{'S':'a'}}}}]}}"));
        assertThat(written.body()).contains(quoted("'UnprocessedItems':{}"));
        assertThat(ask("GetItem", get("a")).body()).isEqualTo("{}");
        assertThat(ask("GetItem", get("b")).body()).contains(quoted("'v':{'N':'2'}"));
    }

    @Test
    void readsAfterEachWrite_seeIt() {
        for (int i = 1; i <= 20; i++) {
            write(
                    "UpdateItem",
                    quoted("{'TableName':'" + table + "','Key':{'id':{'S':'a'}},'UpdateExpression':'ADD v :o',"
                            + "'ExpressionAttributeValues':{':o':{'N':'1'}}}"));
            String expected = quoted("'v':{'N':'" + i + "'}");
            assertThat(ask("GetItem", get("a")).body()).contains(expected);
            assertThat(ask("BatchGetItem", batch("a", "other" + i)).body()).contains(expected);
        }
    }

    @Test
    void failedCondition_isPassedOnWithItsItemAndChangesNothing() {
        put("a", ",'v':{'N':'1'}");
        warm("a");
        asDirect(
                "PutItem",
                quoted("{'TableName':'" + table + "','Item':{'id':{'S':'a'}},'ConditionExpression':"
                        + "'attribute_not_exists(id)','ReturnValuesOnConditionCheckFailure':'ALL_OLD'}"));
        assertThat(ask("GetItem", get("a")).body()).contains(quoted("'v':{'N':'1'}"));
    }

    @Test
    void putItem_isReadBackInTheStoredForm() {
        put("a", ",'v':{'N':'1.500'},'s':{'NS':['1.0','2']}");
        assertThat(asDirect("GetItem", get("a", ",'ConsistentRead':true")).body())
                .contains(quoted("'N':'1.5'"));
        ask("GetItem", get("a"));
        assertThat(ask("GetItem", get("a")).body()).contains(quoted("'N':'1.5'"));
    }

    @Test
    void returnValues_areTheOriginsAndNotTheCaches() {
        put("a", ",'v':{'N':'1'}");
        warm("a");
        direct.ask("PutItem", quoted("{'TableName':'" + table + "','Item':{'id':{'S':'a'},'v':{'N':'7'}}}"));
        assertThat(ask("DeleteItem", get("a", ",'ReturnValues':'ALL_OLD'")).body())
                .contains(quoted("'v':{'N':'7'}"));
    }

    @Test
    void updateOfATable_isPassedOn() {
        put("a", "");
        warm("a");
        ask(
                "UpdateTable",
                quoted(
                        "{'TableName':'" + table
                                + "','ProvisionedThroughput':{'ReadCapacityUnits':2,'WriteCapacityUnits':2},'BillingMode':'PROVISIONED'}"));
        assertThat(ask("GetItem", get("a")).body()).contains("Item");
    }
}
