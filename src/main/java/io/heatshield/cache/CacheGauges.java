package io.heatshield.cache;

/**
 * A reading of the cache.
 *
 * @param entries entries held, about
 * @param bytes bytes they weigh, overhead included
 * @param maxBytes the bound
 * @param evictions entries that the bound took away since the start
 * @param evictedBytes what they weighed
 * @param flights loads under way
 */
public record CacheGauges(long entries, long bytes, long maxBytes, long evictions, long evictedBytes, long flights) {}
