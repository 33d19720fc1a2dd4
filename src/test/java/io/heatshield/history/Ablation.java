package io.heatshield.history;

import io.heatshield.cache.ForwardingTier;
import io.heatshield.cache.Lease;
import io.heatshield.cache.Scope;
import io.heatshield.cache.SharedItem;
import io.heatshield.cache.SharedTier;
import io.heatshield.cache.Warrant;
import io.heatshield.protocol.CacheKey;
import io.vertx.core.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rules of the protocol that a wrapper around the shared tier can switch off. */
enum Ablation {
    /** Nothing is switched off. */
    NONE {
        @Override
        SharedTier wrap(SharedTier tier) {
            return tier;
        }
    },
    /** Fences are never ended; by the protocol that does no harm. */
    COMMIT_NOT_SENT {
        @Override
        SharedTier wrap(SharedTier tier) {
            return new ForwardingTier(tier) {
                @Override
                public Future<Void> commit(Scope scope, long token) {
                    return Future.succeededFuture();
                }
            };
        }
    },
    /** What is cached is deleted after the write only. */
    BEGIN_NOT_SENT {
        @Override
        SharedTier wrap(SharedTier tier) {
            return new ForwardingTier(tier) {
                @Override
                public Future<Begun> begin(Scope scope, long token, boolean strict) {
                    return Future.succeededFuture(Begun.HEARD);
                }
            };
        }
    },
    /** A lease need not have lived since before the read: whoever has read something may fill, unless a write pends. */
    LEASE_TAKEN_TO_FILL {
        @Override
        SharedTier wrap(SharedTier tier) {
            AtomicLong tokens = new AtomicLong(1L << 40);
            return new ForwardingTier(tier) {
                @Override
                public Future<Boolean> fill(CacheKey key, long token, SharedItem shared) {
                    long later = tokens.incrementAndGet();
                    return tier.release(key, token)
                            .compose(released -> tier.lease(key, later))
                            .compose(lease -> tier.fill(key, later, shared));
                }
            };
        }
    },
    /** Loads within the settle window are eventually consistent. */
    LOADS_NEVER_STRONG {
        @Override
        SharedTier wrap(SharedTier tier) {
            return new ForwardingTier(tier) {
                @Override
                public Future<Lease> lease(CacheKey key, long token) {
                    return super.lease(key, token).map(Ablation::weak);
                }

                @Override
                public Future<Lease> refresh(CacheKey key, long token, long softLeft) {
                    return super.refresh(key, token, softLeft).map(Ablation::weak);
                }
            };
        }
    },
    /** A load that met a pending write is joined by those who come later. */
    PENDING_LOADS_JOINED {
        @Override
        SharedTier wrap(SharedTier tier) {
            return new ForwardingTier(tier) {
                @Override
                public Future<Lease> lease(CacheKey key, long token) {
                    return super.lease(key, token)
                            .map(lease -> lease instanceof Lease.Pending ? new Lease.Wait(true) : lease);
                }
            };
        }
    },
    /** Strict writes are answered without waiting until every node has heard. */
    NOBODY_WAITED_FOR {
        @Override
        SharedTier wrap(SharedTier tier) {
            return new ForwardingTier(tier) {
                @Override
                public Future<Begun> begin(Scope scope, long token, boolean strict) {
                    return super.begin(scope, token, strict).map(Begun.HEARD);
                }
            };
        }
    },
    /** What the others tell is not acted on: neither removed from memory nor detached. */
    INVALIDATIONS_IGNORED {
        @Override
        SharedTier wrap(SharedTier tier) {
            return new ForwardingTier(tier) {
                @Override
                public void onInvalidation(Consumer<Scope> invalidated, Runnable doubted) {
                    super.onInvalidation(scope -> {}, doubted);
                }
            };
        }
    },
    /** Memory is trusted whether or not anything proves that the others are heard. */
    WARRANTS_NEVER_END {
        @Override
        SharedTier wrap(SharedTier tier) {
            return new ForwardingTier(tier) {
                @Override
                public @Nullable Warrant warrant(CacheKey key) {
                    return null;
                }
            };
        }
    };

    abstract SharedTier wrap(SharedTier tier);

    private static Lease weak(Lease lease) {
        if (lease instanceof Lease.Granted granted) {
            return new Lease.Granted(false, granted.stale());
        }
        if (lease instanceof Lease.Wait) {
            return new Lease.Wait(false);
        }
        return lease instanceof Lease.Alone ? new Lease.Alone(false) : lease;
    }
}
