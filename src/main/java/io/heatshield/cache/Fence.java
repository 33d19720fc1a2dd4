package io.heatshield.cache;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.LongSupplier;

/** The mark that one write leaves. Made by {@link TieredCache#raise}, ended once by {@link #end}. */
public final class Fence {
    /** What became of the write. */
    public enum Fate {
        /** It was applied, or something of it was. */
        APPLIED,
        /** It certainly changed nothing. */
        NOT_APPLIED,
        /** It may have been applied, or may yet be. */
        UNKNOWN
    }

    private final TieredCache cache;
    private final SharedTier shared;
    private final CacheObserver observer;
    private final List<Scope> scopes;
    private final long token;
    private final Future<Void> begun;
    private final Future<Void> heard;
    private final LongSupplier clock;
    private final long raisedAt;

    Fence(
            TieredCache cache,
            SharedTier shared,
            CacheObserver observer,
            List<Scope> scopes,
            long token,
            List<Future<SharedTier.Begun>> begun,
            LongSupplier clock,
            long raisedAt) {
        this.cache = cache;
        this.shared = shared;
        this.observer = observer;
        this.scopes = scopes;
        this.token = token;
        this.clock = clock;
        this.raisedAt = raisedAt;
        this.begun = Future.all(begun).mapEmpty();
        this.heard = Future.all(begun)
                .compose(all -> Future.all(
                        begun.stream().map(one -> one.result().heard()).toList()))
                .mapEmpty();
    }

    /** Whether, and when, the tier has confirmed that the fence stands. */
    public Future<Void> begun() {
        return begun;
    }

    /**
     * Ends the fence. What readers may have fetched while the write was under way is dropped once more.
     *
     * @return done when the client may be answered: if the tier confirmed the beginning, at once, or for a strict fence
     *     when every node has heard of it; else when the tier has confirmed the end, or failed to. So too if the write
     *     took so long that the mark of its beginning may have run out. Never fails: a write that was applied must be
     *     answered so.
     */
    public Future<Void> end(Fate fate) {
        scopes.forEach(cache::invalidateHere);
        if (fate != Fate.NOT_APPLIED) {
            scopes.forEach(cache.watch()::ended);
        }
        List<Future<Void>> ended = scopes.stream()
                .map(scope -> switch (fate) {
                    case APPLIED -> shared.commit(scope, token);
                    case NOT_APPLIED -> shared.cancel(scope, token);
                    case UNKNOWN -> shared.hold(scope, token);
                })
                .toList();
        Future<Void> end = Future.all(ended).mapEmpty();
        boolean marked = clock.getAsLong() - raisedAt < shared.markNanos();
        if (fate == Fate.NOT_APPLIED || (marked && heard.succeeded())) {
            end.onFailure(e -> observer.sharedTierFailed());
            return Future.succeededFuture();
        }
        Future<Void> stands = marked ? heard.recover(e -> end) : end;
        return stands.otherwise(e -> {
                    // Once a write, though it has a scope for its item and one for the answers that may hold it.
                    scopes.stream().map(Scope::table).distinct().forEach(observer::unfenced);
                    return null;
                })
                .map(done -> {
                    // Until the tier knew of the fence, a load could still find the old value there and keep it here.
                    scopes.forEach(cache::invalidateHere);
                    return null;
                });
    }
}
