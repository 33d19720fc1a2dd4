package io.heatshield.cache;

import io.heatshield.protocol.CacheKey;
import io.vertx.core.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A shared tier that does what another does, for tests that break one of its rules. */
public class ForwardingTier implements SharedTier {
    private final SharedTier to;

    /** Everything is passed on. */
    protected ForwardingTier(SharedTier to) {
        this.to = to;
    }

    @Override
    public @Nullable Warrant warrant(CacheKey key) {
        return to.warrant(key);
    }

    @Override
    public void onInvalidation(Consumer<Scope> invalidated, Runnable doubted) {
        to.onInvalidation(invalidated, doubted);
    }

    @Override
    public void onFenceElsewhere(Consumer<Scope> fenced) {
        to.onFenceElsewhere(fenced);
    }

    @Override
    public Future<Standing> look(CacheKey key) {
        return to.look(key);
    }

    @Override
    public long markNanos() {
        return to.markNanos();
    }

    @Override
    public Future<Lease> lease(CacheKey key, long token) {
        return to.lease(key, token);
    }

    @Override
    public Future<Lease> refresh(CacheKey key, long token, long softLeft) {
        return to.refresh(key, token, softLeft);
    }

    @Override
    public Future<Boolean> fill(CacheKey key, long token, SharedItem shared) {
        return to.fill(key, token, shared);
    }

    @Override
    public Future<Void> release(CacheKey key, long token) {
        return to.release(key, token);
    }

    @Override
    public Future<Begun> begin(Scope scope, long token, boolean strict) {
        return to.begin(scope, token, strict);
    }

    @Override
    public Future<Void> commit(Scope scope, long token) {
        return to.commit(scope, token);
    }

    @Override
    public Future<Void> cancel(Scope scope, long token) {
        return to.cancel(scope, token);
    }

    @Override
    public Future<Void> hold(Scope scope, long token) {
        return to.hold(scope, token);
    }

    @Override
    public Future<Void> purge(Scope scope) {
        return to.purge(scope);
    }
}
