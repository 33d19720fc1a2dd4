package io.heatshield.cache.redis;

import io.heatshield.cache.Scope;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What this node fenced of late. A Redis that was replaced by its replica may have lost the last of what it had
 * confirmed, and old values come back with it; so they are purged anew. Bounded; beyond the bound, everything. Safe for
 * use from any thread.
 */
final class RecentFences {
    private static final int MOST = 50_000;

    private final ArrayDeque<Fenced> fenced = new ArrayDeque<>();
    private final LongSupplier clock;
    private final long memoryNanos;
    private long forgottenUntil;
    private boolean forgot;

    private record Fenced(long at, Scope scope) {}

    RecentFences(LongSupplier clock, Duration memory) {
        this.clock = clock;
        this.memoryNanos = memory.toNanos();
    }

    synchronized void add(Scope scope) {
        long now = clock.getAsLong();
        expire(now);
        if (fenced.size() >= MOST) {
            fenced.poll();
            forgot = true;
            forgottenUntil = now + memoryNanos;
        }
        fenced.add(new Fenced(now, scope));
    }

    private void expire(long now) {
        for (Fenced oldest = fenced.peek(); oldest != null && now - oldest.at > memoryNanos; oldest = fenced.peek()) {
            fenced.poll();
        }
    }

    synchronized Set<Scope> scopes() {
        long now = clock.getAsLong();
        expire(now);
        Set<Scope> scopes = new LinkedHashSet<>();
        if (forgot && forgottenUntil - now > 0) {
            scopes.add(new Scope.Everything());
        } else {
            fenced.forEach(one -> scopes.add(one.scope));
        }
        return scopes;
    }
}
