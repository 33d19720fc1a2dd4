package io.heatshield.cache;

import io.heatshield.protocol.CacheKey;
import io.vertx.core.Future;

/** A shared tier that answers nothing but failures. */
final class SilentTier implements SharedTier {
    private static <T> Future<T> down() {
        return Future.failedFuture("down");
    }

    @Override
    public Future<Lease> lease(CacheKey key, long token) {
        return down();
    }

    @Override
    public Future<Lease> refresh(CacheKey key, long token, long softLeft) {
        return down();
    }

    @Override
    public Future<Boolean> fill(CacheKey key, long token, SharedItem shared) {
        return down();
    }

    @Override
    public Future<Void> release(CacheKey key, long token) {
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
