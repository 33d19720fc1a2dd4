package io.heatshield.shard;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was declared of some logical keys of a table.
 *
 * @param pattern which keys
 * @param choice what an item's shard is chosen by
 * @param layouts every layout that was ever declared, version 0 not among them
 * @param written the layout that items are written in
 * @param others the other layouts that are read, the oldest first; empty unless items are being moved
 * @param gather how shards are read together
 */
public record ShardedKey(
        KeyPattern pattern,
        Choice choice,
        List<Layout> layouts,
        Layout written,
        List<Layout> others,
        GatherRules gather) {

    /**
     * A declaration as configuration writes it.
     *
     * @param write the version that is written
     * @param read the versions that are read, the written one among them
     * @throws IllegalArgumentException if a version is not among the layouts, nor 0
     */
    public static ShardedKey of(
            KeyPattern pattern,
            Choice choice,
            List<Layout> layouts,
            int write,
            List<Integer> read,
            GatherRules gather) {
        List<Layout> others = new ArrayList<>();
        read.forEach(version -> {
            if (version != write) {
                others.add(version(layouts, version));
            }
        });
        others.sort(Comparator.comparingInt(Layout::version));
        return new ShardedKey(
                pattern, choice, List.copyOf(layouts), version(layouts, write), List.copyOf(others), gather);
    }

    private static Layout version(List<Layout> layouts, int version) {
        return version == 0
                ? Layout.NONE
                : layouts.stream()
                        .filter(layout -> layout.version() == version)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("no layout " + version));
    }

    /** The versions that are read, for people. */
    public String readVersions() {
        return Stream.concat(others.stream(), Stream.of(written))
                .map(layout -> Integer.toString(layout.version()))
                .collect(Collectors.joining(", "));
    }

    /** Whether items may stand in more than one layout, since they are being moved. */
    boolean moving() {
        return !others.isEmpty();
    }

    /** Every physical key that items of a logical one may stand under in the written layout, in order of shards. */
    List<String> shards(String logical) {
        return shards(logical, written);
    }

    private static List<String> shards(String logical, Layout layout) {
        List<String> shards = new ArrayList<>(layout.shards());
        for (int shard = 0; shard < layout.shards(); shard++) {
            shards.add(layout.physical(logical, shard));
        }
        return shards;
    }

    /** The physical keys of the other layouts that are none of the written one, each once. */
    List<String> otherShards(String logical) {
        Set<String> shards = new LinkedHashSet<>();
        others.forEach(layout -> shards.addAll(shards(logical, layout)));
        shards(logical).forEach(shards::remove);
        return List.copyOf(shards);
    }

    /** The logical key that a physical one is a shard of, or null if it is none of this declaration. */
    @Nullable
    String logical(String physical) {
        for (Layout layout : layouts) {
            int end = layout.suffixAt(physical);
            if (end > 0 && pattern.matches(physical.substring(0, end))) {
                return physical.substring(0, end);
            }
        }
        return null;
    }
}
