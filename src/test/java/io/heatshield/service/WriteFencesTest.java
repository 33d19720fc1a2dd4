package io.heatshield.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heatshield.origin.OriginReply;
import io.heatshield.protocol.CacheStatus;
import io.heatshield.protocol.DynamoError;
import io.heatshield.protocol.ErrorKind;
import io.heatshield.protocol.Payload;
import io.heatshield.protocol.Reply;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which keys every kind of write ends, when, and what its answer means for them. */
final class WriteFencesTest {
    private static final String BATCH = """
            {"RequestItems":{"T":[{"PutRequest":{"Item":{"id":{"S":"a"}}}},{"DeleteRequest":{"Key":{"id":{"S":"b"}}}}]}}""";
    private static final String TRANSACTION = """
            {"TransactItems":[{"Put":{"TableName":"T","Item":{"id":{"S":"a"}}}},
            {"Delete":{"TableName":"T","Key":{"id":{"S":"b"}}}},
            {"ConditionCheck":{"TableName":"T","Key":{"id":{"S":"c"}},"ConditionExpression":"attribute_exists(id)"}}]}""";

    private final ScriptedService service = new ScriptedService();

    private static String get(String id) {
        return "{\"TableName\":\"T\",\"Key\":{\"id\":{\"S\":\"" + id + "\"}}}";
    }

    private void cache(String... ids) {
        for (String id : ids) {
            service.next("{\"Item\":{\"id\":{\"S\":\"" + id + "\"}}}");
            service.call("GetItem", get(id));
        }
    }

    /** Nothing of the key's was ended. */
    private void assertHit(String id) {
        assertThat(service.call("GetItem", get(id)).cache()).as(id).isEqualTo(CacheStatus.LOCAL);
    }

    /** The key's item was written. */
    private void assertSettling(String id) {
        assertThat(loaded(id)).as(id).contains("\"ConsistentRead\":true");
        assertHit(id);
    }

    /** The key's item was not written. */
    private void assertCacheable(String id) {
        assertThat(loaded(id)).as(id).doesNotContain("ConsistentRead");
        assertHit(id);
    }

    /** Nobody knows whether the key's item was written. */
    private void assertHeld(String id) {
        assertThat(loaded(id)).as(id).contains("\"ConsistentRead\":true");
        assertThat(loaded(id)).as(id).contains("\"ConsistentRead\":true");
    }

    private String loaded(String id) {
        service.next("{\"Item\":{\"id\":{\"S\":\"" + id + "\"}}}");
        assertThat(service.call("GetItem", get(id)).cache()).as(id).isEqualTo(CacheStatus.MISS);
        return service.lastSent();
    }

    @Test
    void batchWriteItem_endsWhatItWritesAndWhatItLeftUnprocessed() {
        cache("a", "b", "c");
        service.next("{\"UnprocessedItems\":{\"T\":[{\"DeleteRequest\":{\"Key\":{\"id\":{\"S\":\"b\"}}}}]}}");
        assertThat(ScriptedService.text(service.call("BatchWriteItem", BATCH))).contains("UnprocessedItems");
        assertSettling("a");
        assertSettling("b");
        assertHit("c");
    }

    @Test
    void transactWriteItems_endsEveryTargetButNotItsChecks() {
        cache("a", "b", "c");
        service.next("{}");
        service.call("TransactWriteItems", TRANSACTION);
        assertSettling("a");
        assertSettling("b");
        assertHit("c");
    }

    @Test
    void transactionThatIsCancelled_leavesItsKeysCacheable() {
        cache("a", "b");
        service.next(new DynamoError(
                ErrorKind.TRANSACTION_CANCELED, "cancelled", "\"CancellationReasons\":[{\"Code\":\"None\"}]"));
        Reply reply = service.call("TransactWriteItems", TRANSACTION);
        assertThat(ScriptedService.text(reply)).contains("CancellationReasons");
        assertCacheable("a");
        assertCacheable("b");
    }

    @Test
    void transactionInProgress_holdsItsKeys() {
        cache("a");
        service.next(DynamoError.of(ErrorKind.TRANSACTION_IN_PROGRESS, "busy"));
        service.call("TransactWriteItems", TRANSACTION);
        assertHeld("a");
    }

    @ParameterizedTest
    @CsvSource({"500", "503"})
    void transactionWithoutAKnownOutcome_holdsItsKeys(int status) {
        cache("a");
        DynamoError error =
                DynamoError.of(status == 500 ? ErrorKind.INTERNAL_SERVER_ERROR : ErrorKind.SERVICE_UNAVAILABLE, "no");
        service.next(
                status == 500
                        ? OriginReply.error(error, "ORIGIN")
                        : OriginReply.failure(error, OriginReply.Certainty.UNKNOWN));
        service.call("TransactWriteItems", TRANSACTION);
        assertHeld("a");
        assertHeld("b");
    }

