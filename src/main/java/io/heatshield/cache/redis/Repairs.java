package io.heatshield.cache.redis;

import io.heatshield.cache.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scopes whose fence Redis did not confirm: what it holds of them is not to be believed until they are purged. The
 * newest of each scope, bounded; beyond the bound, everything. Safe for use from any thread.
 */
final class Repairs {
    private static final int MOST = 10_000;

    private final Map<Integer, Set<Scope>> byGroup = new LinkedHashMap<>();
    private int size;

    /** A fence was not confirmed. */
    synchronized void add(int group, Scope scope) {
        if (size >= MOST && !(scope instanceof Scope.Everything)) {
            byGroup.replaceAll((all, scopes) -> new LinkedHashSet<>(Set.of(new Scope.Everything())));
            size = byGroup.size();
            addOne(group, new Scope.Everything());
        } else {
            addOne(group, scope);
        }
    }

    private void addOne(int group, Scope scope) {
        if (byGroup.computeIfAbsent(group, absent -> new LinkedHashSet<>()).add(scope)) {
            size++;
        }
    }

    /** The scope was purged in this group. */
    synchronized void done(int group, Scope scope) {
        Set<Scope> scopes = byGroup.get(group);
        if (scopes != null && scopes.remove(scope)) {
            size--;
            if (scopes.isEmpty()) {
                byGroup.remove(group);
            }
        }
    }

    /** Whether what Redis holds of the group may be outdated. */
    synchronized boolean pending(int group) {
        return byGroup.containsKey(group);
    }

    /**
     * One thing to purge.
     *
     * @param group where
     * @param scope what
     */
    record Repair(int group, Scope scope) {}

    /** What there is to do, some of it if it is much. */
    synchronized List<Repair> some(int most) {
        List<Repair> some = new ArrayList<>();
        for (Map.Entry<Integer, Set<Scope>> entry : byGroup.entrySet()) {
            for (Scope scope : entry.getValue()) {
                if (some.size() == most) {
                    return some;
                }
                some.add(new Repair(entry.getKey(), scope));
            }
        }
        return some;
    }

    synchronized int size() {
        return size;
    }
}
