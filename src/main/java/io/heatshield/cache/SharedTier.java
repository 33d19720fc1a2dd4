package io.heatshield.cache;

import io.heatshield.protocol.ItemKey;
import io.vertx.core.Future;

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
    /**
     * Asks for the value or the right to load it.
     *
     * @param token names the asker; the same token gets the same answer while its lease lives
     */
    Future<Lease> lease(ItemKey key, long token);

    /** Asks for the right to load although the value is there: an early refresh. Never answers {@link Lease.Value}. */
    Future<Lease> refresh(ItemKey key, long token);

    /**
     * Stores what a lease's holder loaded.
     *
     * @param lifeNanos how long the tier may hold it
     * @return false if the lease is gone, by a fence or by time; then the value must not be kept anywhere
     */
    Future<Boolean> fill(ItemKey key, long token, CachedItem item, long lifeNanos);

    /** Gives a lease back unused: the load failed. */
    Future<Void> release(ItemKey key, long token);

    /** A write is about to be sent: the value and any lease go, and the scope is pending under this token. */
    Future<Void> begin(Scope scope, long token);

    /** The write was applied, or may have been and is over: as begin, and the settle window starts. */
    Future<Void> commit(Scope scope, long token);

    /** The write certainly changed nothing: only the pending mark goes. */
    Future<Void> cancel(Scope scope, long token);

    /** Nobody knows whether the write was or will be applied: the scope stays pending for the hold time. */
    Future<Void> hold(Scope scope, long token);

    /** Something else changed the scope: as begin and commit in one. */
    Future<Void> purge(Scope scope);
}