    @ParameterizedTest
    @EnumSource(names = {"IDEMPOTENT_PARAMETER_MISMATCH", "VALIDATION", "TRANSACTION_CONFLICT", "THROTTLING"})
    void transactionThatIsRefused_leavesItsKeysCacheable(ErrorKind kind) {
        cache("a");
        service.next(DynamoError.of(kind, "no"));
        service.call("TransactWriteItems", TRANSACTION);
        assertCacheable("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BatchWriteItem", "TransactWriteItems"})
    void conflictWithAnotherRegion_countsAsAWrite(String operation) {
        cache("a");
        service.next(new OriginReply(
                409,
                Reply.JSON_1_0,
                Payload.of(Buffer.buffer(
                        "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ReplicatedWriteConflictException\"}")),
                "ORIGIN",
                OriginReply.Certainty.ANSWERED));
        service.call(operation, operation.startsWith("B") ? BATCH : TRANSACTION);
        assertSettling("a");
    }

    @Test
    void throttledBatch_countsAsAWriteSinceAPartMayBeDone() {
        cache("a");
        service.next(DynamoError.of(ErrorKind.PROVISIONED_THROUGHPUT_EXCEEDED, "no"));
        service.call("BatchWriteItem", BATCH);
        assertSettling("a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ExecuteStatement|{\"Statement\":\"UPDATE T SET v=1 WHERE id='a'\"}",
                "ExecuteStatement|{\"Statement\":\"delete from \\\"T\\\" where id = ?\",\"Parameters\":[{\"S\":\"a\"}]}",
                "ExecuteStatement|{\"Statement\":\"INSERT INTO T VALUE {'id':?,'v':?}\",\"Parameters\":[{\"S\":\"a\"},{\"N\":\"1\"}]}",
                "ExecuteStatement|{\"Statement\":\"UPDATE T SET v=? WHERE id=? AND v=?\",\"Parameters\":[{\"N\":\"1\"},{\"S\":\"a\"},{\"N\":\"0\"}]}",
                "BatchExecuteStatement|{\"Statements\":[{\"Statement\":\"SELECT * FROM T WHERE id='b'\"},{\"Statement\":\"DELETE FROM T WHERE id='a'\"}]}",
                "ExecuteTransaction|{\"TransactStatements\":[{\"Statement\":\"EXISTS(SELECT * FROM T WHERE id='b')\"},{\"Statement\":\"UPDATE T SET v=1 WHERE id=?\",\"Parameters\":[{\"S\":\"a\"}]}]}"
            })
    void statement_thatDeterminesItsKeyEndsThatItemAlone(String operation, String body) {
        cache("a", "b");
        service.next("{}");
        service.call(operation, body);
        assertHit("b");
        assertSettling("a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ExecuteStatement|{\"Statement\":\"UPDATE T SET v=1 WHERE id IN ['a','b']\"}",
                "ExecuteStatement|{\"Statement\":\"DELETE FROM T WHERE id=?\"}",
                "ExecuteStatement|{\"Statement\":\"DELETE FROM T WHERE id=? OR id=?\",\"Parameters\":[{\"S\":\"a\"},{\"S\":\"b\"}]}",
                "ExecuteStatement|{\"Statement\":\"UPDATE T NEWER v=1 WHERE id='a'\"}",
                "ExecuteStatement|{\"Statement\":\"DELETE FROM T WHERE id=?\",\"Parameters\":[{\"Q\":\"a\"}]}"
            })
    void statement_thatDoesNotEndsItsTable(String operation, String body) {
        cache("a", "b");
        service.next("{}");
        service.call(operation, body);
        assertSettling("b");
        assertSettling("a");
    }

    @Test
    void statementThatFails_leavesItsKeyCacheable() {
        cache("a");
        service.next(DynamoError.of(ErrorKind.DUPLICATE_ITEM, "there is one"));
        service.call("ExecuteStatement", "{\"Statement\":\"INSERT INTO T VALUE {'id':'a'}\"}");
        assertCacheable("a");
    }

