package io.heatshield.http;

import io.heatshield.cache.Entry;
import io.heatshield.protocol.Rendition;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does short work at once and long work on a worker thread, since parsing, sorting and compressing some hundred
 * kilobytes takes milliseconds for which every other client of the event loop would wait. What workers hold is paid for
 * from the budget of bodies. Used by one event loop.
 */
final class Workers {
    /** Up to here all that is done takes well under a millisecond, compression included. */
    private static final int AT_ONCE = 16 << 10;

    /** A tree, the text, the compressed text: as many times the length of what is worked on. */
    private static final int SHARE = 6;

    private final DynamoEndpoint wire;
    private final Map<Job, Future<Rendition>> renderings = new HashMap<>();

    /** A rendition that is being made of something kept: entries are told apart by identity. */
    private record Job(
            Entry entry, Rendition.Form form, @Nullable String fields) {}

    Workers(DynamoEndpoint wire) {
        this.wire = wire;
    }

    /**
     * A piece of work.
     *
     * @param length how many bytes it is about
     */
    record Work<T>(int length, Callable<T> task) {
        private boolean isShort() {
            return length <= AT_ONCE;
        }

        private T done() {
            try {
                return task.call();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("work failed", e);
            }
        }
    }

    /** Does it, and goes on with what came of it; before this method returns if the work is short. */
    <T> void perform(ItemExchange exchange, Work<T> work, Consumer<T> next) {
        if (work.isShort()) {
            next.accept(work.done());
        } else {
            await(exchange, started(work), next);
        }
    }

    /** The same for a rendition of what is kept, which is made once for all who want it meanwhile. */
    void render(
            ItemExchange exchange, Entry entry, ItemReading.Wish wish, Work<Rendition> work, Consumer<Rendition> next) {
        if (work.isShort()) {
            next.accept(work.done());
            return;
        }
        Job job = new Job(entry, wish.form(), wish.fields());
        Future<Rendition> making = renderings.get(job);
        if (making == null) {
            making = started(work);
            renderings.put(job, making);
            making.onComplete(done -> renderings.remove(job));
        }
        await(exchange, making, next);
    }

    private static <T> void await(ItemExchange exchange, Future<T> working, Consumer<T> next) {
        working.onComplete(worked -> exchange.step(() -> {
            if (worked.succeeded()) {
                next.accept(worked.result());
            } else if (worked.cause() instanceof ItemRefusal refusal) {
                throw refusal;
            } else {
                throw new IllegalStateException("work failed", worked.cause());
            }
        }));
    }

    private <T> Future<T> started(Work<T> work) {
        long room = (long) SHARE * work.length;
        if (!wire.takeRoom(room)) {
            return Future.failedFuture(Problem.noRoom().refusal());
        }
        return wire.onWorker(work.task).onComplete(done -> wire.giveBack(room));
    }
}
