package io.heatshield.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heatshield.origin.OriginReply;
import io.heatshield.origin.OriginRequest;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WriteLanesTest {
    /** What was given to the executor and is run when the test says so. */
    private final Queue<Runnable> given = new ArrayDeque<>();

    private final WriteLanes lanes = new WriteLanes(given::add);
    private final List<String> done = new ArrayList<>();

    private void runAll() {
        for (Runnable each = given.poll(); each != null; each = given.poll()) {
            each.run();
        }
    }

    @Test
    void execute_onOneLane_isOnePieceAtATimeInOrder() {
        for (int i = 0; i < 100; i++) {
            String name = "w" + i;
            lanes.execute("a", () -> done.add(name));
        }

        assertThat(given).hasSize(1);
        runAll();
        assertThat(done).hasSize(100).startsWith("w0", "w1", "w2").endsWith("w99");
    }

    @Test
    void execute_onTwoLanes_doesNotWaitForTheOther() {
        lanes.execute("a", () -> done.add("a"));
        lanes.execute("b", () -> done.add("b"));

        assertThat(given).hasSize(2);
    }

    @Test
    void execute_afterALaneRanDry_startsItAgain() {
        lanes.execute("a", () -> done.add("1"));
        runAll();
        lanes.execute("a", () -> done.add("2"));
        runAll();

        assertThat(done).containsExactly("1", "2");
    }

    @Test
    void execute_afterAFailure_goesOn() {
        lanes.execute("a", () -> {
            throw new IllegalStateException("on purpose");
        });
        lanes.execute("a", () -> done.add("next"));
        runAll();

        assertThat(done).containsExactly("next");
    }

    @Test
    void execute_longLane_givesUpTheThreadNowAndThen() {
        for (int i = 0; i < 40; i++) {
            lanes.execute("a", () -> done.add("a"));
        }
        lanes.execute("b", () -> done.add("b"));
        runAll();

        assertThat(done.indexOf("b")).isLessThan(40);
    }

    @Test
    void execute_tooMuch_isRejected() {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 5000; i++) {
                        lanes.execute("a", () -> done.add("a"));
                    }
                })
                .isInstanceOf(RejectedExecutionException.class);
        runAll();
        assertThat(done).hasSize(4097);
        lanes.execute("a", () -> done.add("again"));
    }

    @Test
    void execute_byAFullExecutor_isRejectedAndForgotten() {
        WriteLanes full = new WriteLanes(work -> {
            throw new RejectedExecutionException();
        });

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> full.execute("a", () -> done.add("a")))
                    .isInstanceOf(RejectedExecutionException.class);
        }
    }

    private static OriginRequest put(int n) {
        return new OriginRequest(
                "DynamoDB_20120810.UpdateItem",
                "application/x-amz-json-1.0",
                Buffer.buffer(Desk.json("{'TableName':'Things','Key':{'id':{'S':'a'}},'UpdateExpression':'SET n = :n',"
                        + "'ReturnValues':'ALL_OLD','ExpressionAttributeValues':{':n':{'N':'" + n + "'}}}")),
                "Things",
                false,
                null);
    }

    @Test
    void writeToAFile_isDoneByAWorkerInOrderAndAnsweredAfterwards(@TempDir Path directory) {
        Desk first = new Desk(directory);
        first.table("Things", "id");
        assertThat(first.origin.close().succeeded()).isTrue();
        Desk desk = new Desk(directory, given::add);

        List<Future<OriginReply>> answers = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            answers.add(desk.origin.send(put(n)));
        }
        assertThat(answers).noneMatch(Future::isComplete);
        assertThat(desk.ok("GetItem", "{'TableName':'Things','Key':{'id':{'S':'a'}}}"))
                .isEmpty();
        runAll();

        assertThat(answers).allMatch(Future::succeeded);
        assertThat(answers.get(2).result().payload().body().toString()).contains("\"N\":\"1\"");
        Future<Void> closed = desk.origin.close();
        assertThat(closed.isComplete()).isFalse();
        runAll();
        assertThat(closed.succeeded()).isTrue();
    }

    @Test
    void writeToAFile_ofABusyOrigin_isRefused(@TempDir Path directory) {
        Desk desk = new Desk(directory, work -> {
            throw new RejectedExecutionException();
        });

        assertThat(desk.origin.send(put(1)).result().ok()).isFalse();
        assertThat(desk.origin.close().succeeded()).isTrue();
    }
}
