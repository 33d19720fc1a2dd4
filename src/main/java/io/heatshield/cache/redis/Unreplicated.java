package io.heatshield.cache.redis;

import io.heatshield.cache.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fences that a primary has confirmed and its replicas have not: if one of them takes over, they are to be made anew,
 * however long ago they were. The newest of each scope, bounded; beyond the bound, everything of every group that has
 * some. Safe for use from any thread.
 */
final class Unreplicated {
    private final int most;
    private final Map<Integer, Map<Scope, Long>> byGroup = new LinkedHashMap<>();
    private int size;

    Unreplicated(int most) {
        this.most = most;
    }

    /**
     * The replicas have not confirmed a fence.
     *
     * @param at when it was raised
     */
    synchronized void add(int group, Scope scope, long at) {
        Map<Scope, Long> scopes = byGroup.computeIfAbsent(group, absent -> new HashMap<>());
        if (scopes.put(scope, at) == null) {
            size++;
        }
        if (size > most) {
            byGroup.replaceAll((all, lost) -> new HashMap<>(Map.of(new Scope.Everything(), at)));
            size = byGroup.size();
        }
    }

    /**
     * The replicas have all that the group's primary had confirmed at a time.
     *
     * @param since when that primary is known to have been in charge: what was confirmed before, another one may have
     *     confirmed
     */
    synchronized void confirmed(int group, long since, long until) {
        Map<Scope, Long> scopes = byGroup.get(group);
        if (scopes == null) {
            return;
        }
        int before = scopes.size();
        scopes.values().removeIf(at -> at - since >= 0 && at - until <= 0);
        size -= before - scopes.size();
        if (scopes.isEmpty()) {
            byGroup.remove(group);
        }
    }

    /** Those of a group, which are forgotten here. */
    synchronized Set<Scope> take(int group) {
        Map<Scope, Long> scopes = byGroup.remove(group);
        if (scopes == null) {
            return Set.of();
        }
        size -= scopes.size();
        return Set.copyOf(scopes.keySet());
    }

    /** The groups that have some. */
    synchronized List<Integer> groups() {
        return new ArrayList<>(byGroup.keySet());
    }

    synchronized int size() {
        return size;
    }
}