    @Test
    void statementsOfABatchThatFails_countAsWrites() {
        cache("a");
        service.next(DynamoError.of(ErrorKind.THROTTLING, "no"));
        service.call("BatchExecuteStatement", "{\"Statements\":[{\"Statement\":\"DELETE FROM T WHERE id='a'\"}]}");
        assertSettling("a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UpdateTable|{\"TableName\":\"T\"}",
                "DeleteTable|{\"TableName\":\"T\"}",
                "UpdateTimeToLive|{\"TableName\":\"T\"}",
                "ImportTable|{\"TableCreationParameters\":{\"TableName\":\"T\"}}",
                "RestoreTableFromBackup|{\"TargetTableName\":\"T\",\"BackupArn\":\"arn\"}",
                "RestoreTableToPointInTime|{\"SourceTableName\":\"U\",\"TargetTableName\":\"T\"}",
                "CreateTable|{\"TableName\":\"T\"}",
                "ReplaceEverything|{\"Deep\":[{\"TableName\":\"T\"}]}"
            })
    void operationOnATable_endsItAndForgetsItsSchema(String operation, String body) {
        cache("a");
        service.next("{}");
        service.call(operation, body);
        assertThat(service.forgotten).contains("T");
        assertSettling("a");
    }

    @Test
    void bulkLoad_keepsItsTableFencedUntilItIsOver() {
        String running = "{\"BulkOperationDescription\":{\"BulkOperationArn\":\"b\",\"BulkOperationStatus\":\"%s\"}}";
        cache("a");
        service.next(running.formatted("IN_PROGRESS"));
        service.call("StartBulkPutItems", "{\"TableName\":\"T\",\"InputS3Configuration\":{}}");
        assertThat(service.bulkLoads).isEqualTo(1);
        for (String status : List.of("IN_PROGRESS", "CANCELLING")) {
            service.clock.advance(Duration.ofSeconds(9));
            assertHeld("a");
            service.next(running.formatted(status));
            service.later.remove().run();
            assertThat(service.lastSent()).isEqualTo("{\"BulkOperationArn\":\"b\"}");
        }
        service.next(DynamoError.of(ErrorKind.INTERNAL_SERVER_ERROR, "no"));
        service.later.remove().run();
        service.clock.advance(Duration.ofSeconds(9));
        assertHeld("a");
        service.next(running.formatted("COMPLETED_WITH_ERRORS"));
        service.later.remove().run();
        assertThat(service.later).isEmpty();
        assertThat(service.bulkLoads).isZero();
        service.clock.advance(Duration.ofSeconds(2));
        assertSettling("a");
    }

    @Test
    void bulkLoadThatIsRefused_leavesTheTableCacheable() {
        cache("a");
        service.next(DynamoError.of(ErrorKind.RESOURCE_NOT_FOUND, "no"));
        service.call("StartBulkPutItems", "{\"TableName\":\"T\"}");
        assertCacheable("a");
        assertThat(service.later).isEmpty();
    }

    @Test
    void createTableOfOneThatIsThere_emptiesNothing() {
        cache("a");
        service.next(DynamoError.of(ErrorKind.RESOURCE_IN_USE, "Table already exists: T"));
        service.call("CreateTable", "{\"TableName\":\"T\"}");
        assertHit("a");
    }

    @ParameterizedTest
    @CsvSource({"CancelBulkOperation", "DescribeTable", "TagResource", "DescribeNovelty"})
    void operationThatWritesNoItem_endsNothing(String operation) {
        cache("a");
        service.next("{}");
        service.call(operation, "{\"TableName\":\"T\"}");
        assertHit("a");
    }

    @Test
    void unknownWrite_thatNamesNoTableEndsEverythingOnceAccepted() {
        cache("a");
        service.next(DynamoError.of(ErrorKind.UNKNOWN_OPERATION, ""));
        service.call("ReplaceEverything", "{\"Arn\":\"a\"}");
        assertHit("a");
        service.next("{}");
        service.call("ReplaceEverything", "{\"Arn\":\"a\"}");
        assertSettling("a");
    }

    @Test
    void write_isFencedBeforeTheOriginAnswersIt() {
        cache("a", "b");
        Promise<OriginReply> answer = service.later();
        List<Reply> replies = service.send("TransactWriteItems", TRANSACTION);
        assertHeld("a");
        assertThat(replies).isEmpty();
        answer.complete(ScriptedService.ok("{}"));
        assertThat(replies).hasSize(1);
        assertSettling("a");
    }

    @Test
    void reads_thatMustBeExactAreNeverAnsweredHere() {
        cache("a");
        for (String operation : List.of("TransactGetItems", "ExecuteStatement", "Scan")) {
            String body = "{\"TransactItems\":[{\"Get\":" + get("a") + "}],\"Statement\":\"SELECT * FROM T\"}";
            service.next("{\"Responses\":[{}]}");
            Reply reply = service.call(operation, body);
            assertThat(reply.cache()).isEqualTo(CacheStatus.BYPASS);
            assertThat(service.lastSent()).isEqualTo(body);
        }
        assertHit("a");
    }
}
