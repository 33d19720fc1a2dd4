package io.heatshield.config;

/**
 * One layout of a sharded key: an element of {@code layouts}.
 *
 * @param version names it, from 1; version 0 is the key without any suffix and is never declared
 * @param shards over how many keys the items are spread
 * @param suffix what is put after the logical key, with one {@code %d} or {@code %02d} for the shard
 */
public record LayoutConfig(int version, int shards, String suffix) {
    static LayoutConfig defaults() {
        return new LayoutConfig(1, 0, "#%02d");
    }
}
