package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.app.InProcess;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cases on the embedded origin, whose eventually consistent reads lag, and those that need what dynalite lacks. */
final class EmbeddedCachingIT extends CachingCases {
    private final InProcess embedded = InProcess.originAlone("embedded.lag=300ms");

    @Override
    URI origin() {
        return embedded.dynamoDb();
    }

    @Override
    void stopOrigin() {
        embedded.close();
    }

    private static String value(int i) {
        return quoted("'v':{'N':'" + i + "'}");
    }

    @Test
    void tableByNameOrArn_isOneTableAndIsEchoedAsSaid() {
        put("a", "");
        warm("a");
        String arn = new JsonObject(ask("DescribeTable", quoted("{'TableName':'" + table + "'}"))
                        .body())
                .getJsonObject("Table")
                .getString("TableArn");
        String byArn = get("a", ",'ReturnConsumedCapacity':'TOTAL'").replace(table, arn);
        ask("GetItem", byArn);
        Wire.Answer hit = ask("GetItem", byArn);
        assertThat(hit.cache()).isEqualTo("local");
        assertThat(hit.body()).contains(arn);
        Wire.Answer batch = ask("BatchGetItem", batch("a").replace(table, arn));
        assertThat(batch.cache()).isEqualTo("local");
        assertThat(new JsonObject(batch.body()).getJsonObject("Responses").fieldNames())
                .containsExactly(arn);
    }

    @Test
    void transactWriteItems_endEveryTargetBeforeTheyAreAnswered() {
        warm("a", "b");
        for (int i = 1; i <= 10; i++) {
            write("TransactWriteItems", quoted("""
                    {'TransactItems':[{'Put':{'TableName':'%1$s','Item':{'id':{'S':'a'},'v':{'N':'%2$d'}}}},
                    {'Update':{'TableName':'%1$s','Key':{'id':{'S':'b'}},'UpdateExpression':'SET v = :v',
                    'ExpressionAttributeValues':{':v':{'N':'%2$d'}}}},
                    {'ConditionCheck':{'TableName':'%1$s','Key':{'id':{'S':'c'}},
                    'ConditionExpression':'attribute_not_exists(id)'}}]}""".formatted(table, i)));
            assertThat(ask("GetItem", get("a")).body()).contains(value(i));
            assertThat(ask("GetItem", get("b")).body()).contains(value(i));
        }
    }

    @Test
    void transactionThatIsCancelled_arrivesUntouchedAndChangesNothing() {
        put("a", ",'v':{'N':'1'}");
        warm("a");
        Wire.Answer cancelled = asDirect("TransactWriteItems", quoted("""
                {'TransactItems':[{'Put':{'TableName':'%1$s','Item':{'id':{'S':'a'},'v':{'N':'2'}},
                'ConditionExpression':'attribute_not_exists(id)','ReturnValuesOnConditionCheckFailure':'ALL_OLD'}}]}""".formatted(table)));
        assertThat(cancelled.body()).contains("CancellationReasons").contains(value(1));
        assertThat(ask("GetItem", get("a")).body()).contains(value(1));
    }

    @Test
    void clientRequestToken_isPassedOnSoThatARepetitionIsOne() {
        String write = quoted("""
                {'ClientRequestToken':'once','TransactItems':[{'Update':{'TableName':'%s','Key':{'id':{'S':'a'}},
                'UpdateExpression':'ADD v :o','ExpressionAttributeValues':{':o':{'N':'1'}}}}]}""".formatted(table));
        write("TransactWriteItems", write);
        write("TransactWriteItems", write);
        assertThat(ask("GetItem", get("a")).body()).contains(value(1));
    }

    @Test
    void transactGetItems_areAlwaysTheOrigins() {
        put("a", ",'v':{'N':'1'}");
        warm("a");
        direct.ask("PutItem", quoted("{'TableName':'" + table + "','Item':{'id':{'S':'a'},'v':{'N':'2'}}}"));
        Wire.Answer read = asDirect(
                "TransactGetItems", quoted("{'TransactItems':[{'Get':" + get("none") + "},{'Get':" + get("a") + "}]}"));
        assertThat(read.cache()).isEqualTo("bypass");
        assertThat(read.body()).contains(value(2));
    }

    @Test
    void partiQlRead_isAlwaysTheOrigins() {
        put("a", ",'v':{'N':'1'}");
        warm("a");
        assertThat(asDirect(
                                "ExecuteStatement",
                                "{\"Statement\":\"SELECT * FROM " + table + " WHERE id='a'\",\"ConsistentRead\":true}")
                        .cache())
                .isEqualTo("bypass");
    }

    @Test
    void partiQlWrites_endWhatTheyWrite() {
        put("a", ",'v':{'N':'0'}");
        int i = 0;
        for (String operation : List.of("ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction")) {
            for (int round = 0; round < 5; round++) {
                i++;
                warm("a");
                String statement = "{\"Statement\":\"UPDATE " + table
                        + " SET v=? WHERE id='a'\",\"Parameters\":[{\"N\":\"" + i + "\"}]}";
                write(
                        operation,
                        switch (operation) {
                            case "ExecuteStatement" -> statement;
                            case "BatchExecuteStatement" -> "{\"Statements\":[" + statement + "]}";
                            default -> "{\"TransactStatements\":[" + statement + "]}";
                        });
                assertThat(ask("GetItem", get("a")).body()).contains(value(i));
            }
        }
    }

    @Test
    void timeToLive_hidesNothingThatTheOriginStillHas() {
        put("a", ",'ends':{'N':'1'}");
        write(
                "UpdateTimeToLive",
                quoted("{'TableName':'" + table
                        + "','TimeToLiveSpecification':{'AttributeName':'other','Enabled':true}}"));
        warm("a");
        assertThat(ask("GetItem", get("a")).body()).contains("ends");
    }
}
