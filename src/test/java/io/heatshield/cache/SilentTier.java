package io.heatshield.cache;

import io.heatshield.protocol.ItemKey;
import io.vertx.core.Future;

/** A shared tier that answers nothing but failures. */
final class SilentTier implements SharedTier {
    private static <T> Future<T> down() {
        return Future.failedFuture("down");
    }

    @Override
    public Future<Lease> lease(ItemKey key, long token) {
        return down();
    }

    @Override
    public Future<Lease> refresh(ItemKey key, long token, long softLeft) {
        return down();
    }

    @Override
    public Future<Boolean> fill(ItemKey key, long token, SharedItem shared) {
        return down();
    }

    @Override
    public Future<Void> release(ItemKey key, long token) {
        return down();
    }

    @Override
    public Future<Begun> begin(Scope scope, long token, boolean strict) {
        return down();
    }

    @Override
    public Future<Void> commit(Scope scope, long token) {
        return down();
    }

    @Override
    public Future<Void> cancel(Scope scope, long token) {
        return down();
    }

    @Override
    public Future<Void> hold(Scope scope, long token) {
        return down();
    }

    @Override
    public Future<Void> purge(Scope scope) {
        return down();
    }
}
