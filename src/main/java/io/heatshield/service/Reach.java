package io.heatshield.service;

import io.heatshield.cache.Scope;
import io.heatshield.cache.TieredCache;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** How far a change of items reaches: where answers are kept, to those that the item may be in. */
public final class Reach {
    private final TieredCache cache;
    private final TablePolicies policies;

    /** A reach under these policies. */
    public Reach(TieredCache cache, TablePolicies policies) {
        this.cache = cache;
        this.policies = policies;
    }

    /** These scopes and what else they end, each once. */
    List<Scope> of(List<Scope> scopes) {
        Set<Scope> all = new LinkedHashSet<>(scopes);
        for (Scope scope : scopes) {
            if (scope instanceof Scope.Item item && policies.results(scope.table()) != null) {
                all.add(new Scope.Collection(item.key().collection()));
            }
        }
        return List.copyOf(all);
    }

    /** Something changed the scope that did not go through a fence. Fails if the shared tier was not told of all. */
    public Future<Void> purge(Scope scope) {
        return Future.join(of(List.of(scope)).stream().map(cache::purge).toList())
                .mapEmpty();
    }
}
