package io.heatshield.bench;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/** What other policies would have hit in a trace, with room for so many items of one size. */
final class CacheOracle {
    private static final int NEVER = Integer.MAX_VALUE;

    private CacheOracle() {}

    /** The hits of an exact LRU. */
    static int lruHits(int[] trace, int capacity) {
        Map<Integer, Boolean> held = new LinkedHashMap<>(16, 0.75f, true);
        int hits = 0;
        for (int item : trace) {
            if (held.put(item, true) != null) {
                hits++;
            } else if (held.size() > capacity) {
                held.remove(held.keySet().iterator().next());
            }
        }
        return hits;
    }

    /**
     * The hits of one who knows the future and lets go what is wanted last, the newcomer included: no policy has more
     * (Belady 1966).
     */
    static int clairvoyantHits(int[] trace, int capacity) {
        int[] next = nextUses(trace);
        Map<Integer, Integer> wanted = new HashMap<>();
        TreeSet<long[]> byNextUse =
                new TreeSet<>(Comparator.<long[]>comparingLong(pair -> pair[0]).thenComparingLong(pair -> pair[1]));
        int hits = 0;
        for (int i = 0; i < trace.length; i++) {
            Integer before = wanted.put(trace[i], next[i]);
            if (before != null) {
                hits++;
                byNextUse.remove(new long[] {before, trace[i]});
            }
            byNextUse.add(new long[] {next[i], trace[i]});
            if (wanted.size() > capacity) {
                long[] last = byNextUse.last();
                byNextUse.remove(last);
                wanted.remove((int) last[1]);
            }
        }
        return hits;
    }

    /** For each request the place of the next one for the same item. */
    private static int[] nextUses(int[] trace) {
        int[] next = new int[trace.length];
        Arrays.fill(next, NEVER);
        Map<Integer, Integer> seen = new HashMap<>();
        for (int i = trace.length - 1; i >= 0; i--) {
            Integer later = seen.put(trace[i], i);
            if (later != null) {
                next[i] = later;
            }
        }
        return next;
    }
}
