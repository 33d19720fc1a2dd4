package io.heatshield.service;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;

/** Brings results back to the event loop that asked: a flight lands on one loop, and those aboard came from many. */
final class Loops {
    private Loops() {}

    /** Calls the handler on the caller's Vert.x context, or wherever the future completes if the caller has none. */
    static <T> void deliver(Future<T> future, Handler<AsyncResult<T>> handler) {
        Context caller = Vertx.currentContext();
        if (caller == null || future.isComplete()) {
            future.onComplete(handler);
            return;
        }
        future.onComplete(result -> {
            if (Vertx.currentContext() == caller) {
                handler.handle(result);
            } else {
                caller.runOnContext(ignored -> handler.handle(result));
            }
        });
    }
}
