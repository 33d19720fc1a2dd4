package io.heatshield.cache;

import io.heatshield.protocol.CacheKey;
import io.vertx.core.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where leases and fences live, and, in its Redis form, the values that all nodes share.
 *
 * <p>The rules: a fill needs a lease, and whatever begins or ends a write kills the lease, so no load that began
 * before a write can fill after it. A key whose write is under way is pending: no lease is given. For a settle window
 * after a write, leases ask for strongly consistent loads, since an eventually consistent one may still see the old
 * item. Every method may be called late or twice with the same token without harm.
 *
 * <p>Implementations are safe for use from any thread. A failed future means that the tier did not answer; the caller
 * must then act as if a write were under way.
 */
public interface SharedTier {
    /** The local tier's leave to answer for this key on its own, or null if it needs none. Called on the way to a load. */
    default @Nullable Warrant warrant(CacheKey key) {
        return null;
    }

    /**
     * Told once, before anything else. Called on the tier's own threads, and must be quick.
     *
     * @param invalidated drops a scope from memory, since another node changes it
     * @param doubted sees to it that nobody joins a load that began before now: fences may have been missed
     */
    default void onInvalidation(Consumer<Scope> invalidated, Runnable doubted) {}

    /** Told once, before anything else, whom to tell of the fences of other nodes. Called on the tier's own threads. */
    default void onFenceElsewhere(Consumer<Scope> fenced) {}

    /**
     * What is there of the key, without a lease and without changing anything. Fails if the tier does not answer.
     */
    default Future<Standing> look(CacheKey key) {
        return Future.succeededFuture(Standing.NONE);
    }

    /**
     * What the tier knows of a key.
     *
     * @param value what it would give a reader, or null
     * @param pending whether a write is under way
     * @param settledUntil as in {@link Peek}
     */
    record Standing(@Nullable CachedItem value, boolean pending, long settledUntil) {
        /** Nothing is known. */
        public static final Standing NONE = new Standing(null, false, 0);

        /** A write is under way. */
        public static final Standing PENDING = new Standing(null, true, 0);
    }

    /**
     * For how long after its beginning a confirmed fence is sure to stand without its end, in nanoseconds: what the
     * mark lives, less the time in which the origin's eventually consistent reads may not see the write.
     */
    default long markNanos() {
        return Long.MAX_VALUE;
    }

    /**
     * Asks for the value or the right to load it.
     *
     * @param token names the asker; the same token gets the same answer while its lease lives
     */
    Future<Lease> lease(CacheKey key, long token);

    /**
     * Asks for the right to load although the value is there: an early refresh. Answers {@link Lease.Value} if the tier
     * has a younger one than the asker.
     *
     * @param softLeft what is left of the soft age of the asker's own value, in nanoseconds
     */
    Future<Lease> refresh(CacheKey key, long token, long softLeft);

    /**
     * Stores what a lease's holder loaded.
     *
     * @param shared the item, with the ages that it begins with
     * @return false if the lease is gone, by a fence or by time; then the value must not be kept anywhere
     */
    Future<Boolean> fill(CacheKey key, long token, SharedItem shared);

    /** Gives a lease back unused: the load failed. */
    Future<Void> release(CacheKey key, long token);

    /**
     * A write is about to be sent: the value and any lease go, and the scope is pending under this token.
     *
     * @param strict whether the caller will wait until every node has heard of it
     */
    Future<Begun> begin(Scope scope, long token, boolean strict);

    /**
     * A fence that the tier has confirmed.
     *
     * @param heard completes, and never fails, when the write may be answered: if the fence is strict, when no node of
     *     the fleet answers from its memory with anything older any more; where replicas are waited for, when they have
     *     the fence or were late; else at once
     */
    record Begun(Future<Void> heard) {
        /** Nobody needs to hear of it, or nobody is waited for. */
        public static final Begun HEARD = new Begun(Future.succeededFuture());
    }

    /** The write was applied, or may have been and is over: as begin, and the settle window starts. */
    Future<Void> commit(Scope scope, long token);

    /** The write certainly changed nothing: only the pending mark goes. */
    Future<Void> cancel(Scope scope, long token);

    /** Nobody knows whether the write was or will be applied: the scope stays pending for the hold time. */
    Future<Void> hold(Scope scope, long token);

    /** Something else changed the scope: as begin and commit in one. */
    Future<Void> purge(Scope scope);
}
