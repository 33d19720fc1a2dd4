package io.heatshield.cache;

import org.jspecify.annotations.Nullable;

/**
 * What the tiers would answer a reader with, seen without a load and without changing anything.
 *
 * @param local what the local tier would serve on its own, or null
 * @param shared what the shared tier would serve, or null
 * @param pending whether a write of the key is known to be under way
 * @param settledUntil a number that every write that has ended moves on, as far as the shared tier remembers; 0 where
 *     it remembers none. Only to be compared with another of the same key
 */
public record Peek(@Nullable CachedItem local, @Nullable CachedItem shared, boolean pending, long settledUntil) {}
