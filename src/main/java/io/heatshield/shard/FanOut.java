package io.heatshield.shard;

import io.heatshield.origin.OriginReply;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Several requests side by side, of which at most so many are under way, until all are answered or time is up. What is
 * late is no longer waited for, and what was not begun by then is not begun.
 */
final class FanOut {
    private final IntFunction<Future<OriginReply>> ask;
    private final @Nullable OriginReply[] answers;
    private final Promise<@Nullable OriginReply[]> promise = Promise.promise();
    private int next;
    private int open;
    private boolean ended;

    private FanOut(int count, IntFunction<Future<OriginReply>> ask) {
        this.answers = new OriginReply[count];
        this.open = count;
        this.ask = ask;
    }

    /**
     * Asks.
     *
     * @param parallelism how many are under way at once, at most
     * @param ask sends one; its future never fails
     * @return the answers in order, null where none came in time; the future never fails
     */
    static Future<@Nullable OriginReply[]> of(
            int count, int parallelism, Deadline deadline, IntFunction<Future<OriginReply>> ask) {
        if (count == 0) {
            return Future.succeededFuture(new OriginReply[0]);
        }
        FanOut fan = new FanOut(count, ask);
        Runnable cancel = deadline.onExpiry(fan::end);
        for (int at = 0; at < Math.min(parallelism, count); at++) {
            fan.begin();
        }
        return fan.promise.future().onComplete(all -> cancel.run());
    }

    private void begin() {
        int which;
        synchronized (this) {
            if (ended || next == answers.length) {
                return;
            }
            which = next++;
        }
        ask.apply(which).onComplete(answer -> {
            if (take(which, answer.result())) {
                end();
            } else {
                begin();
            }
        });
    }

    private synchronized boolean take(int which, @Nullable OriginReply answer) {
        if (!ended) {
            answers[which] = answer;
            open--;
        }
        return open == 0;
    }

    private void end() {
        @Nullable OriginReply[] result;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            result = answers.clone();
        }
        promise.complete(result);
    }
}
