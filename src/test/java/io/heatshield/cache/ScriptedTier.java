package io.heatshield.cache;

import io.heatshield.protocol.CacheKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A shared tier that answers what a test tells it, when the test tells it. */
final class ScriptedTier implements SharedTier {
    final Warrant warrant;
    final Deque<Future<Lease>> leases = new ArrayDeque<>();
    Promise<Begun> begun = Promise.promise();
    Promise<Void> committed = Promise.promise();
    Future<Boolean> filled = Future.succeededFuture(true);
    long markNanos = Long.MAX_VALUE;

    @Nullable
    Consumer<Scope> invalidated;

    @Nullable
    Runnable doubted;

    ScriptedTier(long now) {
        this.warrant = new Warrant(now);
    }

    private Future<Lease> next() {
        Future<Lease> next = leases.poll();
        if (next == null) {
            throw new AssertionError("nobody expected a question");
        }
        return next;
    }

    @Override
    public Warrant warrant(CacheKey key) {
        return warrant;
    }

    @Override
    public void onInvalidation(Consumer<Scope> dropped, Runnable doubtful) {
        this.invalidated = dropped;
        this.doubted = doubtful;
    }

    @Override
    public long markNanos() {
        return markNanos;
    }

    @Override
    public Future<Lease> lease(CacheKey key, long token) {
        return next();
    }

    @Override
    public Future<Lease> refresh(CacheKey key, long token, long softLeft) {
        return next();
    }

    @Override
    public Future<Boolean> fill(CacheKey key, long token, SharedItem shared) {
        return filled;
    }

    @Override
    public Future<Void> release(CacheKey key, long token) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Begun> begin(Scope scope, long token, boolean strict) {
        return begun.future();
    }

    @Override
    public Future<Void> commit(Scope scope, long token) {
        return committed.future();
    }

    @Override
    public Future<Void> cancel(Scope scope, long token) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> hold(Scope scope, long token) {
        return committed.future();
    }

    @Override
    public Future<Void> purge(Scope scope) {
        return Future.succeededFuture();
    }
}
