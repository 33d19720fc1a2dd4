package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QueryOperationsTest {
    private final Desk desk = new Desk();

    @BeforeEach
    void tables() {
        desk.ok(
                "CreateTable",
                "{'TableName':'Orders','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':["
                        + Desk.definition("who", "S") + "," + Desk.definition("n", "N") + ","
                        + Desk.definition("city", "S") + "," + Desk.definition("sum", "N")
                        + "],'KeySchema':[{'AttributeName':'who','KeyType':'HASH'},{'AttributeName':'n','KeyType':'RANGE'}],"
                        + "'LocalSecondaryIndexes':[{'IndexName':'bySum','KeySchema':["
                        + "{'AttributeName':'who','KeyType':'HASH'},{'AttributeName':'sum','KeyType':'RANGE'}],"
                        + "'Projection':{'ProjectionType':'KEYS_ONLY'}}],"
                        + "'GlobalSecondaryIndexes':[{'IndexName':'byCity','KeySchema':["
                        + "{'AttributeName':'city','KeyType':'HASH'},{'AttributeName':'sum','KeyType':'RANGE'}],"
                        + "'Projection':{'ProjectionType':'INCLUDE','NonKeyAttributes':['note']}}]}");
        for (int n = 1; n <= 6; n++) {
            desk.put(
                    "Orders",
                    "{'who':{'S':'a'},'n':{'N':'" + n + "'},'city':{'S':'" + (n % 2 == 0 ? "Oslo" : "Gent")
                            + "'},'sum':{'N':'" + (100 - n) + "'},'note':{'S':'x'},'big':{'S':'y'}}");
        }
        desk.put("Orders", "{'who':{'S':'b'},'n':{'N':'1'},'note':{'S':'in no index'}}");
    }

    private JsonNode query(String condition, String values, String more) {
        return desk.ok("Query", request(condition, values, more));
    }

    private static String request(String condition, String values, String more) {
        return "{'TableName':'Orders','KeyConditionExpression':'" + condition + "','ExpressionAttributeValues':{"
                + values + "}" + more + "}";
    }

    private static List<String> numbers(JsonNode answer) {
        List<String> all = new ArrayList<>();
        answer.get("Items").forEach(item -> all.add(item.at("/n/N").asText()));
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "n = :x, 3, '3'",
        "n < :x, 3, '1 2'",
        "n <= :x, 3, '1 2 3'",
        "n > :x, 4, '5 6'",
        "n >= :x, 4, '4 5 6'",
    })
    void query_comparesTheSortKey(String condition, String operand, String expected) {
        assertThat(numbers(query("who = :a AND " + condition, "':a':{'S':'a'},':x':{'N':'" + operand + "'}", "")))
                .containsExactly(expected.split(" "));
    }

    @Test
    void query_localIndex_isInItsOrderAndFetchesTheRest() {
        JsonNode keys = query("who = :a", "':a':{'S':'a'}", ",'IndexName':'bySum'");
        assertThat(numbers(keys)).containsExactly("6", "5", "4", "3", "2", "1");
        assertThat(keys.at("/Items/0").has("note")).isFalse();

        JsonNode whole = query(
                "who = :a",
                "':a':{'S':'a'}",
                ",'IndexName':'bySum','Select':'ALL_ATTRIBUTES','ReturnConsumedCapacity':'INDEXES'");
        assertThat(whole.at("/Items/0/note/S").asText()).isEqualTo("x");
        assertThat(whole.at("/ConsumedCapacity/Table/CapacityUnits").asDouble()).isEqualTo(3);
        assertThat(whole.at("/ConsumedCapacity/LocalSecondaryIndexes/bySum/CapacityUnits")
                        .asDouble())
                .isEqualTo(0.5);
    }

    @Test
    void query_globalIndex_showsWhatItCarries() {
        JsonNode answer = query(
                "city = :c AND #s > :s",
                "':c':{'S':'Oslo'},':s':{'N':'94'}",
                ",'IndexName':'byCity','ExpressionAttributeNames':{'#s':'sum'},'ReturnConsumedCapacity':'INDEXES'");

        assertThat(numbers(answer)).containsExactly("4", "2");
        assertThat(answer.at("/Items/0/note/S").asText()).isEqualTo("x");
        assertThat(answer.at("/Items/0").has("big")).isFalse();
        assertThat(answer.at("/ConsumedCapacity/Table/CapacityUnits").asDouble(-1))
                .isZero();
    }

    @Test
    void query_globalIndexInPages_meetsEachEntryOnce() {
        List<String> seen = new ArrayList<>();
        String start = "";
        do {
            JsonNode page = query("city = :c", "':c':{'S':'Gent'}", ",'IndexName':'byCity','Limit':1" + start);
            seen.addAll(numbers(page));
            JsonNode last = page.get("LastEvaluatedKey");
            start = last == null ? "" : ",'ExclusiveStartKey':" + last;
        } while (!start.isEmpty());

        assertThat(seen).containsExactly("5", "3", "1");
    }

    @Test
    void index_followsUpdatesAndDeletes() {
        desk.ok(
                "UpdateItem",
                "{'TableName':'Orders','Key':{'who':{'S':'a'},'n':{'N':'2'}},'UpdateExpression':'SET city = :c',"
                        + "'ExpressionAttributeValues':{':c':{'S':'Brno'}}}");
        desk.ok("DeleteItem", "{'TableName':'Orders','Key':{'who':{'S':'a'},'n':{'N':'4'}}}");

        assertThat(numbers(query("city = :c", "':c':{'S':'Oslo'}", ",'IndexName':'byCity'")))
                .containsExactly("6");
        assertThat(numbers(query("city = :c", "':c':{'S':'Brno'}", ",'IndexName':'byCity'")))
                .containsExactly("2");
    }

    @Test
    void write_reportsWhatIndexesTook() {
        JsonNode capacity = desk.ok(
                        "PutItem",
                        "{'TableName':'Orders','Item':{'who':{'S':'c'},'n':{'N':'1'},'city':{'S':'Oslo'},"
                                + "'sum':{'N':'1'}},'ReturnConsumedCapacity':'INDEXES'}")
                .get("ConsumedCapacity");

        assertThat(capacity.get("CapacityUnits").asDouble()).isEqualTo(3);
        assertThat(capacity.at("/GlobalSecondaryIndexes/byCity/CapacityUnits").asDouble())
                .isEqualTo(1);
    }

    @Test
    void scan_inSegments_meetsEachItemOnce() {
        for (int i = 0; i < 40; i++) {
            desk.put("Orders", "{'who':{'S':'w" + i + "'},'n':{'N':'1'}}");
        }
        Set<String> seen = new HashSet<>();
        int count = 0;
        for (int segment = 0; segment < 3; segment++) {
            JsonNode page = desk.ok("Scan", "{'TableName':'Orders','Segment':" + segment + ",'TotalSegments':3}");
            page.get("Items").forEach(item -> seen.add(item.get("who") + "/" + item.get("n")));
            count += page.get("Count").asInt();
            assertThat(page.get("Count").asInt()).isPositive();
        }

        assertThat(count).isEqualTo(47);
        assertThat(seen).hasSize(47);
    }

    @Test
    void query_byLegacyMembers_isTheSame() {
        assertThat(
                        numbers(
                                desk.ok(
                                        "Query",
                                        "{'TableName':'Orders','KeyConditions':{'who':{'ComparisonOperator':'EQ',"
                                                + "'AttributeValueList':[{'S':'a'}]},'n':{'ComparisonOperator':'BETWEEN',"
                                                + "'AttributeValueList':[{'N':'2'},{'N':'3'}]}},"
                                                + "'QueryFilter':{'city':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'Oslo'}]}}}")))
                .containsExactly("2");
    }

    @Test
    void query_page_endsAtAMegabyte() {
        String large = "z".repeat(300_000);
        for (int n = 1; n <= 5; n++) {
            desk.put("Orders", "{'who':{'S':'large'},'n':{'N':'" + n + "'},'v':{'S':'" + large + "'}}");
        }
        JsonNode page = query("who = :a", "':a':{'S':'large'}", "");

        assertThat(page.get("Count").asInt()).isEqualTo(4);
        assertThat(page.at("/LastEvaluatedKey/n/N").asText()).isEqualTo("4");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "who = :a AND big = :a|':a':{'S':'a'}||Query condition missed key schema element: n",
                "n = :n|':n':{'N':'1'}||Query condition missed key schema element: who",
                "who > :a|':a':{'S':'a'}||Query key condition not supported",
                "who = :n|':n':{'N':'1'}||One or more parameter values were invalid: Condition parameter type does not match schema type",
                "who = :a|':a':{'S':'a'}|,'IndexName':'none'|The table does not have the specified index: none",
                "city = :a|':a':{'S':'a'}|,'IndexName':'byCity','ConsistentRead':true|Consistent reads are not supported on global secondary indexes",
                "city = :a|':a':{'S':'a'}|,'IndexName':'byCity','Select':'ALL_ATTRIBUTES'|One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index byCity because its projection type is not ALL",
                "who = :a|':a':{'S':'a'}|,'FilterExpression':'n = :a'|Filter Expression can only contain non-primary key attributes: Primary key attribute: n",
                "who = :a|':a':{'S':'a'}|,'Limit':0|1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
                "who = :a|':a':{'S':'a'}|,'ExclusiveStartKey':{'who':{'S':'b'},'n':{'N':'1'}}|The provided starting key is outside query boundaries based on provided conditions",
            })
    void query_thatCannotBe_isRefusedInTheServicesWords(String condition, String values, String more, String words) {
        assertThat(desk.failure("Query", request(condition, values, more == null ? "" : more)))
                .isEqualTo("ValidationException " + words);
    }
}
