package io.heatshield.service;

import io.heatshield.cache.Scope;
import io.heatshield.cache.TieredCache;
import io.heatshield.protocol.ItemCollection;
import io.heatshield.protocol.TableId;
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

    /** These scopes and what else they end, each once: of indexes all, since it is not known where the item was. */
    List<Scope> of(List<Scope> scopes) {
        return of(scopes, true);
    }

    /** The same without indexes, whose answers end when it is known what the write made of the item. */
    List<Scope> withoutIndexes(List<Scope> scopes) {
        return of(scopes, false);
    }

    private List<Scope> of(List<Scope> scopes, boolean indexes) {
        Set<Scope> all = new LinkedHashSet<>(scopes);
        for (Scope scope : scopes) {
            AnswerPolicy policy = policies.answersAbout(scope.table());
            if (scope instanceof Scope.Item item && policy.lifetimes() != null) {
                TableId table = item.key().table();
                all.add(new Scope.Collection(item.key().collection()));
                if (policy.scans()) {
                    all.add(new Scope.Collection(ItemCollection.all(table, null)));
                }
                if (indexes) {
                    policy.exact().forEach(index -> all.add(new Scope.Collection(ItemCollection.all(table, index))));
                }
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
