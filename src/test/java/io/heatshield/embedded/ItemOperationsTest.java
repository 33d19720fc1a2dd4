package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heatshield.origin.OriginReply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ItemOperationsTest {
    private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/Things";

    private final Desk desk = new Desk();

    @BeforeEach
    void tables() {
        desk.table("Things", "id");
    }

    private JsonNode get(String id) {
        return desk.ok("GetItem", "{'TableName':'Things','Key':{'id':{'S':'" + id + "'}}}");
    }

    private static JsonNode json(String single) {
        return Desk.parse(Desk.json(single));
    }

    @Test
    void get_itemThatWasPut_givesItBack() {
        desk.put("Things", "{'id':{'S':'a'},'n':{'N':'01.50'}}");

        assertThat(get("a")).isEqualTo(json("{'Item':{'id':{'S':'a'},'n':{'N':'1.5'}}}"));
    }

    @Test
    void table_namedByArn_isTheSame() {
        desk.put(ARN, "{'id':{'S':'a'}}");

        assertThat(get("a").has("Item")).isTrue();
        assertThat(desk.failure("GetItem", "{'TableName':'" + ARN.replace("000", "111") + "','Key':{'id':{'S':'a'}}}"))
                .startsWith("ResourceNotFoundException");
    }

    @Test
    void update_returnsWhatWasAskedFor() {
        desk.put("Things", "{'id':{'S':'a'},'v':{'N':'1'},'m':{'M':{'x':{'N':'1'},'y':{'N':'2'}}}}");
        String update =
                "{'TableName':'Things','Key':{'id':{'S':'a'}},'UpdateExpression':'SET v = v + :one, m.x = :one',"
                        + "'ExpressionAttributeValues':{':one':{'N':'1'}},'ReturnValues':'%s'}";

        assertThat(desk.ok("UpdateItem", update.formatted("UPDATED_OLD")))
                .isEqualTo(json("{'Attributes':{'v':{'N':'1'},'m':{'M':{'x':{'N':'1'}}}}}"));
        assertThat(desk.ok("UpdateItem", update.formatted("UPDATED_NEW"))
                        .at("/Attributes/v/N")
                        .asText())
                .isEqualTo("3");
        assertThat(desk.ok("UpdateItem", update.formatted("ALL_OLD"))
                        .at("/Attributes/v/N")
                        .asText())
                .isEqualTo("3");
        assertThat(desk.ok("UpdateItem", update.formatted("NONE"))).isEmpty();
        assertThat(desk.ok("UpdateItem", update.formatted("ALL_NEW"))
                        .at("/Attributes/v/N")
                        .asText())
                .isEqualTo("6");
    }

    @Test
    void update_byLegacyMembers_worksToo() {
        desk.ok(
                "UpdateItem",
                "{'TableName':'Things','Key':{'id':{'S':'a'}},'AttributeUpdates':{'v':{'Action':'ADD',"
                        + "'Value':{'N':'5'}}},'Expected':{'v':{'Exists':false}}}");

        assertThat(get("a").at("/Item/v/N").asText()).isEqualTo("5");
    }

    @Test
    void failedCondition_showsTheItemWhenAsked() {
        desk.put("Things", "{'id':{'S':'a'},'v':{'N':'1'}}");
        String delete = "{'TableName':'Things','Key':{'id':{'S':'a'}},'ConditionExpression':'v = :v',"
                + "'ExpressionAttributeValues':{':v':{'N':'2'}}%s}";

        assertThat(desk.error("DeleteItem", delete.formatted("")).has("Item")).isFalse();
        assertThat(desk.error("DeleteItem", delete.formatted(",'ReturnValuesOnConditionCheckFailure':'ALL_OLD'"))
                        .get("Item"))
                .isEqualTo(json("{'id':{'S':'a'},'v':{'N':'1'}}"));
    }

    @Test
    void put_tooLarge_isRefused() {
        assertThat(desk.failure(
                        "PutItem",
                        "{'TableName':'Things','Item':{'id':{'S':'a'},'v':{'S':'" + "x".repeat(409_600 - 3) + "'}}}"))
                .endsWith("Item size has exceeded the maximum allowed size");
        desk.put("Things", "{'id':{'S':'a'},'v':{'S':'" + "x".repeat(409_600 - 4) + "'}}");
    }

    @Test
    void unknownOperation_andBodiesThatAreNoJson_areRefused() {
        assertThat(kind(desk.raw("DynamoDB_20120810.Nothing", "{}"))).endsWith("#UnknownOperationException");
        for (String body : new String[] {"", "null", "[]", "{", "\"x\""}) {
            assertThat(kind(desk.raw("DynamoDB_20120810.GetItem", body)))
                    .isEqualTo("com.amazon.coral.service#SerializationException");
        }
    }

    private static String kind(OriginReply reply) {
        return Desk.parse(reply.payload().body().toString()).get("__type").asText();
    }

    @Test
    void requestIds_are52LettersAndDigits() {
        assertThat(desk.raw("DynamoDB_20120810.ListTables", "{}").requestId()).matches("[A-Z0-9]{52}");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "'Key':{'id':{'N':'1'}}|The provided key element does not match the schema",
                "'Key':{'id':{'S':'a'},'x':{'S':'b'}}|The provided key element does not match the schema",
                "'Key':{}|The provided key element does not match the schema",
                "'Key':{'id':{'S':''}}|One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: id",
                "'Key':{'id':{}}|Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
                "'Key':{'id':{'N':'abc'}}|The parameter cannot be converted to a numeric value: abc",
                "'Key':{'id':{'S':'a'}},'ProjectionExpression':'a, a'|Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
                "'Key':{'id':{'S':'a'}},'ProjectionExpression':'id.x'|Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: id",
                "'Key':{'id':{'S':'a'}},'ExpressionAttributeNames':{'#a':'a'}|ExpressionAttributeNames can only be specified when using expressions",
                "'Key':{'id':{'S':'a'}},'ReturnConsumedCapacity':'MUCH'|1 validation error detected: Value 'MUCH' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]",
                "'ConsistentRead':true|1 validation error detected: Value null at 'key' failed to satisfy constraint: Member must not be null",
            })
    void get_thatCannotBe_isRefusedInTheServicesWords(String members, String words) {
        assertThat(desk.failure("GetItem", "{'TableName':'Things'," + members + "}"))
                .isEqualTo("ValidationException " + words);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{'v':{'S':'x'}}|One or more parameter values were invalid: Missing the key id in the item",
                "{'id':{'N':'1'}}|One or more parameter values were invalid: Type mismatch for key id expected: S actual: N",
                "{'id':{'S':'a'},'v':{'SS':['b','a','b']}}|1 validation error detected: One or more parameter values were invalid: Input collection [\"a\", \"b\", \"b\"] contains duplicates.",
                "{'id':{'S':'a'},'v':{'NULL':false}}|1 validation error detected: One or more parameter values were invalid: Null attribute value types must have the value of true",
                "{'id':{'S':'a'},'v':{'N':'1e126'}}|1 validation error detected: Number overflow. Attempting to store a number with magnitude larger than supported range",
                "{'id':{'S':'a'},'v':{'N':''}}|1 validation error detected: The parameter cannot be converted to a numeric value: ",
                "{'id':{'S':'a'},'v':{'S':'x','N':'1'}}|1 validation error detected: Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
            })
    void put_thatCannotBe_isRefusedInTheServicesWords(String item, String words) {
        assertThat(desk.failure("PutItem", "{'TableName':'Things','Item':" + item + "}")
                        .trim())
                .isEqualTo(("ValidationException " + words).trim());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{'TableName':1}|NUMBER_VALUE cannot be converted to String",
                "{'TableName':'Things','Key':'x'}|Unexpected field type",
                "{'TableName':'Things','Key':[]}|Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>",
                "{'TableName':'Things','Key':{'id':'x'}}|Unexpected value type in payload",
                "{'TableName':'Things','Key':{'id':{'S':1}}}|NUMBER_VALUE cannot be converted to String",
                "{'TableName':'Things','Key':{'id':{'B':'a'}}}|Base64 encoded length is expected a multiple of 4 bytes but found: 1",
                "{'TableName':'Things','ConsistentRead':'maybe'}|Unexpected token received from parser",
            })
    void misfit_isASerializationException(String body, String words) {
        assertThat(desk.failure("GetItem", body)).isEqualTo("SerializationException " + words);
    }
}
