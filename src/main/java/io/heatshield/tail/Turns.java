package io.heatshield.tail;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * So many calls at a time, the others in the order of their coming, so that a table of a thousand shards does not take
 * the connections that requests need. Each shard waits for one turn at most. Confined to the tailer's context.
 */
final class Turns {
    private final int most;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int running;

    Turns(int most) {
        this.most = most;
    }

    <T> Future<T> take(Supplier<Future<T>> call) {
        if (running < most) {
            return run(call);
        }
        Promise<T> promise = Promise.promise();
        waiting.add(() -> run(call).onComplete(promise));
        return promise.future();
    }

    private <T> Future<T> run(Supplier<Future<T>> call) {
        running++;
        return call.get().onComplete(done -> {
            running--;
            Runnable next = waiting.poll();
            if (next != null) {
                next.run();
            }
        });
    }
}
