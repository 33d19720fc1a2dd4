package io.heatshield.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CallDecoderTest {
    private static final TableDescription HASH = new TableDescription(
            new TableId("arn:aws:dynamodb:us-east-1:1:table/T", "T"),
            new KeySchema(new KeySchema.Attribute("id", KeySchema.Type.S), null),
            null);
    private static final TableDescription RANGE = new TableDescription(
            HASH.id(),
            new KeySchema(
                    new KeySchema.Attribute("id", KeySchema.Type.S), new KeySchema.Attribute("n", KeySchema.Type.N)),
            null);

    private static Call decode(Operation operation, String body) {
        return CallDecoder.decode(operation, operation.target(), Buffer.buffer(body));
    }

    private static Call.GetItem getItem(String body) {
        return (Call.GetItem) decode(Operation.GET_ITEM, body);
    }

    private static List<Call.Target> targets(Operation operation, String body) {
        return ((Call.ItemWrite) decode(operation, body)).targets();
    }

    @Test
    void getItem_isReadInAnyOrderOfItsMembers() {
        Call.GetItem call = getItem("""
                {"ReturnConsumedCapacity":"INDEXES","Key":{"id":{"S":"a"}},"ConsistentRead":true,"TableName":"T"}""");
        assertThat(call.table()).isEqualTo("T");
        assertThat(call.consistent()).isTrue();
        assertThat(call.capacity()).isEqualTo(Call.Capacity.INDEXES);
        assertThat(call.projection()).isNull();
        assertThat(call.key().asKey(HASH)).isNotNull();
    }

    @Test
    void getItem_keepsItsProjectionAsSpelt() {
        Call.GetItem call = getItem("""
                {"TableName":"T","Key":{"id":{"S":"a"}},"ProjectionExpression":"#a, b[0]",
                 "ExpressionAttributeNames":{"#a":"x"}}""");
        assertThat(call.projection()).isEqualTo(new Call.Projected("#a, b[0]", Map.of("#a", "x"), List.of()));
    }

    @Test
    void getItem_keyInAnyOrderAndSpelling_isOneKey() {
        ItemKey one = getItem("{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"ä\"},\"n\":{\"N\":\"1.0\"}}}")
                .key()
                .asKey(RANGE);
        ItemKey other = getItem("{\"Key\":{\"n\":{\"N\":\"1\"},\"id\":{\"S\":\"\\u00e4\"}},\"TableName\":\"T\"}")
                .key()
                .asKey(RANGE);
        assertThat(one).isNotNull().isEqualTo(other);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":{\"S\":\"a\"}}",
                "{\"id\":{\"S\":\"a\"},\"n\":{\"S\":\"1\"}}",
                "{\"id\":{\"S\":\"a\"},\"n\":{\"N\":\"one\"}}",
                "{\"id\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"},\"x\":{\"S\":\"b\"}}",
                "{\"id\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"},\"x\":{\"L\":[]}}",
                "{\"id\":{\"S\":\"a\"},\"m\":{\"N\":\"1\"}}",
                "{}"
            })
    void keyThatDoesNotFitTheTable_isNone(String key) {
        assertThat(getItem("{\"TableName\":\"T\",\"Key\":" + key + "}").key().asKey(RANGE))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{\"TableName\":\"T\"}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}},\"Unknown\":1}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}}} trailing",
                "{\"TableName\":\"T\",\"TableName\":\"U\",\"Key\":{\"id\":{\"S\":\"a\"}}}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"},\"id\":{\"S\":\"b\"}}}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\",\"N\":\"1\"}}}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":\"a\"}}",
                "{\"TableName\":\"T\",\"Key\":[]}",
                "{\"TableName\":1,\"Key\":{\"id\":{\"S\":\"a\"}}}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}},\"ConsistentRead\":\"true\"}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}},\"ReturnConsumedCapacity\":\"SOME\"}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}},\"ExpressionAttributeNames\":{\"#a\":\"a\"}}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}},\"AttributesToGet\":[]}",
                "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}},\"AttributesToGet\":[\"a\"],"
                        + "\"ProjectionExpression\":\"a\"}"
            })
    void getItem_thatIsNotWhollyUnderstood_isLeftToTheOrigin(String body) {
        assertThat(decode(Operation.GET_ITEM, body)).isInstanceOf(Call.Opaque.class);
    }

    @Test
    void deepNesting_isLeftToTheOrigin() {
        String body = "{\"TableName\":\"T\",\"Key\":" + "{\"a\":".repeat(100_000);
        assertThat(decode(Operation.GET_ITEM, body)).isInstanceOf(Call.Opaque.class);
    }

    @Test
    void putItem_namesTheItemWhoseKeyStandsInIt() {
        Call.Target target = targets(Operation.PUT_ITEM, """
                        {"TableName":"T","Item":{"big":{"L":[{"M":{"x":{"S":"y"}}}]},"n":{"N":"2"},"id":{"S":"a"}},
                         "ConditionExpression":"attribute_not_exists(id)"}""").get(0);
        assertThat(target.wholeItem()).isTrue();
        assertThat(target.parts().ofItem(RANGE))
                .isEqualTo(getItem("{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"},\"n\":{\"N\":\"2\"}}}")
                        .key()
                        .asKey(RANGE));
    }

    @Test
    void putItem_ofVeryManyAttributes_isReadInOnePass() {
        StringBuilder body = new StringBuilder("{\"TableName\":\"T\",\"Item\":{");
        for (int i = 0; i < 400_000; i++) {
            body.append("\"a").append(i).append("\":{\"S\":\"\"},");
        }
        body.append("\"id\":{\"S\":\"a\"}}}");
        assertThat(targets(Operation.PUT_ITEM, body.toString()).get(0).parts().ofItem(HASH))
                .isNotNull();
    }

    @Test
    void putItem_thatSaysAnAttributeTwiceAmongMany_isReckonedWith() {
        StringBuilder body = new StringBuilder("{\"TableName\":\"T\",\"Item\":{\"id\":{\"S\":\"a\"}");
        for (int i = 0; i < 50; i++) {
            body.append(",\"a").append(i).append("\":{\"S\":\"\"}");
        }
        body.append(",\"id\":{\"S\":\"b\"}}}");
        assertThat(decode(Operation.PUT_ITEM, body.toString())).isInstanceOf(Call.UnknownWrite.class);
    }

    @ParameterizedTest
    @CsvSource({"UPDATE_ITEM", "DELETE_ITEM"})
    void updateAndDelete_nameTheirKey(Operation operation) {
        Call.Target target = targets(operation, "{\"Key\":{\"id\":{\"S\":\"a\"}},\"TableName\":\"T\"}")
                .get(0);
        assertThat(target.wholeItem()).isFalse();
        assertThat(target.parts().asKey(HASH)).isNotNull();
    }

    @Test
    void batchWrite_namesEveryItem() {
        List<Call.Target> targets = targets(Operation.BATCH_WRITE_ITEM, """
                {"RequestItems":{"T":[{"PutRequest":{"Item":{"id":{"S":"a"}}}},{"DeleteRequest":{"Key":{"id":{"S":"b"}}}}],
                 "U":[{"PutRequest":{"Item":{"id":{"S":"c"}}}}]}}""");
        assertThat(targets).extracting(Call.Target::table).containsExactly("T", "T", "U");
        assertThat(targets).extracting(Call.Target::wholeItem).containsExactly(true, false, true);
    }

    @Test
    void transaction_namesWhatItWritesAndNotWhatItChecks() {
        List<Call.Target> targets = targets(Operation.TRANSACT_WRITE_ITEMS, """
                {"TransactItems":[{"ConditionCheck":{"TableName":"T","Key":{"id":{"S":"x"}},"ConditionExpression":"a"}},
                 {"Put":{"TableName":"T","Item":{"id":{"S":"a"}}}},{"Update":{"TableName":"U","Key":{"id":{"S":"b"}}}},
                 {"Delete":{"Key":{"id":{"S":"c"}},"TableName":"V"}}],"ClientRequestToken":"t"}""");
        assertThat(targets).extracting(Call.Target::table).containsExactly("T", "U", "V");
    }

    @Test
    void transactionOfChecksOnly_writesNothing() {
        assertThat(
                        decode(
                                Operation.TRANSACT_WRITE_ITEMS,
                                "{\"TransactItems\":[{\"ConditionCheck\":{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"x\"}}}}]}"))
                .isInstanceOf(Call.Opaque.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT_ITEM|{\"TableName\":\"T\"}",
                "PUT_ITEM|{\"TableName\":\"T\",\"Item\":{\"id\":{\"S\":\"a\"},\"id\":{\"S\":\"b\"}}}",
                "PUT_ITEM|not json",
                "UPDATE_ITEM|{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"a\"}},\"Key\":{\"id\":{\"S\":\"b\"}}}",
                "BATCH_WRITE_ITEM|{\"RequestItems\":[]}",
                "BATCH_WRITE_ITEM|{\"RequestItems\":{\"T\":[{\"PutRequest\":{\"Item\":[]}}]}}",
                "TRANSACT_WRITE_ITEMS|{\"TransactItems\":{}}",
                "EXECUTE_STATEMENT|{\"Statement\":\"MERGE INTO T\"}"
            })
    void writeThatCannotBeTold_isReckonedWith(Operation operation, String body) {
        assertThat(decode(operation, body)).isInstanceOf(Call.UnknownWrite.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO \"My.Table\" VALUE {'id':'a'}|My.Table",
                "  update T SET a=1 WHERE id='a'|T",
                "DELETE  FROM \"T\" WHERE id='a'|T"
            })
    void statementThatWrites_namesItsTable(String statement, String table) {
        String body = "{\"Statement\":\"" + statement.replace("\"", "\\\"") + "\"}";
        assertThat(decode(Operation.EXECUTE_STATEMENT, body))
                .isEqualTo(new Call.StatementWrite(List.of(new Call.Written(table, statement, List.of()))));
    }

    @Test
    void statementWithParameters_hasThemBesideIt() {
        String body = """
                {"Statements":[{"Statement":"SELECT * FROM T WHERE id=?","Parameters":[{"S":"a"}]},
                {"Parameters":[{"S":"b"},{"N":"1"}],"Statement":"UPDATE T SET a=? WHERE id=?"},
                {"Statement":"DELETE FROM U WHERE id=?","Parameters":[{"Q":"b"}]}]}""";
        assertThat(decode(Operation.BATCH_EXECUTE_STATEMENT, body))
                .isEqualTo(new Call.StatementWrite(List.of(
                        new Call.Written(
                                "T",
                                "UPDATE T SET a=? WHERE id=?",
                                List.of(new AttributeValue.S("b"), new AttributeValue.N(BigDecimal.ONE))),
                        new Call.Written("U", "DELETE FROM U WHERE id=?", null))));
    }

    @Test
    void statementThatChecksInATransaction_writesNothing() {
        String body = """
                {"TransactStatements":[{"Statement":"EXISTS(SELECT * FROM T WHERE id='a')"}]}""";
        assertThat(decode(Operation.EXECUTE_TRANSACTION, body)).isInstanceOf(Call.Opaque.class);
    }

    @Test
    void statementSaidTwice_isReckonedWith() {
        String body = "{\"Statement\":\"SELECT * FROM T\",\"Statement\":\"DELETE FROM T WHERE id='a'\"}";
        assertThat(decode(Operation.EXECUTE_STATEMENT, body)).isInstanceOf(Call.UnknownWrite.class);
    }

    @Test
    void statementsThatOnlySelect_writeNothing() {
        assertThat(decode(
                        Operation.BATCH_EXECUTE_STATEMENT,
                        "{\"Statements\":[{\"Statement\":\"SELECT * FROM T\"},{\"Statement\":\" select a from U\"}]}"))
                .isInstanceOf(Call.Opaque.class);
    }

    @Test
    void operationThatIsNotKnown_isAWriteOfTheTablesItNames() {
        Buffer body = Buffer.buffer("{\"Bulk\":{\"TableName\":\"T\"}}");
        assertThat(CallDecoder.decode(null, "DynamoDB_20120810.ReplaceItems", body))
                .isEqualTo(new Call.TableWrite(List.of("T")));
        assertThat(CallDecoder.decode(null, "DynamoDB_20120810.ReplaceItems", Buffer.buffer("{}")))
                .isInstanceOf(Call.UnknownWrite.class);
        assertThat(CallDecoder.decode(null, "DynamoDB_20120810.DescribeNovelty", body))
                .isEqualTo(new Call.Opaque(null));
    }

    @Test
    void otherOperations_areOpaqueAndNameTheirTable() {
        assertThat(decode(Operation.QUERY, "{\"Limit\":1,\"TableName\":\"T\"}")).isEqualTo(new Call.Opaque("T"));
        assertThat(decode(Operation.LIST_TABLES, "{}")).isEqualTo(new Call.Opaque(null));
        assertThat(decode(Operation.DELETE_TABLE, "{\"TableName\":\"T\"}"))
                .isEqualTo(new Call.TableWrite(List.of("T")));
    }
}
